"""The classics of epistemic logic, one file each, told with the library's public names."""
