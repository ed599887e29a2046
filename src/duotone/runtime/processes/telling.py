"""What somebody wants to be told of a process, which the channel of the turn promises or refuses."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Final

from duotone.errors import BadInput
from duotone.runtime.delivery import Promise, Refusal, ask_delivery
from duotone.runtime.events import Draft, Json
from duotone.runtime.processes.drafts import after
from duotone.runtime.processes.entries import Entry
from duotone.runtime.processes.matching import WatchRate
from duotone.runtime.processes.output import read_output

__all__ = ["Wishes", "completed"]

_TAIL: Final = 2_000
"""Bytes of the output that are in a notice."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """Where the events of a process go, and what is to be told of it."""

    session: str
    notify: bool = False
    """Whether its end is to be told."""
    watch: Sequence[str] = ()
    """Text whose lines are to be told."""
    rate: WatchRate = field(default_factory=WatchRate)
    run: str | None = None
    """The turn that asks."""

    def __post_init__(self) -> None:
        if isinstance(self.watch, str) or not all(self.watch):
            raise BadInput("watch", f"is {self.watch!r}; pass a list of texts, none of them empty")

    def ask(self, entry: Entry) -> Promise | None:
        """Ask for what is wished, note in `entry` what was granted or refused, and return the promise to be made."""
        end = self._asked("process.completed", entry) if self.notify else None
        find = self._asked("process.matched", entry) if self.watch else None
        refusals = [str(answer) for answer in (end, find) if isinstance(answer, Refusal)]
        promise = end if isinstance(end, Promise) else None
        watch = self._watch(find) if isinstance(find, Promise) else None
        told = None if promise is None else promise.to_json()
        entry.info = replace(entry.info, promise=told, watch=watch, note=refusals[0] if refusals else None)
        return promise

    def _asked(self, kind: str, entry: Entry) -> Promise | Refusal:
        return ask_delivery(kind, entry.info.id, session=self.session, run=self.run)

    def _watch(self, promise: Promise) -> dict[str, Json]:
        return {"patterns": list(self.watch), "rate": asdict(self.rate), "promise": promise.to_json()}


def completed(entry: Entry, draft: Draft) -> tuple[Promise, Json] | None:
    """Return what is to be told once an event has been written, if that is the end of a process and was promised."""
    info = after(entry.info, draft.kind, draft.data, time.time())
    if info.promise is None or entry.info.state.is_over:
        return None
    tail = read_output(entry.directory, entry.size, -1, _TAIL).text
    told: dict[str, Json] = {"process": info.id, "command": info.command, "state": info.state.value}
    return Promise.from_json(info.promise), {**told, "code": info.code, "reason": info.reason, "output": tail}
