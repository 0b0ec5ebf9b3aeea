"""`python -m mendax` is the `mendax` command."""

from mendax.cli import main

if __name__ == "__main__":
    main()
