"""Learned players that come with the package: files of learned rules, `learned:NAME`."""
