"""The root of all errors, and the root of all warnings."""

from __future__ import annotations

__all__ = ["DuotoneError", "DuotoneWarning"]


class DuotoneError(Exception):
    """The root of every error that duotone raises; each can be sent to another process."""

    recipe: str = ""
    """The end of the message, if it names a call of the library: whoever reads it elsewhere needs another one."""

    @property
    def situation(self) -> str:
        """What has happened, without that: what a log keeps, which is read by commands, clients and people."""
        return str(self).removesuffix(f"; {self.recipe}") if self.recipe else str(self)

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from the message and the data, since the arguments of most were put into the message."""
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(kind: type[DuotoneError], args: tuple[object, ...], data: dict[str, object]) -> DuotoneError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(data)
    return error


class DuotoneWarning(Warning):
    """The root of every warning that duotone issues."""
