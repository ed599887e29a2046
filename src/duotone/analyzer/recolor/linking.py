"""A project that is read and linked, and asked about names file by file."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from duotone.analyzer.crew import Crew
from duotone.analyzer.recolor.documents import document_in_markdown
from duotone.analyzer.recolor.entries import started_from_outside
from duotone.analyzer.recolor.records import Direction, Survey
from duotone.analyzer.recolor.searching import containing, mentioning, mentioning_elsewhere
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
        files = mentioning(self.shared, self.files, wanted)
        if containing(self.shared, files, "Protocol"):
            # Who gives a class for a protocol need not mention the method.
            files = mentioning(self.shared, self.files, {*wanted, *classes})
        documents = mentioning(self.shared, self.documents, wanted)
        return self._ask(files, documents, Question(wanted, direction), classes)

    def follow(
        self, callees: Iterable[str], takers: Iterable[str], direction: Direction, known: Collection[str]
    ) -> list[Survey]:
        """Ask who calls some functions, and what it gives them, and what others do that are given a coroutine.

        A file says that of all its calls and functions, so those that are `known` have said it.
        """
        names = {name.rpartition(".")[2] for name in callees}
        files = [path for path in self.files if self.shared.shown(path) not in known]
        documents = [path for path in self.documents if self.shared.shown(path) not in known]
        calling = mentioning_elsewhere(self.shared, files, names)
        defining = {self._defining(name) for name in takers}
        chosen = dict.fromkeys([*calling, *(path for path in files if path in defining)])
        documents = mentioning_elsewhere(self.shared, documents, names)
        return self._ask([*chosen], documents, Question(frozenset(), direction), {})

    def _ask(
        self, files: Sequence[str], documents: Sequence[str], question: Question, classes: Mapping[str, str]
    ) -> list[Survey]:
        ask = functools.partial(surveyed, question=question)
        with Crew(self.shared, self.settings.jobs) as crew:
            found = [survey for chunk in crew.spread(ask, files) for survey in chunk]
        prelude = "".join(f"from {module} import {name}; " for name, module in sorted(classes.items()))
        for path in documents:
            text = Path(path).read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")
            document = document_in_markdown(text, prelude)
            if document is not None:
                found.append(in_document(self.shared, path, document, question))
        return found

    def _defining(self, name: str) -> str | None:
        """The file of the module that a dotted name begins with."""
        while name:
            name = name.rpartition(".")[0]
            if name in self._paths:
                return self._paths[name]
        return None

    @functools.cached_property
    def _paths(self) -> dict[str, str]:
        return {self.shared.modules.name_of(Path(path)): path for path in self.files}
