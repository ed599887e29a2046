"""A log file of this machine: looked at without a trace, or opened to write."""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

from duotone.errors import NoSuchPath

if TYPE_CHECKING:
    from duotone.runtime.log import Log
    from duotone.runtime.log.addresses import Address
    from duotone.runtime.log.views import LogView

__all__ = ["Place"]


class Place:
    """A log that is there; nothing is read from one that isn't, since an empty answer would hide that."""

    def __init__(self, path: Path | Address) -> None:
        self.path = path

    @contextlib.contextmanager
    def looked_at(self) -> Generator[LogView]:
        """Open it to read one state of it."""
        from duotone.runtime.log.reading import looked_at

        with looked_at(self.existing()) as view:
            yield view

    @contextlib.contextmanager
    def opened(self, *, may_be_new: bool = False) -> Generator[Log]:
        """Open it to read and write."""
        from duotone.runtime.log import Log

        with Log(self.path if may_be_new else self.existing()) as log:
            yield log

    def existing(self) -> Path | Address:
        """Return its path; raises `NoSuchPath` where there is no file."""
        if not isinstance(self.path, Path) or self.path.is_file():
            return self.path
        message = (
            f"there is no log {str(self.path)!r}; name one with --log FILE or DUOTONE_LOG, or a server with --server"
        )
        raise NoSuchPath(message)
