"""Plants a batch of faults in a work tree, and reads from the checkers' messages which of them were noticed."""

from __future__ import annotations

import collections
import contextlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.checkers.tools import Message
from duotone.analyzer.mutate import Mutation, apply_all
from duotone.analyzer.mutate.positions import line_starts

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence
    from pathlib import Path

_NEEDLESS = re.compile(r"declared `async`|no suspension|never suspends|needless|without (an? )?await|checkpoint|DUO20")
_MODEL = re.compile(r"its (\w+) is used")
_MAPPING = re.compile(r"\bget\b|__getitem__|subscript|indexable|mapping")
_COROUTINE = re.compile(r"Coroutine(Type)?\[.*?\]|coroutine of \S+")


@dataclass(frozen=True)
class Verdict:
    """How one tool noticed one fault: at the statement, anywhere in the function, and both halves of a compound."""

    at_statement: bool
    in_function: bool
    both: bool


class Planted:
    """A batch in a tree, with the way from the lines of the mutated files back to those of the originals."""

    def __init__(self, tree: Path, files: Mapping[str, str], batch: Sequence[Mutation]) -> None:
        self.batch = batch
        self._tree, self._files = tree, files
        by_path: dict[str, list[Mutation]] = collections.defaultdict(list)
        for mutation in batch:
            by_path[mutation.path].append(mutation)
        self.texts = {path: apply_all(some, files[path])[0] for path, some in by_path.items()}
        self._back = {path: _lines_back(files[path], some) for path, some in by_path.items()}

    @contextlib.contextmanager
    def in_tree(self) -> Generator[None]:
        """Have the faults in the tree for a while."""
        for path, text in self.texts.items():
            (self._tree / path).write_bytes(text.encode())
        try:
            yield
        finally:
            for path in self.texts:
                (self._tree / path).write_bytes(self._files[path].encode())

    def news(self, before: Sequence[Message], after: Sequence[Message]) -> list[Message]:
        """Return the messages that the faults brought, at the lines of the original files."""
        known = collections.Counter((one.path, one.line, one.code, _plain(one.text)) for one in before)
        fresh: list[Message] = []
        for one in after:
            back = self._back.get(one.path, {})
            line, last = back.get(one.line, one.line), back.get(one.end_line, one.end_line)
            key = (one.path, line, one.code, _plain(one.text))
            if known[key]:
                known[key] -= 1
            else:
                fresh.append(Message(one.path, line, last, one.code, one.text))
        return fresh


def _lines_back(text: str, batch: Sequence[Mutation]) -> dict[int, int]:
    starts = line_starts(text)
    edits = [(edit.start, edit.text.count("\n") - edit.old.count("\n")) for one in batch for edit in one.edits]
    moved = {
        number: number + sum(added for at, added in edits if at <= start) for number, start in enumerate(starts, 1)
    }
    return {new: old for old, new in moved.items()}


def _plain(text: str) -> str:
    """Take line numbers out of a message, since they move."""
    return re.sub(r"\d+", "#", text)


def judge(mutation: Mutation, news: Sequence[Message]) -> Verdict:
    """Say whether a fault was noticed by the messages that are new."""
    inside = [one for one in news if one.path == mutation.path and _touches(one, *mutation.function)]
    at_place = [one for one in inside if _touches(one, mutation.line, mutation.end_line)]
    at_place += [
        one
        for one in news
        if any(one.path == spot.path and _touches(one, spot.line, spot.line) for spot in mutation.related)
    ]
    if mutation.kind == "async":
        hit = any(_NEEDLESS.search(f"{one.code} {one.text}") for one in inside)
        return Verdict(hit, hit, both=False)
    hit = any(one.is_about_color or one.code.startswith("DUO") for one in at_place)
    return Verdict(hit, bool(inside or at_place), _names_both(mutation, at_place, hit=hit))


def _touches(message: Message, first: int, last: int) -> bool:
    # A message about a whole block is not about each line of it.
    return first <= message.line <= last


def _names_both(mutation: Mutation, news: Sequence[Message], *, hit: bool) -> bool:
    model = _MODEL.search(mutation.description)
    if not model or not hit:
        return False
    texts = [_COROUTINE.sub("", one.text) for one in news]
    return any(model[1] in text and _MAPPING.search(text) for text in texts)
