"""Bytes to text, as Python reads source files: byte order marks, PEP 263 comments or UTF-8, and all line ends."""

from __future__ import annotations

import codecs
import io
import tokenize

from duotone.analyzer.parsing.records import Fault

__all__ = ["decode"]

_UTF_8 = "utf-8"


def decode(data: bytes | str) -> tuple[str, Fault | None]:
    """The text of a file with its line ends as line feeds, and what is wrong with its encoding.

    What can't be decoded becomes U+FFFD, one for each run of bad bytes, rather than Latin-1: the rest of such a file is
    mostly right, and its columns stay right. What has null bytes is no text, and comes back empty.
    """
    fault: Fault | None = None
    if isinstance(data, bytes):
        if b"\0" in data:
            return "", Fault(1, 1, 1, 1, "not text")
        text, fault = _decode_bytes(data)
    else:
        if "\0" in data:
            return "", Fault(1, 1, 1, 1, "not text")
        text = data.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text, fault


def _decode_bytes(data: bytes) -> tuple[str, Fault | None]:
    data = data.removeprefix(codecs.BOM_UTF8)
    encoding, fault = _encoding_of(data)
    try:
        return data.decode(encoding), fault
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        start = data.rfind(b"\n", 0, error.start) + 1
        column = len(data[start : error.start].decode(encoding, "replace")) + 1
        message = (
            f"not {encoding}: byte 0x{data[error.start]:02x} can't be decoded; name the encoding in a comment (PEP 263)"
        )
        fault = Fault(line, column, line, column + 1, message)
        return data.decode(encoding, "replace"), fault
    except (LookupError, UnicodeError, ValueError):
        # A codec that isn't one for text, or that refuses all of it.
        return data.decode(_UTF_8, "replace"), Fault(1, 1, 1, 1, f"not an encoding for source code: {encoding}")


def _encoding_of(data: bytes) -> tuple[str, Fault | None]:
    """What the comment in the first two lines says."""
    first = data.find(b"\n")
    second = data.find(b"\n", first + 1)
    head = data[: second if second >= 0 else len(data)]
    if b"coding" not in head:
        return _UTF_8, None
    head = head.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    # A line that isn't UTF-8 is refused before the comment below it is looked at; the comment is ASCII, and enough.
    lines = head.decode("latin-1").encode("ascii", "replace")
    try:
        return tokenize.detect_encoding(io.BytesIO(lines).readline)[0], None
    except SyntaxError as error:
        return _UTF_8, Fault(1, 1, 1, 1, str(error.msg))
