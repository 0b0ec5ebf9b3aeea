"""The options of `mendax export | advise holdem`."""
