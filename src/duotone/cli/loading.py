"""What a command needs and may not be installed: imported when it runs, and refused in one line where it can't be."""

from __future__ import annotations

import importlib
from typing import Any

from duotone.errors import MissingExtra, WrongUse

__all__ = ["load"]


def load(module: str, extra: str, feature: str) -> Any:
    """Import a part of duotone, or a package; raises `MissingExtra` if something is not installed."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "duotone":
            message = f"`{feature}` is not part of this version of duotone; install a newer one"
            raise WrongUse(message) from error
        raise MissingExtra(feature, extra) from error
