"""Asks for the version once for all."""

import sys

PY312 = sys.version_info >= (3, 12)
