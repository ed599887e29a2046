"""The bytes of a source file as text and back, without a byte lost, and whether they still are Python."""

from __future__ import annotations

import ast
import codecs
import dataclasses
import io
import tokenize
import warnings
from collections.abc import Sequence

from duotone.analyzer.edits.notebooks import edited_notebook
from duotone.analyzer.findings import Edit
from duotone.analyzer.output.diff import apply
from duotone.analyzer.parsing import parse
from duotone.errors import Broken, NotEditable

__all__ = ["edited", "is_notebook", "is_sound", "text_of"]

_NOTEBOOK = ".ipynb"


@dataclasses.dataclass(frozen=True, slots=True)
class _Content:
    """A text with the mark before it and the codec behind it."""

    mark: bytes
    text: str
    encoding: str

    def encoded(self, text: str) -> bytes:
        return self.mark + text.encode(self.encoding)


def edited(data: bytes, path: str, edits: Sequence[Edit]) -> bytes:
    """Return a file's bytes with the edits made, and every byte outside of them as it was.

    Raises `NotEditable`, `Broken`, and what `output.diff.apply` raises.
    """
    content = _read(data, path)
    change = edited_notebook if is_notebook(path) else apply
    try:
        after = content.encoded(change(content.text, edits))
    except UnicodeEncodeError as error:
        raise NotEditable(path) from error
    if is_sound(data, path) and not is_sound(after, path):
        raise Broken(path)
    return after


def text_of(data: bytes, path: str) -> str:
    """Return the text of a file with its own line ends and without a mark. Raises `NotEditable`."""
    return _read(data, path).text


def is_notebook(path: str) -> bool:
    """Say whether a path is that of a notebook."""
    return path.endswith(_NOTEBOOK)


def is_sound(data: bytes, path: str) -> bool:
    """Say whether Python can read a file: its grammar, and where `await` may stand in it."""
    parsed = parse(data, path=path)
    return not parsed.faults and _compiles(parsed.tree, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT if is_notebook(path) else 0)


def _compiles(tree: ast.Module, flags: int) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(tree, "<edited>", "exec", flags=flags, dont_inherit=True)
        except (SyntaxError, ValueError):
            return False
        except (TypeError, RecursionError, MemoryError):
            return True  # syntax that is newer than this Python, or more of it than it takes
    return True


def _read(data: bytes, path: str) -> _Content:
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    body = data.removeprefix(mark)
    try:
        encoding = "utf-8" if is_notebook(path) else tokenize.detect_encoding(io.BytesIO(body).readline)[0]
        content = _Content(mark, body.decode(encoding), encoding)
        if content.encoded(content.text) == data:
            return content
    except (SyntaxError, LookupError, UnicodeError) as error:
        raise NotEditable(path) from error
    raise NotEditable(path)
