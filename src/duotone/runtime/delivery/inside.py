"""Channels to readers in this process: a queue for scripts and the command line, an iterator, a callback, a reply."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Final

from duotone.contract.color import color_of
from duotone.contract.waits import name_of
from duotone.errors import IsStream, NotCallable, Undelivered
from duotone.runtime.delivery.channels import NOTHING, Abilities, Notice
from duotone.runtime.delivery.mailbox import Mailbox

__all__ = ["Callback", "InProcess", "InTurn", "Iterate"]

_HERE: Final = Abilities(in_turn=True, streaming=True, after_turn=True)
_IN_TURN: Final = Abilities(in_turn=True, streaming=True)


class _Closing:
    """A channel that can do something until it is closed."""

    _open: Abilities = _HERE

    def __init__(self, name: str) -> None:
        self.name = name
        self._is_closed = False

    @property
    def abilities(self) -> Abilities:
        """What it can do: nothing, once it is closed."""
        return NOTHING if self._is_closed else self._open

    def close(self) -> None:
        """Take no more, since nobody will read it."""
        self._is_closed = True

    def _refuse_if_closed(self) -> None:
        if self._is_closed:
            raise Undelivered(self.name, "its reader has closed it")


class InProcess(_Closing):
    """A channel for scripts and the command line: what comes is written, or kept until it is asked for.

    ``InProcess(print)`` writes a line for each notice; without a `write` of either color, `get` and `take_all` read.
    """

    def __init__(self, write: Callable[[str], object] | None = None, *, name: str = "in-process") -> None:
        """Reach a reader in this process, as long as that lives."""
        super().__init__(name)
        self._write = write
        self._mailbox = Mailbox()

    def deliver(self, notice: Notice) -> object:
        """Write or keep a notice."""
        self._refuse_if_closed()
        if self._write is not None:
            return self._write(f"[{notice.kind}] {notice.data}")
        self._mailbox.put(notice)
        return None

    def get(self, timeout: float | None = None) -> Notice | None:
        """Wait for a notice and return it, or None when the time is up."""
        return self._mailbox.get(timeout)

    def take_all(self) -> list[Notice]:
        """Return what has come and was not read, without waiting."""
        return self._mailbox.take_all()


class Iterate(_Closing):
    """A channel that is read with ``for`` or ``async for``, until somebody closes it.

    Several readers share what comes; bind one channel for each where all are to see all of it.
    """

    def __init__(self, *, name: str = "iterator") -> None:
        """Reach whoever iterates."""
        super().__init__(name)
        self._mailbox = Mailbox()

    def deliver(self, notice: Notice) -> None:
        """Let a notice be the next item."""
        if not self._mailbox.put(notice):
            self._refuse_if_closed()

    def close(self) -> None:
        """Let the iteration end once it has yielded all that has come."""
        super().close()
        self._mailbox.close()

    def __iter__(self) -> Iterator[Notice]:
        """Yield notices as they come."""
        while (notice := self._mailbox.get()) is not None:
            yield notice

    async def __aiter__(self) -> AsyncIterator[Notice]:
        """Yield notices as they come."""
        while (notice := await self._mailbox.aget()) is not None:
            yield notice


class Callback(_Closing):
    """A channel that calls a function of either color with each notice; one that raises has not delivered."""

    def __init__(self, function: Callable[[Notice], object], *, name: str = "callback") -> None:
        """Reach whoever is behind `function`; raises `NotCallable`, and `IsStream` for a generator."""
        super().__init__(name)
        if not callable(function):
            raise NotCallable(function, "Callback")
        color = color_of(function)
        if color.is_stream:
            raise IsStream(name_of(function), is_async=color.is_async)
        self._function = function

    def deliver(self, notice: Notice) -> object:
        """Call the function, and return what it returns, to be awaited if that is needed."""
        self._refuse_if_closed()
        return self._function(notice)


class InTurn(_Closing):
    """A channel that closes with the turn, as a request does that is answered: nothing can be promised on it."""

    _open = _IN_TURN

    def __init__(self, *, name: str = "reply") -> None:
        """Reach whoever waits for the turn to end."""
        super().__init__(name)
        self._mailbox = Mailbox()

    def deliver(self, notice: Notice) -> None:
        """Keep a notice for the answer."""
        self._refuse_if_closed()
        self._mailbox.put(notice)

    def take_all(self) -> list[Notice]:
        """Return what has come and was not read."""
        return self._mailbox.take_all()
