"""Looks for patterns in the output of one process, and has each find delivered once, also after a restart."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from duotone.runtime.delivery.promises import Promise
from duotone.runtime.events import Json
from duotone.runtime.processes.drafts import process_matched
from duotone.runtime.processes.entries import Entry
from duotone.runtime.processes.matching import Found, Matcher, WatchRate
from duotone.runtime.processes.output import read_bytes

__all__ = ["Watching"]

_CHUNK: Final = 1 << 18


class Watching:
    """The watch on one process: from where its last find was, to the end of its output."""

    def __init__(self, entry: Entry, watch: Mapping[str, Any]) -> None:
        self._entry = entry
        self._promise = Promise.from_json(watch["promise"])
        self._matcher = Matcher(watch["patterns"], WatchRate(**watch["rate"]))
        self._at = entry.info.scanned
        self.is_over = False

    def scan(self, *, is_final: bool = False) -> None:
        """Look at what was printed since; at the end also at a line that has no end."""
        while not self.is_over:
            data, start, _ = read_bytes(self._entry.directory, self._entry.size, self._at, _CHUNK)
            is_all = len(data) < _CHUNK
            takes_all = is_final or (b"\n" not in data and not is_all)
            whole = data if takes_all else data[: data.rfind(b"\n") + 1]
            self._look(whole, start + len(whole), is_final=is_final and is_all)
            if is_all:
                return

    def _look(self, data: bytes, at: int, *, is_final: bool) -> None:
        lines = data.decode("utf-8", "replace").splitlines()
        found = self._matcher.look(lines, time.monotonic(), is_final=is_final)
        if found is not None:
            self._tell(found, at)
        self._at = at
        self.is_over = is_final or (found is not None and found.is_last)

    def _tell(self, found: Found, at: int) -> None:
        info = self._entry.info
        then = self._instead() if found.is_last and info.promise is None else None
        matched = process_matched(info.id, found.lines, found.held_back, at, None if then is None else then.to_json())
        told: dict[str, Json] = {"process": info.id, "command": info.command, "lines": list(found.lines)}
        more: dict[str, Json] = {"held_back": found.held_back, "is_last": found.is_last}
        notice = self._promise.numbered(info.matches + 1)
        self._entry.record(matched, ready=(notice, {**told, **more}), made=then)

    def _instead(self) -> Promise:
        """Return the promise to say when the process has ended, in the place of further finds."""
        return replace(self._promise, id=f"{self._promise.id}.end", kind="process.completed")
