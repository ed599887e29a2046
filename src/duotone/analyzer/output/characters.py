"""Characters that a terminal, a file or a format can't take as they are, made harmless and kept recognizable."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["display_widths", "encodable", "one_line", "visible"]

_SURROGATE = re.compile(r"[\ud800-\udfff]")
_BYTES = range(0xDC80, 0xDD00)  # what the surrogateescape handler makes of 0x80 to 0xff
_JOINER, _EMOJI_STYLE = "\u200d", "\ufe0f"
_SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))

# Escape sequences could rewrite the terminal, and marks of direction show code in another order than it has.
_HARMFUL = (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF)
_AS_PICTURES = {
    **dict.fromkeys(_HARMFUL, "\ufffd"),
    **{number: chr(0x2400 + number) for number in range(0x20)},
    0x7F: "\u2421",
}
_AS_QUESTIONS = dict.fromkeys(_HARMFUL, "?")


def encodable(text: str) -> str:
    r"""Write lone surrogates as escapes, those that stand for undecodable bytes as `\xff`; all else stays as it is."""
    return text if text.isascii() else _SURROGATE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    number = ord(match[0])
    return f"\\x{number - 0xDC00:02x}" if number in _BYTES else f"\\u{number:04x}"


def visible(text: str, *, unicode: bool = True) -> str:
    """Replace what is not for the eye, character by character: controls, marks of direction, line separators."""
    return encodable(text).translate(_AS_PICTURES if unicode else _AS_QUESTIONS)


def one_line(text: str, *, unicode: bool = True) -> str:
    """Return the text for a place where a line ends the message; tabs become spaces."""
    parts = (part.strip() for part in text.replace("\t", " ").splitlines())
    return visible(" ".join(filter(None, parts)), unicode=unicode)


def display_widths(text: str) -> list[int]:
    """Return for each character how many columns of a terminal it takes beyond those before it.

    Terminals don't agree about emoji that are joined from several; here they take the room of their first.
    """
    if text.isascii():
        return [1] * len(text)
    widths: list[int] = []
    before, room_before = "", 0
    for character in text:
        width = _width(character)
        if before == _JOINER or (character in _SKIN_TONES and room_before == 2):  # noqa: PLR2004  # a wide one
            width = 0
        elif character == _EMOJI_STYLE and room_before == 1 and not before.isascii():
            width = 1
        widths.append(width)
        before = character
        if width:
            room_before = width
    return widths


def _width(character: str) -> int:
    if character.isascii() or character == "\xad":
        return 1
    if unicodedata.category(character) in {"Cf", "Me", "Mn"} or "\u1160" <= character <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"F", "W"} else 1
