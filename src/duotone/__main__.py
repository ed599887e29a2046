"""`python -m duotone`: the same as the command `duotone`."""

from __future__ import annotations

import sys

from duotone.cli import main

__all__: list[str] = []

if __name__ == "__main__":
    sys.exit(main())
