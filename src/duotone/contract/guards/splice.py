"""An attribute of a module, class or object that is replaced for a while and put back exactly as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Splice"]


class Splice:
    """A replacement in its place, until `undo`."""

    __slots__ = ("_is_inherited", "_name", "_original", "_owner", "_replacement")

    def __init__(self, owner: object, name: str, make: Callable[[Any], Any]) -> None:
        """Replace the attribute `name` of `owner` by what `make` makes of it."""
        self._owner = owner
        self._name = name
        self._is_inherited = name not in vars(owner)
        self._original = getattr(owner, name)
        self._replacement = make(self._original)
        setattr(owner, name, self._replacement)

    def undo(self) -> bool:
        """Put the original back, and tell whether that could be done.

        It can't if somebody else has since replaced our replacement, and may still call it.
        """
        if vars(self._owner).get(self._name) is not self._replacement:
            return False
        if self._is_inherited:
            delattr(self._owner, self._name)
        else:
            setattr(self._owner, self._name, self._original)
        return True
