"""Coroutines that a test has lost, also those that only the garbage collector finds."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, NamedTuple

from duotone.contract.guards.coroutines import Lost, watch_coroutines
from duotone.testing.faults import LOST_COROUTINE
from duotone.testing.garbage import Garbage

if TYPE_CHECKING:
    from duotone.testing.record import Record

__all__ = ["LostCoroutines"]


class _Maker(NamedTuple):
    """The test that made a coroutine which was still there, and not awaited, when the test ended."""

    coroutine: weakref.ref[Any]
    test: str
    has_failed: bool


class LostCoroutines:
    """Notes every coroutine that is lost while a test runs, with the test that made it if that was an earlier one."""

    def __init__(self) -> None:
        """Watch all coroutines from now on."""
        self._garbage = Garbage()
        self._record: Record | None = None
        self._makers: dict[int, _Maker] = {}
        self._watch = watch_coroutines(self._note)

    def begin(self, record: Record) -> None:
        """Note for `record` what is lost from now on."""
        self._garbage.begin()
        self._record = record

    def settle(self) -> None:
        """Free what is lost already, if only the collector knows; it can wait for the end where that takes long."""
        if self._garbage.is_quick:
            self._garbage.collect()

    def end(self) -> None:
        """Remember who made what lives on, so that no later test is blamed for it."""
        self._garbage.collect()
        record, self._record = self._record, None
        assert record is not None
        self._makers = {key: maker for key, maker in self._makers.items() if maker.coroutine() is not None}
        for coroutine in self._garbage.unawaited():
            self._makers[id(coroutine)] = _Maker(weakref.ref(coroutine), record.test, record.has_failed)
        self._garbage.end()

    def close(self) -> None:
        """Watch no more; what failed tests have kept must not be heard of when the interpreter ends."""
        for maker in self._makers.values():
            if maker.has_failed and (coroutine := maker.coroutine()) is not None:
                coroutine.close()
        self._watch.close()

    def _note(self, lost: Lost) -> bool:
        """Note a loss, and tell whether that is all that anybody need hear of it."""
        maker = self._makers.pop(lost.identity, None)
        record = self._record
        origin = maker or record
        if origin is not None and origin.has_failed:
            return True  # a test that fails halfway awaits nothing more; its traceback may keep the rest for a while
        if record is None or LOST_COROUTINE in record.allowed:
            return False
        record.lost.append((lost, None if maker is None else maker.test))
        return True
