"""Asks for the version when it is imported, and for the name of the host only where somebody wants to see it."""

import os

from shop.host import host_name
from shop.prices import prices
from shop.version import get_version

__version__ = get_version()
PRICES = prices()
if "SHOW" in os.environ:
    print(host_name())
