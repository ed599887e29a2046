"""Names the commits that put the `await` before the siblings of a call that still lacks it."""

from __future__ import annotations

import dataclasses
import re
import typing
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from duotone.analyzer.findings import Finding, Place, Step
from duotone.analyzer.git import Repository
from duotone.analyzer.texts import Texts, lines_of

__all__ = ["with_commits"]

_LOST = "DUO10"
"""The rules about coroutines that nobody awaits."""
_MOST_CHANGES = 4
"""A line that was moved or reformatted so often since is followed no further."""
_MOST_COMMITS = 2
_LONGEST_SUBJECT = 72
_CALLED = re.compile(r"[\w.]+\s*\(")
_AWAIT = re.compile(r"\bawait\b")
_HUNK = re.compile(r"@@ -(\d+)(?:,\d+)? \+(\d+)(?:,(\d+))? @@")


class _Commit(typing.NamedTuple):
    """A commit by its short name and its subject."""

    name: str
    subject: str


class _Blamed(typing.NamedTuple):
    """Which commit wrote a line, as which line of which file, and the version of the file before it."""

    commit: _Commit
    sha: str
    line: int
    path: str
    previous: str
    previous_path: str


def with_commits(findings: Sequence[Finding], root: Path, texts: Texts) -> tuple[Finding, ...]:
    """The findings, where siblings await what was lost, with the commits that made them do so.

    Without git, without a repository and in a shallow clone they stay as they are.
    """
    if not any(_siblings(finding) for finding in findings):
        return tuple(findings)
    repository = Repository.around(root)
    if repository is None:
        return tuple(findings)
    history = _History(repository, root, texts)
    return tuple(map(history.told, findings))


def _siblings(finding: Finding) -> list[Place]:
    if not finding.code.startswith(_LOST):
        return []
    return [
        step.place
        for step in finding.proof
        if step.kind == "sibling" and step.place is not None and step.place.cell is None
    ]


class _History:
    """Remembers what was asked, since the findings about one function have the same siblings."""

    def __init__(self, repository: Repository, root: Path, texts: Texts) -> None:
        self._repository = repository
        self._root = root
        self._texts = texts
        self._known: dict[tuple[str, int], _Commit | None] = {}
        self._heads: dict[str, list[str]] = {}

    def told(self, finding: Finding) -> Finding:
        """The finding with one step for each commit that fixed siblings of it."""
        steps: dict[_Commit, Step] = {}
        for place in _siblings(finding):
            commit = self._fixed_by(place)
            if commit is not None and commit not in steps and len(steps) < _MOST_COMMITS:
                steps[commit] = Step("commit", f"commit {commit.name} “{commit.subject}” added the await", place)
        return dataclasses.replace(finding, proof=(*finding.proof, *steps.values())) if steps else finding

    def _fixed_by(self, place: Place) -> _Commit | None:
        key = place.path, place.line
        if key not in self._known:
            self._known[key] = self._look(place)
        return self._known[key]

    def _look(self, place: Place) -> _Commit | None:
        line = self._texts.line_of(place)
        called = _CALLED.match(line, place.column - 1)
        path = self._in_repository(place.path)
        if called is None or path is None or not _AWAIT.search(line, 0, called.start()):
            return None
        number = self._in_head(path, line, place.line)
        return self._followed(path, number, called[0]) if number else None

    def _in_repository(self, path: str) -> str | None:
        file = (self._root / PurePosixPath(path)).resolve()
        top = self._repository.top.resolve()
        return file.relative_to(top).as_posix() if file.is_relative_to(top) else None

    def _in_head(self, path: str, line: str, number: int) -> int | None:
        """The number that a line has in the last commit, for a file that may have been edited since."""
        if path not in self._heads:
            self._heads[path] = lines_of(self._repository.ask("cat-file", "blob", f"HEAD:{path}") or "")
        same = [index for index, text in enumerate(self._heads[path], 1) if text == line]
        return min(same, key=lambda index: abs(index - number), default=None)

    def _followed(self, path: str, line: int, called: str) -> _Commit | None:
        """Go back through the changes of a line to the one before which the call had no `await`."""
        revision = "HEAD"
        for _ in range(_MOST_CHANGES):
            blamed = self._blamed(revision, path, line)
            if blamed is None or not blamed.previous:
                return None
            before = list(self._before(blamed))
            with_call = [(number, text) for number, text in before if called in text]
            if not with_call:
                return None
            awaited = [number for number, text in with_call if _AWAIT.search(text, 0, text.index(called))]
            if not awaited:
                return blamed.commit
            revision, path, line = blamed.previous, blamed.previous_path, awaited[0]
        return None

    def _blamed(self, revision: str, path: str, line: int) -> _Blamed | None:
        answer = self._repository.ask(
            "blame", "--porcelain", "--no-textconv", "-L", f"{line},{line}", revision, "--", path
        )
        if not answer:
            return None
        first, *rest = answer.split("\n")
        sha, number = first.split(" ")[:2]
        parts = [text.partition(" ") for text in rest if not text.startswith("\t")]
        fields = {key: value for key, _, value in parts}
        previous, _, previous_path = fields.get("previous", "").partition(" ")
        commit = _Commit(sha[:7], _shortened(fields.get("summary", "")))
        return _Blamed(commit, sha, int(number), fields.get("filename", path), previous, previous_path)

    def _before(self, blamed: _Blamed) -> Iterator[tuple[int, str]]:
        """The lines that a commit put the blamed line in the place of, with their numbers before it."""
        answer = self._repository.ask(
            *("diff-tree", "-p", "-U0", "-M", "--no-ext-diff", "--no-textconv", "--no-color"),
            *(blamed.previous, blamed.sha, "--", *{blamed.previous_path, blamed.path}),
        )
        is_here, number = False, 0
        for text in lines_of(answer or ""):
            hunk = _HUNK.match(text)
            if hunk is not None:
                start, count = int(hunk[2]), int(hunk[3] or 1)
                is_here, number = start <= blamed.line < start + count, int(hunk[1])
            elif text.startswith("diff "):
                is_here = False
            elif is_here and text.startswith("-"):
                yield number, text[1:]
                number += 1


def _shortened(subject: str) -> str:
    return subject if len(subject) <= _LONGEST_SUBJECT else f"{subject[: _LONGEST_SUBJECT - 1]}…"
