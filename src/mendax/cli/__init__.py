"""The `mendax` command."""

import sys


def main() -> None:
    """Run the command; every error a person can act on is one line and exit code 2."""
    try:
        from mendax.cli.app import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # before the command could even begin
        sys.stderr.write("mendax: stopped\n")
        code = 130
    sys.exit(code)
