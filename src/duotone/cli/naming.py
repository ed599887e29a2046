"""Functions and objects that a command is given by their names: `package.module:name`."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

from duotone.errors import WrongUse

__all__ = ["named", "see_directory"]


def see_directory() -> None:
    """Find modules from where the command is given, as `python -m` does."""
    if os.getcwd() not in sys.path:  # noqa: PTH109  # compared with texts
        sys.path.insert(0, os.getcwd())  # noqa: PTH109


def named(text: str, what: str) -> Any:
    """Return what `module:name` names; raises `WrongUse`."""
    see_directory()
    module, sign, name = text.partition(":")
    if not sign:
        message = f"{text!r} names no {what}; write MODULE:NAME"
        raise WrongUse(message)
    try:
        return getattr(importlib.import_module(module), name)
    except ModuleNotFoundError as error:
        message = f"there is no module {error.name!r}; run this where it can be imported"
        raise WrongUse(message) from error
    except AttributeError as error:
        if getattr(error, "name", None) != name:
            raise  # of the module itself
        message = f"module {module!r} has no {name!r}"
        raise WrongUse(message) from error
