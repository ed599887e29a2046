"""The write-ahead log beside a database, looked at byte by byte: SQLite leaves out what is damaged, and says nothing.

Every frame has the salts of its time and a checksum over all frames up to it. One whose checksum is wrong was either
cut short with its process, and was never acknowledged, or was changed later. It was changed if the shared index knew
it as committed, or if frames of the same time follow it.
"""

from __future__ import annotations

import struct
import time
from pathlib import Path
from typing import Final, NamedTuple

from duotone.runtime.log.chain import Damage
from duotone.runtime.log.presence import PRESENCE

__all__ = ["wal_damage"]

_HEADER: Final = struct.Struct(">8I")
_FRAME: Final = struct.Struct(">6I")
_MAGICS: Final = {0x377F0682: "<", 0x377F0683: ">"}
"""The first number of the file, and the order of bytes in which checksums are taken."""
_WORD: Final = 0xFFFFFFFF
_TRIES: Final = 3
_PAUSE: Final = 0.05
_WHERE: Final = "the write-ahead log"


class _Index(NamedTuple):
    """What the shared index says: so many frames are committed under these salts."""

    committed: int = 0
    salts: bytes = b""


def wal_damage(path: Path) -> list[Damage]:
    """Return what is wrong with the write-ahead log of a database, if it has one.

    While others append, a frame can be seen half-written. So what looks wrong is looked at again.
    """
    found: list[Damage] = []
    for _ in range(_TRIES):
        before, found = found, _look(path)
        if not found or found == before:
            break
        time.sleep(_PAUSE)
    return found


def _look(path: Path) -> list[Damage]:
    index = _read_index(path)
    try:
        data = Path(f"{path}-wal").read_bytes()
    except FileNotFoundError:
        return []
    if len(data) <= _HEADER.size:
        return []
    magic, _, size, _, *_ = _HEADER.unpack_from(data)
    order = _MAGICS.get(magic)
    if order is None or _checksum(order, data[:24], (0, 0)) != _HEADER.unpack_from(data)[6:]:
        return [Damage(_WHERE, "its header is damaged, so nothing of it can be read")]
    number = _first_wrong(data, size, order)
    committed = index.committed if index.salts == data[16:24] else 0
    if number is None or (number > committed and not _has_more(data, size, number)):
        return []
    return [Damage(f"{_WHERE}, frame {number}", "its checksum is wrong, so it and all after it can't be read")]


def _read_index(log: Path) -> _Index:
    try:
        header = PRESENCE.first_bytes(Path(f"{log}-shm"), 40, log=log)
    except OSError:
        return _Index()
    if len(header) < 40:  # noqa: PLR2004  # nobody has filled it
        return _Index()
    [committed] = struct.unpack_from("=I", header, 16)
    return _Index(committed, header[32:40])


def _first_wrong(data: bytes, size: int, order: str) -> int | None:
    """Return the number of the first frame that belongs to this time and has a wrong checksum."""
    salts, sums = data[16:24], _HEADER.unpack_from(data)[6:]
    for number, start in enumerate(range(_HEADER.size, len(data) - _FRAME.size - size + 1, _FRAME.size + size), 1):
        if data[start + 8 : start + 16] != salts:
            # Frames of an earlier time differ in both salts, since one counts up and the other is drawn anew.
            is_near = data[start + 8 : start + 12] == salts[:4] or data[start + 12 : start + 16] == salts[4:]
            return number if is_near or _has_more(data, size, number) else None
        page = data[start + _FRAME.size : start + _FRAME.size + size]
        sums = _checksum(order, data[start : start + 8] + page, sums)
        if sums != _FRAME.unpack_from(data, start)[4:]:
            return number
    return None


def _has_more(data: bytes, size: int, number: int) -> bool:
    """Say whether a frame of this time stands after that one."""
    step = _FRAME.size + size
    starts = range(_HEADER.size + number * step, len(data) - _FRAME.size + 1, step)
    return any(data[start + 8 : start + 16] == data[16:24] for start in starts)


def _checksum(order: str, data: bytes, sums: tuple[int, ...]) -> tuple[int, int]:
    """Return SQLite's checksum of `data`, whose length is a multiple of 8, going on from `sums`."""
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & _WORD
        second = (second + odd + first) & _WORD
    return first, second
