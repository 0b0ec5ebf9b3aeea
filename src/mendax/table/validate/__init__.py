"""`mendax bot validate`: checks a program against the protocol at a private server, before it plays."""

from mendax.table.validate.validation import Check, Report, validate

__all__ = ["Check", "Report", "validate"]
