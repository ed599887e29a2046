"""A portal: from any other thread, call something on the event loop where the portal was made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ParamSpec, Self, TypeVar, TypeVarTuple, overload

from duotone.contract.awaitables import discard
from duotone.contract.color import color_of, is_awaitable
from duotone.contract.crossing import run_to_end
from duotone.contract.guests import keep_guests
from duotone.contract.offloading import running_loop
from duotone.contract.settings import check_timeout
from duotone.contract.waits import name_of
from duotone.errors import IsStream, NotCallable, PortalClosed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

__all__ = ["Portal"]

P = ParamSpec("P")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Portal:
    """A way back to one event loop, for threads that know nothing of it.

    Make it inside the running loop and hand it to sync code. What is called through it runs on that loop, sync
    callables too, so they must not block. A portal is closed by `close` or at the end of its ``with`` block.
    """

    __slots__ = ("_is_closed", "_loop")

    def __init__(self) -> None:
        """Make a portal to the running loop; raises `NoRunningLoop` if there is none."""
        self._loop = running_loop("Portal")
        keep_guests(self._loop)
        self._is_closed = False

    @overload
    def run(self, callee: Awaitable[T], /, *, timeout: float | None = None) -> T: ...
    @overload
    def run(self, callee: Callable[P, Awaitable[T]], /, *args: P.args, **kwargs: P.kwargs) -> T: ...
    @overload
    def run(self, callee: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T: ...
    @overload
    def run(self, callee: Callable[[*Ts], Awaitable[T]], /, *args: *Ts, timeout: float | None) -> T: ...
    @overload
    def run(self, callee: Callable[[*Ts], T], /, *args: *Ts, timeout: float | None) -> T: ...
    def run(  # type: ignore[misc]  # options beside a ParamSpec can't be written in one signature
        self, callee: Any, /, *args: Any, timeout: float | None = None, **kwargs: Any
    ) -> Any:
        """Call `callee` on the portal's loop, and wait for its result on this thread.

        Raises, before anything is called: `PortalClosed`, `NotCallable`, `IsStream`, `BadTimeout`, `WrongLoop` if the
        loop has ended, and `WouldDeadlock` on the loop's own thread or where the loop waits for this code. A loop that
        ends meanwhile cancels what is under way, and what has not begun by then raises `HomeClosed`.
        """
        try:
            self._check(callee, args or kwargs, timeout)
        except BaseException:
            discard(callee)
            raise
        awaitable = _call(callee, args, kwargs) if callable(callee) else callee
        return run_to_end(awaitable, name_of(callee), timeout, self._loop)

    def _check(self, callee: object, arguments: object, timeout: float | None) -> None:
        if timeout is not None:
            check_timeout(timeout)
        if callable(callee):
            color = color_of(callee)
            if color.is_stream:
                raise IsStream(name_of(callee), is_async=color.is_async)
        elif not is_awaitable(callee) or arguments:
            raise NotCallable(callee, self.run.__qualname__)
        if self._is_closed:
            raise PortalClosed

    def close(self) -> None:
        """Take no more calls; those under way go on to their end."""
        self._is_closed = True

    def __enter__(self) -> Self:
        """Return the portal itself, which is closed at the end of the block."""
        return self

    def __exit__(self, *exc_info: object) -> None:
        """Close the portal."""
        self.close()


async def _call(callee: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    result = callee(*args, **kwargs)
    return await result if is_awaitable(result) else result
