"""The options of `mendax advise | review | export | acpc serve | acpc join holdem`."""
