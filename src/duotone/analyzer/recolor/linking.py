"""A project that is read and linked, and asked about names file by file."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from duotone.analyzer import parsing, work
from duotone.analyzer.outline import outline_of
from duotone.analyzer.parsing import Parsed
from duotone.analyzer.recolor.documents import Document, document_in_docstrings, document_in_markdown
from duotone.analyzer.recolor.records import Definition, Direction, Mention, Survey
from duotone.analyzer.recolor.surveying import Surveyor, surveyed
from duotone.analyzer.settings import Settings
from duotone.analyzer.work import Shared

__all__ = ["Linked"]


class Linked:
    """All files of a run, Markdown included."""

    def __init__(self, shared: Shared, files: Sequence[Path], documents: Sequence[Path], settings: Settings) -> None:
        self.shared = shared
        self.settings = settings
        self.files = [str(path) for path in files]
        self.documents = [str(path) for path in documents]

    def survey(self, names: Iterable[str], direction: Direction, classes: Mapping[str, str]) -> list[Survey]:
        """Ask every file that mentions one of the names; `classes` are those that documents may use without import."""
        wanted = frozenset(names)
        pattern = re.compile("|".join(sorted(map(re.escape, wanted))).encode())
        found: list[Survey] = []
        ask = functools.partial(surveyed, names=wanted, direction=direction)
        for chunk in work.spread(ask, self._mentioning(self.files, pattern), self.shared, self.settings.jobs):
            found += chunk
        prelude = "".join(f"from {module} import {name}; " for name, module in sorted(classes.items()))
        for path in self._mentioning(self.documents, pattern):
            text = Path(path).read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")
            document = document_in_markdown(text, prelude)
            if document is not None:
                found.append(self._in_document(path, document, wanted, direction))
        for path in self._mentioning(self.files, pattern):
            found += self._in_docstrings(path, wanted, direction)
        return found

    def _mentioning(self, paths: Sequence[str], pattern: re.Pattern[bytes]) -> list[str]:
        return [path for path in paths if pattern.search(_bytes(self.shared, path))]

    def _in_docstrings(self, path: str, names: frozenset[str], direction: Direction) -> list[Survey]:
        if path.endswith(".ipynb"):
            return []
        parsed = parsing.parse(self.shared.bytes_of(path), path=path)
        module = self.shared.modules.name_of(Path(path))
        document = document_in_docstrings(parsed.tree, parsed.text, f"from {module} import *")
        if document is None or not any(name in document.text for name in names):
            return []
        return [self._in_document(path, document, names, direction)]

    def _in_document(self, path: str, document: Document, names: frozenset[str], direction: Direction) -> Survey:
        """Survey the code of a document as a module of its own, which may await where it likes."""
        parsed = parsing.parse(document.text)
        name = f"{self.shared.modules.name_of(Path(path)) if path.endswith('.py') else Path(path).stem}.__document__"
        module = self.shared.project.file(name, path, outline_of(parsed.tree, parsed.text), is_package=False)
        whole = Parsed(parsed.tree, parsed.text, parsed.faults, ())
        survey = Surveyor(self.shared, module, whole, self.shared.shown(path), names, direction).survey()
        mentions = tuple(_placed(one, document) for one in survey.mentions)
        definitions = tuple(_defined(one, document) for one in survey.definitions)
        return Survey(survey.path, mentions, definitions, survey.given)


def _placed(mention: Mention, document: Document) -> Mention:
    return dataclasses.replace(
        mention,
        place=document.placed(mention.place),
        edits=tuple(map(document.edited, mention.edits)),
        bridge=tuple(map(document.edited, mention.bridge)),
        is_in_document=True,
    )


def _defined(definition: Definition, document: Document) -> Definition:
    return dataclasses.replace(
        definition, place=document.placed(definition.place), edits=tuple(map(document.edited, definition.edits))
    )


def _bytes(shared: Shared, path: str) -> bytes:
    try:
        data = shared.bytes_of(path)
    except OSError:
        return b""
    return data if isinstance(data, bytes) else data.encode("utf-8", "replace")
