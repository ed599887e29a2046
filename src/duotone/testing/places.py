"""Places in code as a reader wants them: short, with their source line, in the reader's own code where possible."""

from __future__ import annotations

import linecache
import os
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

from duotone import errors
from duotone.contract.guards.coroutines import Place

if TYPE_CHECKING:
    from types import FrameType

__all__ = ["own_place", "places_of", "shorten", "show"]

_OURS = str(Path(errors.__file__).parent.parent)
_INSTALLED = tuple(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib"))


def own_place(places: list[Place]) -> Place | None:
    """Return the first place that is neither Python's, nor installed, nor duotone's; else the first of all."""
    own = (place for place in places if not place.file.startswith((*_INSTALLED, _OURS, "<")))
    return next(own, places[0] if places else None)


def places_of(frame: FrameType | None) -> list[Place]:
    """Return the places of a frame and of those that called it, innermost first."""
    places: list[Place] = []
    while frame is not None:
        places.append(Place(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name))
        frame = frame.f_back
    return places


def shorten(file: str) -> str:
    """Return a path from the current directory if that is shorter."""
    relative = os.path.relpath(file)
    return file if relative.startswith(os.pardir) else relative


def show(place: Place) -> str:
    """Return a place and its source line, as pytest shows them."""
    source = linecache.getline(place.file, place.line).strip()
    return f"{shorten(place.file)}:{place.line}: in {place.function}\n    {source}".rstrip()
