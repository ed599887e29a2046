"""Room for large projects: a stack that matches somebody's nesting, and no search for garbage among facts that stay."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

__all__ = ["with_room", "without_collector"]

Params = ParamSpec("Params")
Result = TypeVar("Result")

# Generated code has thousands of branches in one `if`, or terms in one sum, and each takes some calls to follow. The
# stack is only reserved: what isn't used costs no memory.
_CALLS = 50_000
_STACK = 512 * 2**20
_lock = threading.Lock()


def with_room(function: Callable[Params, Result], *args: Params.args, **kwargs: Params.kwargs) -> Result:
    """Call a function on a thread of its own, which may recurse deeply, and return or raise what it does."""
    outcome: list[Result] = []
    failure: list[BaseException] = []

    def work() -> None:
        try:
            outcome.append(function(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001  # raised again by who waits
            failure.append(error)

    with _room():
        # A daemon, so that Ctrl-C, which only its waiter gets, ends the process at once.
        thread = _started(work)
        thread.join()
    if failure:
        raise failure[0]
    return outcome[0]


def _started(work: Callable[[], None]) -> threading.Thread:
    with _lock:
        before = threading.stack_size()
        try:
            threading.stack_size(_STACK)
            thread = threading.Thread(target=work, name="duotone-room", daemon=True)
            thread.start()
        finally:
            threading.stack_size(before)
    return thread


@contextmanager
def _room() -> Generator[None]:
    """Let calls nest deeply; the limit is one for all threads, so it is put back."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _CALLS))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@contextmanager
def without_collector(*, is_last: bool = False) -> Generator[None]:
    """Look for no cycles for a while: facts are many and live until the end, and looking at them again is time lost.

    The last thing that a process does leaves nothing to look at afterwards, either.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_last:
            gc.freeze()
        if was_enabled:
            gc.enable()
