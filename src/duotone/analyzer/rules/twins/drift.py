"""Writes what differs between twins as findings: one per pair, at the twin that lags."""

from __future__ import annotations

import ast
import dataclasses
import itertools
import keyword
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from duotone.analyzer.findings import Confidence, Finding, Place, Step
from duotone.analyzer.parsing.walking import params, walk
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.twins.building import MAKERS, is_fixed, is_made_otherwise
from duotone.analyzer.rules.twins.colorless import FunctionNode, Node
from duotone.analyzer.rules.twins.comparing import differences
from duotone.analyzer.rules.twins.constructing import Awaited, is_for_later, kept_of
from duotone.analyzer.rules.twins.difference import ASYNC, EITHER, SYNC, Difference
from duotone.analyzer.rules.twins.explained import is_refused, paragraphs, speaks_of
from duotone.analyzer.rules.twins.featured import is_for_option
from duotone.analyzer.rules.twins.libraries import is_of_library
from duotone.analyzer.rules.twins.pairing import Surface, method_pairs
from duotone.analyzer.rules.twins.transports import Talking, is_for_transport
from duotone.analyzer.rules.writer import short

__all__ = ["Pair", "Source", "Twin", "in_common", "lacking", "method_drifts", "undesigned", "written"]

Pair = tuple[FunctionNode, FunctionNode, list[Difference]]

_WORD = re.compile(r"\w+")
_CODE = re.compile("`([^`]*)`")
_FEWEST_SHARED = 3
_MOST_TOLD = 3
_MOST_SHOWN = 6


@dataclasses.dataclass(frozen=True, slots=True)
class Source:
    """A file as findings show it, with its lines, and the classes that it names which hold what async code needs."""

    path: str
    lines: Sequence[str]
    holders: Collection[str] = ()

    def place(self, node: Node) -> Place:
        """Where a statement or a parameter starts; the name, for a definition."""
        text = self.lines[node.lineno - 1] if node.lineno <= len(self.lines) else ""
        start = len(text.encode()[: node.col_offset].decode(errors="replace"))
        end = len(text)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found = re.search(rf"\b{re.escape(node.name)}\b", text)
            start, end = found.span() if found is not None else (start, end)
        elif isinstance(node, ast.arg):
            end = start + len(node.arg)
        return Place(self.path, node.lineno, start + 1, node.lineno, max(start, end) + 1)


@dataclasses.dataclass(frozen=True, slots=True)
class Twin:
    """One of two twins: its definition, and the scope that it stands in."""

    source: Source
    node: FunctionNode | ast.ClassDef
    scope: str

    @property
    def name(self) -> str:
        """The dotted name."""
        return f"{self.scope}.{self.node.name}"

    def place(self) -> Place:
        """Where its name stands."""
        return self.source.place(self.node)


def method_drifts(rule: Rule, asynchronous: Twin, sync: Twin, awaited: Awaited) -> Iterator[Finding]:
    """What differs between the methods of twin classes; `awaited` tells what is awaited around them."""
    assert isinstance(asynchronous.node, ast.ClassDef)
    assert isinstance(sync.node, ast.ClassDef)
    owners = asynchronous.node, sync.node
    pairs = [
        (ours, theirs, differences(ours, theirs, is_method=True, owners=owners))
        for ours, theirs in method_pairs(asynchronous.node, sync.node)
    ]
    causes = [*_without_consequences(pairs, asynchronous.node, sync.node, awaited)]
    for ours, theirs, differing in undesigned(causes):
        common = [*in_common(differing, asynchronous.source, sync.source)]
        is_maker = ours.name == "__init__"
        found = [one for one in common if not is_maker or not _is_for_transport(one, asynchronous, sync)]
        yield from written(
            rule, Twin(asynchronous.source, ours, asynchronous.name), Twin(sync.source, theirs, sync.name), found
        )


def _without_consequences(
    pairs: Sequence[Pair], asynchronous: ast.ClassDef, sync: ast.ClassDef, awaited: Awaited
) -> Iterator[Pair]:
    """The pairs without what follows from their constructors: what those of one color can't do, or just lack."""
    lacking: dict[str, Collection[str]] = {}
    for ours, _, found in pairs:
        if ours.name == "__init__":
            lacking[ASYNC] = kept_of(_params_of(found, ASYNC), sync, asynchronous)
            lacking[SYNC] = kept_of(_params_of(found, SYNC), asynchronous, sync)
            found[:] = [one for one in found if not _is_for_later(one, asynchronous, sync, awaited)]
        if ours.name in MAKERS:
            found[:] = _built(found, asynchronous, sync)
    for ours, theirs, found in pairs:
        yield (
            ours,
            theirs,
            [
                one
                for one in found
                if not _mentions(one, lacking.get(one.lags, ())) and not _is_for_option(one, asynchronous, sync)
            ],
        )


def _built(found: Sequence[Difference], asynchronous: ast.ClassDef, sync: ast.ClassDef) -> list[Difference]:
    """The differences of constructors: what one of them requires may be what only that class is built from."""
    built: list[Difference] = []
    for one in found:
        owner, twin = (asynchronous, sync) if one.lags == ASYNC else (sync, asynchronous)
        name = _param(one) if one.what.startswith("`") else ""
        if not name or not is_made_otherwise(name, owner, twin):
            is_sure = not one.is_required or is_fixed(name, owner)
            built.append(dataclasses.replace(one, is_sure=is_sure))
    return built


def _is_for_option(one: Difference, asynchronous: ast.ClassDef, sync: ast.ClassDef) -> bool:
    if one.lags == ASYNC:
        return is_for_option(one.sync, sync, asynchronous)
    return one.lags == SYNC and is_for_option(one.asynchronous, asynchronous, sync)


def _is_for_later(one: Difference, asynchronous: ast.ClassDef, sync: ast.ClassDef, awaited: Awaited) -> bool:
    is_param = one.lags == ASYNC and isinstance(one.sync, ast.arg)
    return is_param and is_for_later(_param(one), sync, asynchronous, awaited)


def _params_of(found: Sequence[Difference], side: str) -> Collection[str]:
    """The parameters that one of the twins lacks."""
    return {name for one in found if one.lags == side and (name := _param(one))}


def _param(one: Difference) -> str:
    node = one.asynchronous or one.sync
    return node.arg if isinstance(node, ast.arg) else ""


def _mentions(one: Difference, attributes: Collection[str]) -> bool:
    """Tell whether a difference is about attributes of the object."""
    node = one.asynchronous or one.sync
    parts = walk(node) if attributes and node is not None else ()
    return any(isinstance(part, ast.Attribute) and part.attr in attributes for part in parts)


def in_common(found: Sequence[Difference], ours: Source, theirs: Source) -> Iterator[Difference]:
    """The differences without the parameters that take what an async library has, and a plain one hasn't.

    What is named after such a parameter belongs to it, as a setting of a session does.
    """
    foreign = [
        one.asynchronous.arg
        for one in found
        if one.lags == SYNC
        and isinstance(one.asynchronous, ast.arg)
        and is_of_library(one.asynchronous, ours.lines, theirs.lines, ours.holders)
    ]
    for one in found:
        name = one.what.strip("`")
        if not any(word == name or word in name.split("_") for word in foreign):
            yield one


def _is_for_transport(one: Difference, asynchronous: Twin, sync: Twin) -> bool:
    """Tell whether one of two constructors takes something for a library that the twin has no use for."""
    here, there = (sync, asynchronous) if one.lags == ASYNC else (asynchronous, sync)
    assert isinstance(here.node, ast.ClassDef)
    assert isinstance(there.node, ast.ClassDef)
    name = _param(one) if one.lags in {ASYNC, SYNC} else ""
    ours, theirs = Talking(here.node, here.source.lines), Talking(there.node, there.source.lines)
    return bool(name) and is_for_transport(name, ours, theirs)


def undesigned(pairs: Sequence[Pair]) -> Iterator[Pair]:
    """The pairs of a scope without the differences that most of them have: these are by design."""
    counts = Counter((one.what, one.lags) for *_, found in pairs for one in found)
    common = {key for key, count in counts.items() if count >= _FEWEST_SHARED and count > len(pairs) / 2}
    common.update(_other_defaults(pairs))
    usual = _usual_openings(pairs) if counts else frozenset[ast.stmt]()
    for ours, theirs, found in pairs:
        is_rare = [(one.what, one.lags) not in common and (one.asynchronous or one.sync) not in usual for one in found]
        yield ours, theirs, [*itertools.compress(found, is_rare)]


def _other_defaults(pairs: Sequence[Pair]) -> Iterator[tuple[str, str]]:
    """The parameters whose default differs in the same way in all pairs of a scope that have them, and in several."""
    told: dict[str, list[Difference]] = {}
    for one in (one for *_, found in pairs for one in found if one.lags == EITHER and isinstance(one.sync, ast.arg)):
        told.setdefault(one.what, []).append(one)
    for what, ones in told.items():
        name = ones[0].sync.arg if isinstance(ones[0].sync, ast.arg) else ""
        having = [pair for pair in pairs if all(_takes(node, name) for node in pair[:2])]
        if len(ones) == len(having) > 1 and len({one.texts for one in ones}) == 1:
            yield what, EITHER


def _takes(node: FunctionNode, name: str) -> bool:
    return any(arg.arg == name for arg in params(node.args))


def _usual_openings(pairs: Sequence[Pair]) -> frozenset[ast.stmt]:
    """The first statements that most functions of one color share, and that none of the other begins with.

    They are one difference, as what one class sets up in its constructor and the other where it can first await.
    """
    ours, theirs = [_opening(node) for node, _, _ in pairs], [_opening(node) for _, node, _ in pairs]
    return frozenset(
        node
        for mine, other in ((ours, theirs), (theirs, ours))
        for text, count in Counter(text for text, _ in mine).items()
        if count >= _FEWEST_SHARED and count > len(pairs) / 2 and text not in dict(other)
        for found, node in mine
        if found == text
    )


def _opening(node: FunctionNode) -> tuple[str, ast.stmt]:
    """The first statement after the docstring, and its text without color."""
    has_docstring = len(node.body) > 1 and ast.get_docstring(node, clean=False) is not None
    first = node.body[int(has_docstring)]
    try:
        return ast.unparse(first).replace("await ", ""), first
    except RecursionError:  # an expression so deep was generated
        return "", first


def lacking(
    rule: Rule, asynchronous: Twin, sync: Twin, inherited: set[str] | None, other: set[str] | None
) -> Iterator[Finding]:
    """The public methods that one of two classes has and the other lacks, where they share most of the others."""
    assert isinstance(asynchronous.node, ast.ClassDef)
    assert isinstance(sync.node, ast.ClassDef)
    if inherited is None or other is None or asynchronous.node.name.startswith("_"):
        return
    if not method_pairs(asynchronous.node, sync.node):
        return
    ours, theirs = Surface(asynchronous.node, inherited), Surface(sync.node, other)
    shared = ours.methods.keys() & theirs.methods.keys()
    gone, extra = theirs.beyond(ours), ours.beyond(theirs)
    if len(shared) >= _FEWEST_SHARED and len(gone) + len(extra) <= len(shared) / 3:
        found = [Difference(f"`{node.name}`", None, node) for node in gone]
        found += [Difference(f"`{node.name}`", node, None) for node in extra]
        # Streams, servers and the like are often there for one color only.
        yield from written(rule, asynchronous, sync, found, Confidence.POSSIBLE)


def written(
    rule: Rule,
    asynchronous: Twin,
    sync: Twin,
    found: Sequence[Difference],
    confidence: Confidence = Confidence.LIKELY,
) -> Iterator[Finding]:
    """The finding about a pair, at the twin that lags, or at the async one where none does or both do."""
    if not found:
        return
    untold = [one for one in found if one.is_sure and not _is_explained(one, asynchronous, sync)]
    if untold:
        found = untold
    else:
        confidence = Confidence.POSSIBLE
    side = SYNC if all(one.lags == SYNC for one in found) else ASYNC
    if side == SYNC and not any(_is_param(one) for one in found):
        # Async code does more by itself than plain code has to: it sets up late, cleans up and is cancelled.
        confidence = Confidence.POSSIBLE
    here, there = (asynchronous, sync) if side == ASYNC else (sync, asynchronous)
    mine, yours = short(here.name, there.name), short(there.name, here.name)
    told = [one.told(side) for one in found[:_MOST_TOLD]]
    if len(found) > _MOST_TOLD:
        told.append(f"and {len(found) - _MOST_TOLD} more")
    message = f"`{mine}` has drifted from its twin `{yours}`: {'; '.join(told)}"
    steps = [Step("definition", f"`{yours}` is the twin", there.place())]
    for one in found[:_MOST_SHOWN]:
        node, twin = (one.sync, sync) if one.asynchronous is None else (one.asynchronous, asynchronous)
        if one.asynchronous is not None and one.sync is not None:
            node, twin = (one.sync, sync) if side == ASYNC else (one.asynchronous, asynchronous)
        assert node is not None
        steps.append(Step("because", one.told(side), twin.source.place(node)))
    yield Finding(rule.code, rule.name, message, rule.severity, confidence, here.place(), here.name, tuple(steps))


def _is_param(one: Difference) -> bool:
    """Tell whether a whole parameter is missing, and not its default or something of a body."""
    return isinstance(one.asynchronous, ast.arg) and one.what == f"`{one.asynchronous.arg}`"


def _is_explained(one: Difference, asynchronous: Twin, sync: Twin) -> bool:
    """Tell whether one of two twins, or its file, says in words that they differ there, so that this was meant."""
    words = (word for code in _CODE.findall(one.what) for word in _WORD.findall(code))
    names = {word for word in words if not keyword.iskeyword(word)} - {"cls", "self"}
    for mine, other in ((asynchronous, sync), (sync, asynchronous)):
        is_same = mine.node.name == other.node.name
        twin = other.scope.rpartition(".")[2] if is_same else other.node.name
        if any(speaks_of(text, twin, names) for text in paragraphs(mine.node, mine.source.lines)):
            return True
    is_param = isinstance(one.asynchronous or one.sync, ast.arg)
    return is_param and any(is_refused(twin.source.lines, names) for twin in (asynchronous, sync))
