"""The `mendax` command."""

import sys


def main() -> None:
    """Run the command; every error a person can act on is one line and exit code 2."""
    from mendax.cli.app import run

    sys.exit(run(sys.argv[1:]))
