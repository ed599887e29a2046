"""What `python -m duotone.tour` runs."""

from __future__ import annotations

import sys

from duotone.tour.program import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
