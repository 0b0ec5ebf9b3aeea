"""The options of `mendax advise | export | acpc serve | acpc join holdem`."""
