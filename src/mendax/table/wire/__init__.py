"""The wire protocol: what clients and server say to each other, and how much of it. `docs/protocol.md` explains it."""

from mendax.table.wire.limits import LIMITS, Limits
from mendax.table.wire.messages import PROTOCOL, BadFrame, encode, read_client_frame, read_server_frame

__all__ = ["LIMITS", "PROTOCOL", "BadFrame", "Limits", "encode", "read_client_frame", "read_server_frame"]
