"""The table server: tables, seats, matches, clients. `docs/protocol.md` is what it promises."""
