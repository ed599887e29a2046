"""Damage to real files: lines and tokens that are lost, doubled, swapped, moved in or out, and bytes of no sense."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

__all__ = ["damaged"]

_TOKEN = re.compile(r"\w+|[^\w\s]+|\s+")
_PIECES = [
    "(", ")", "[", "}", '"', '"""', "\n", "\\", ":", "=", "def ", "class ", "async ", "await ", "*", "@", "#", "\t",
    "f'{", "\x0c", "é", "lambda: ", "yield ", "type X = int\n", "except A, B:\n", "match x:\n  case (", "global x\n",
    "from . import *\n", "(x := ", "async for ", "return ", "self.", "del ", "nonlocal x\n",
]  # fmt: skip
_BYTES = [b"\xff", b"\x00", b"\xc3\x28", b"\r", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"# coding: latin-1\n"]


def damaged(source: random.Random, texts: Sequence[str]) -> bytes:
    """One of the texts with up to four kinds of damage, and sometimes bytes that no text has."""
    text = source.choice(texts)
    for _ in range(source.randint(1, 4)):
        text = source.choice(_DAMAGES)(source, text, texts)
    data = text.encode(errors="surrogatepass")
    if source.random() < 0.1:
        at = source.randint(0, len(data))
        data = data[:at] + source.choice(_BYTES) + data[at:]
    return data


def _lines(source: random.Random, text: str, _texts: Sequence[str]) -> str:
    lines = text.splitlines(keepends=True) or [""]
    return "".join(_shuffled(source, lines))


def _tokens(source: random.Random, text: str, _texts: Sequence[str]) -> str:
    return "".join(_shuffled(source, _TOKEN.findall(text) or [""]))


def _shuffled(source: random.Random, parts: list[str]) -> list[str]:
    """Lose, double, swap or move some parts."""
    for _ in range(source.randint(1, 8)):
        one, other = source.randrange(len(parts)), source.randrange(len(parts))
        match source.randrange(4):
            case 0:
                parts[one] = ""
            case 1:
                parts[one] *= 2
            case 2:
                parts[one], parts[other] = parts[other], parts[one]
            case _:
                parts.insert(other, parts[one])
    return parts


def _spliced(source: random.Random, text: str, texts: Sequence[str]) -> str:
    other = source.choice(texts)
    return text[: source.randint(0, len(text))] + other[source.randint(0, len(other)) :]


def _indented(source: random.Random, text: str, _texts: Sequence[str]) -> str:
    lines = text.splitlines(keepends=True) or [""]
    start = source.randrange(len(lines))
    for index in range(start, min(len(lines), start + source.randint(1, 30))):
        lines[index] = lines[index].removeprefix("    ") if start % 2 else f"    {lines[index]}"
    return "".join(lines)


def _inserted(source: random.Random, text: str, _texts: Sequence[str]) -> str:
    at = source.randint(0, len(text))
    return text[:at] + source.choice(_PIECES) + text[at + source.choice((0, 0, 1, 40)) :]


def _cut(source: random.Random, text: str, _texts: Sequence[str]) -> str:
    return text[: source.randint(0, len(text))]


def _recolored(source: random.Random, text: str, _texts: Sequence[str]) -> str:
    """Colors where they don't belong: the one kind of damage that the rules are about."""
    was, becomes = source.choice([("async ", ""), ("await ", ""), ("def ", "async def "), ("return ", "return await ")])
    return text.replace(was, becomes, source.randint(1, 20))


_DAMAGES: list[Callable[[random.Random, str, Sequence[str]], str]] = [
    _lines,
    _tokens,
    _spliced,
    _indented,
    _inserted,
    _cut,
    _recolored,
]
