"""Seals on what is kept between runs, so that nothing of it is believed once a disk or a hand has changed it."""

from __future__ import annotations

import zlib

__all__ = ["Damaged", "sealed", "unsealed"]

_LENGTH = 4


class Damaged(Exception):
    """What was kept is not what was written."""


def sealed(data: bytes, *about: str | bytes) -> bytes:
    """Put a seal before some bytes, which holds for them together with what they are about."""
    return _seal(data, about) + data


def unsealed(kept: object, *about: str | bytes) -> bytes:
    """Give back what `sealed` was given. Raises `Damaged` if it can't be that."""
    if not isinstance(kept, bytes) or kept[:_LENGTH] != _seal(kept[_LENGTH:], about):
        message = "its seal is of something else"
        raise Damaged(message)
    return kept[_LENGTH:]


def _seal(data: bytes, about: tuple[str | bytes, ...]) -> bytes:
    total = 0
    for part in (*about, data):
        total = zlib.crc32(part.encode() if isinstance(part, str) else part, total)
    return total.to_bytes(_LENGTH, "big")
