"""Programs at a table: a client of the protocol, our agents as remote players, and the check of other programs."""
