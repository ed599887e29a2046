"""Asks for the version, and for the name of the host, when it is imported."""

from shop.host import host_name
from shop.version import get_version

__version__ = get_version()
HOST = host_name()
