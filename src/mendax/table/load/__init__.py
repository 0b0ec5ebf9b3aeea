"""Load on a real server, measured from outside: `mendax bench table` and `mendax bench table-harm`."""
