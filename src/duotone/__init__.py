"""Sync and async Python, called from anywhere, correctly: nothing is silent."""

from __future__ import annotations

from duotone.contract import *  # noqa: F403  # the contract library's names are duotone's own
from duotone.contract import __all__ as __all__
