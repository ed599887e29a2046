"""Walks a repository and says which missing awaits it had, and fixed: the historic faults."""

from __future__ import annotations

import ast
import collections
import dataclasses
import hashlib
import itertools
import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.checkers import fetching
from benchmarks.history.labels import Callees, is_name
from benchmarks.history.pairing import gained, may_gain
from benchmarks.history.settling import is_settled
from duotone.analyzer.mutate.inventory import last_name
from duotone.analyzer.mutate.kinds.masked import is_hidden
from duotone.analyzer.mutate.uses import use_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from benchmarks.history.repository import Hunk, Repository
    from duotone.analyzer.mutate.source import Source

PER_COMMIT = 3
# A walk is kept for as long as the files that decide what it finds are the same.
_DECIDING = ("finding", "labels", "pairing", "repository", "settling")


@dataclasses.dataclass(frozen=True)
class Fault:
    """A call without its `await`, at the commit before the one that put it there."""

    fixed: str
    parent: str
    path: str
    first: int
    last: int
    line: int
    callee: str
    use: str
    was_async: bool
    is_hidden: bool


def known(repository: Repository) -> list[Fault]:
    """Return all faults of a repository, from the walk that was kept if nothing has changed since."""
    parts = (Path(__file__).with_name(f"{name}.py").read_bytes() for name in _DECIDING)
    code = hashlib.sha256(b"".join(parts)).hexdigest()[:8]
    name = f"{repository.name.replace('/', '+')}-{repository.newest[:12]}-{code}.json"
    path = fetching.STORE / "history" / name
    if path.exists():
        return [Fault(**one) for one in json.loads(path.read_text())]
    found = list(faults(repository))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([dataclasses.asdict(one) for one in found]))
    return found


def faults(repository: Repository) -> Iterator[Fault]:
    """Yield the faults of a repository, the latest fixed first."""
    likely = (hunk for hunk in repository.hunks() if may_gain(hunk))
    for (commit, parent), hunks in itertools.groupby(likely, key=lambda one: (one.commit, one.parent)):
        if parent:
            yield from _of_commit(repository, commit, parent, list(hunks))


def _of_commit(repository: Repository, commit: str, parent: str, hunks: Sequence[Hunk]) -> Iterator[Fault]:
    by_path: dict[str, list[Hunk]] = collections.defaultdict(list)
    for hunk in hunks:
        by_path[hunk.path].append(hunk)
    pairs = [pair for path, some in by_path.items() for pair in _pairs(repository, commit, parent, path, some)]
    names = {last_name(call.func) for _, call in pairs}
    callees = Callees(repository, parent, names) if names else None
    for source, call in pairs:
        if callees and callees.is_coroutine(source, call):
            yield _fault(commit, parent, source, call)


def _pairs(
    repository: Repository, commit: str, parent: str, path: str, hunks: Iterable[Hunk]
) -> Iterator[tuple[Source, ast.Call]]:
    before, after = repository.text(parent, path), repository.text(commit, path)
    if before is None or after is None:
        return
    try:
        source, calls = gained(before, after, hunks)
    except (SyntaxError, ValueError, RecursionError):
        return
    source.path = path
    for call in calls:
        named = isinstance(call.func, ast.Name | ast.Attribute) and is_name(last_name(call.func))
        if named and source.function(call) is not None and not is_settled(source, call):
            yield source, call


def _fault(commit: str, parent: str, source: Source, call: ast.Call) -> Fault:
    statement = source.statement(call)
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
    return Fault(
        fixed=commit,
        parent=parent,
        path=source.path,
        first=statement.lineno,
        last=max(last, call.lineno),
        line=call.lineno,
        callee=last_name(call.func),
        use=use_of(source, call),
        was_async=isinstance(source.function(call), ast.AsyncFunctionDef),
        is_hidden=is_hidden(source, call),
    )


def chosen(found: Iterable[Fault], most: int, seed: int) -> list[Fault]:
    """Draw some by chance, a few of each commit at most, so that one large commit hides no other."""
    chance = random.Random(seed)  # noqa: S311  # a draw that anybody can repeat
    by_commit: dict[str, list[Fault]] = collections.defaultdict(list)
    for one in found:
        by_commit[one.fixed].append(one)
    commits = sorted(by_commit)
    chance.shuffle(commits)
    drawn: list[Fault] = []
    for commit in commits:
        some = sorted(by_commit[commit], key=lambda one: (one.path, one.line))
        drawn += chance.sample(some, min(PER_COMMIT, len(some)))
    return drawn[:most]
