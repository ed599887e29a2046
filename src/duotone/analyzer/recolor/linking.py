"""A project that is read and linked, and asked about names file by file."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from duotone.analyzer import work
from duotone.analyzer.recolor.documents import document_in_markdown
from duotone.analyzer.recolor.entries import started_from_outside
from duotone.analyzer.recolor.records import Direction, Survey
from duotone.analyzer.recolor.surveying import Question, in_document, surveyed
from duotone.analyzer.settings import Settings
from duotone.analyzer.work import Shared

__all__ = ["Linked"]


class Linked:
    """All files of a run; `documents` are Markdown, whose code can be read, and `texts` can't."""

    def __init__(self, shared: Shared, files: Sequence[Path], documents: Sequence[Path], settings: Settings) -> None:
        self.shared = shared
        self.settings = settings
        self.files = [str(path) for path in files]
        self.documents = [str(path) for path in documents if path.suffix != ".rst"]
        self.texts = [str(path) for path in documents if path.suffix == ".rst"]
        self.started = started_from_outside(settings.root)

    def survey(self, names: Iterable[str], direction: Direction, classes: Mapping[str, str]) -> list[Survey]:
        """Ask every file that mentions one of the names; `classes` are those that documents may use without import."""
        wanted = frozenset(names)
        pattern = re.compile("|".join(sorted(map(re.escape, wanted))).encode())
        found: list[Survey] = []
        ask = functools.partial(surveyed, names=wanted, direction=direction)
        files = self._mentioning(self.files, pattern)
        if any(b"Protocol" in _bytes(self.shared, path) for path in files):
            # Who gives a class for a protocol need not mention the method.
            owners = re.compile("|".join(map(re.escape, (*wanted, *classes))).encode())
            files = self._mentioning(self.files, owners)
        for chunk in work.spread(ask, files, self.shared, self.settings.jobs):
            found += chunk
        prelude = "".join(f"from {module} import {name}; " for name, module in sorted(classes.items()))
        for path in self._mentioning(self.documents, pattern):
            text = Path(path).read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")
            document = document_in_markdown(text, prelude)
            if document is not None:
                found.append(in_document(self.shared, path, document, Question(wanted, direction)))
        return found

    def _mentioning(self, paths: Sequence[str], pattern: re.Pattern[bytes]) -> list[str]:
        return [path for path in paths if pattern.search(_bytes(self.shared, path))]


def _bytes(shared: Shared, path: str) -> bytes:
    try:
        data = shared.bytes_of(path)
    except OSError:
        return b""
    return data if isinstance(data, bytes) else data.encode("utf-8", "replace")
