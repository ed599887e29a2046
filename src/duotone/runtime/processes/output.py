"""Reads what a keeper has written down of a command's output, by the place of a byte in the whole."""

from __future__ import annotations

from codecs import getincrementaldecoder
from pathlib import Path
from typing import Final

from duotone.runtime.processes.records import Output

__all__ = ["SEGMENTS", "ends_of", "read_bytes", "read_output", "segment_size"]

SEGMENTS: Final = 5
"""Files that stay of an output: the first and the last four, of which one is being filled."""


def segment_size(limit: int) -> int:
    """Return the size of a file for an output of which `limit` bytes are to stay."""
    return max(1024, limit // (SEGMENTS - 1))


def read_output(directory: Path, size: int, after: int = 0, limit: int = 30_000) -> Output:
    """Return up to `limit` bytes past byte `after` as text; a negative one means the end."""
    data, start, total = read_bytes(directory, size, after, limit)
    text, read = _decoded(data)
    return Output(text, start, start + read, total, start - min(after, total) if after >= 0 else 0)


def read_bytes(directory: Path, size: int, after: int, limit: int) -> tuple[bytes, int, int]:
    """Return bytes past `after`, from the first that is still kept, where they start, and how many there are in all."""
    files, total = _files(directory, size)
    start = max(0, total - limit) if after < 0 else min(after, total)
    data = bytearray()
    for number in sorted(files):
        begin = number * size
        if begin + size <= start or len(data) >= limit:
            continue
        if begin > start + len(data):
            if data:
                break  # what follows is not next to what we have
            start = begin
        data += _bytes(files[number], start + len(data) - begin, limit - len(data))
    return bytes(data), start, max(total, start + len(data))


def ends_of(directory: Path, size: int, limit: int) -> tuple[str, int]:
    """Return the whole output if it has no more than `limit` bytes, else its head and its tail, and its size."""
    _, total = _files(directory, size)
    if total <= limit:
        return read_output(directory, size, 0, limit).text, total
    half = limit // 2
    head, tail = read_output(directory, size, 0, half), read_output(directory, size, total - half, half)
    left_out = tail.start - head.end
    return f"{head.text}\n[… {left_out:,} of {total:,} bytes left out …]\n{tail.text}", total


def _files(directory: Path, size: int) -> tuple[dict[int, Path], int]:
    """Return the files that are kept by their numbers, and how much was printed in all."""
    while True:
        files = {int(path.suffix[1:]): path for path in directory.glob("output.*")}
        if not files:
            return {}, 0
        last = max(files)
        try:
            return files, last * size + files[last].stat().st_size
        except FileNotFoundError:  # it prints so fast that the last one has been dropped meanwhile
            continue


def _bytes(path: Path, skipped: int, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            file.seek(skipped)
            return file.read(most)
    except FileNotFoundError:  # the keeper has just dropped it
        return b""


def _decoded(data: bytes) -> tuple[str, int]:
    """Return the text of `data` and how many bytes it takes; half a character at the end is left for the next part."""
    decoder = getincrementaldecoder("utf-8")("replace")
    text = decoder.decode(data)
    pending = len(decoder.getstate()[0])
    if not text:
        return decoder.decode(b"", final=True), len(data)
    return text, len(data) - pending
