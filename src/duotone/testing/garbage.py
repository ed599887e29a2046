"""What a test leaves to the garbage collector, kept apart from everything that was there before it.

Objects that exist when a test begins are frozen, so that a collection at its end looks at the test's own objects
alone and takes well under a millisecond. Whoever asks for a full collection during the test gets one.
"""

from __future__ import annotations

import gc
import inspect
from time import monotonic
from types import CoroutineType
from typing import Any, ClassVar

__all__ = ["Garbage"]

_FULL_COLLECTION_EVERY = 10.0
"""Seconds after which what is older than the tests is collected too, which the frozen state would put off for ever."""
_PAUSES = 50
"""How many times as long as that has taken last it is left alone at least: so much time is for the tests."""


class Garbage:
    """The objects of one test after another."""

    _is_our_own: ClassVar[bool] = False
    """Whether the collection that goes on was asked for here; of all instances, since pytest may run inside pytest."""

    def __init__(self) -> None:
        """Have no test."""
        self._is_frozen = False
        self._due = monotonic() + _FULL_COLLECTION_EVERY

    def begin(self) -> None:
        """Keep apart everything that exists now."""
        if monotonic() > self._due:
            self._collect_everything()
        gc.callbacks.append(self._before_collection)
        gc.freeze()
        self._is_frozen = True

    @property
    def is_quick(self) -> bool:
        """Whether a collection takes little time: not once the test has brought about a full one."""
        return self._is_frozen

    def collect(self) -> None:
        """Free what the test has left in circles."""
        Garbage._is_our_own = True
        gc.collect()
        Garbage._is_our_own = False

    def _collect_everything(self) -> None:
        begun = monotonic()
        gc.collect()
        ended = monotonic()
        self._due = ended + max(_FULL_COLLECTION_EVERY, _PAUSES * (ended - begun))

    def unawaited(self) -> list[CoroutineType[Any, Any, Any]]:
        """Return the coroutines of this test that live on and have not been started."""
        if not self._is_frozen:  # a list of everything would be long, and say nothing about this test
            return []
        coroutines: list[CoroutineType[Any, Any, Any]] = [
            thing for thing in gc.get_objects() if type(thing) is CoroutineType
        ]
        return [one for one in coroutines if inspect.getcoroutinestate(one) == inspect.CORO_CREATED]

    def end(self) -> None:
        """Let the collector see everything again."""
        gc.callbacks.remove(self._before_collection)
        self._thaw()

    def _before_collection(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start" and info["generation"] == 2 and not Garbage._is_our_own:  # noqa: PLR2004  # the oldest
            self._thaw()

    def _thaw(self) -> None:
        if self._is_frozen:
            gc.unfreeze()
            self._is_frozen = False
