"""`python -m sarai_protocol` is the `sarai` command."""

import sys

from .cli.main import main

if __name__ == "__main__":
    sys.exit(main())
