"""Compares the bodies of twins, and tells a check that one of them lacks from another way to do the same."""

from __future__ import annotations

import ast
import copy
import difflib
import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence

from duotone.analyzer.parsing.walking import walk
from duotone.analyzer.rules.twins.colorless import FunctionNode, Line, Node, identifiers, lines_of
from duotone.analyzer.rules.twins.difference import ASYNC, SYNC, Difference
from duotone.analyzer.rules.twins.moving import is_moved
from duotone.analyzer.rules.twins.nothing import Surroundings, is_needless

__all__ = ["Bodies", "Owners"]

Owners = tuple[ast.ClassDef | None, ast.ClassDef | None]
"""The classes that two functions are methods of, the async one first."""

_LEAST_EQUAL = 0.6
_FEWEST_EQUAL = 2
_MOST_HUNKS = 3
_LONGEST = 60

_COLORED = re.compile(
    "sync|awaitable|aiter|anext|corout|thread|loop|lock|task|event|future|executor|cancel|sleep|gather|semaphore|concurr"
    "|parallel|worker|portal|queue|initiali[sz]e|connect\\b|setup|schedul|signal|gen\\b",
    re.IGNORECASE,
)
"""Words of statements that one color needs and the other doesn't."""
_TOLD = frozenset(
    {"critical", "debug", "error", "exception", "info", "log", "print", "print_text", "trace", "warn", "warning"}
)
"""Calls that only tell what happens."""
_COUNTERS = re.compile("count(er|s)?$|gauge|histogram|meter$|metric|statsd?$|telemetry", re.IGNORECASE)
"""What is told how often something happens, or how much of it there is."""
_BLOCKS = frozenset({"body", "cases", "decorator_list", "finalbody", "handlers", "orelse"})
_OPEN, _SHUT, _END = "();"
_SHOWN = (ast.If, ast.For, ast.AsyncFor, ast.While)


class Bodies:
    """Two bodies as lines, and what one of them has beyond the other."""

    def __init__(self, asynchronous: FunctionNode, sync: FunctionNode, owners: Owners = (None, None)) -> None:
        self._around = Surroundings(asynchronous, owners[0]), Surroundings(sync, owners[1])
        self.ours = lines_of(asynchronous, identifiers(sync))
        self.theirs = lines_of(sync, identifiers(asynchronous))
        ours, theirs = [line.tokens for line in self.ours], [line.tokens for line in self.theirs]
        self._is_same = ours == theirs
        self._matcher = difflib.SequenceMatcher(None, ours, theirs, autojunk=False)

    def ratio(self) -> float:
        """How much of the lines is equal."""
        if not self.ours or not self.theirs:
            return 0.0
        return self._matcher.ratio()

    def differences(self, told: Container[str]) -> list[Difference]:
        """What one body has beyond the other, where they are equal otherwise.

        `told` has what is known to differ, and so may differ in the bodies too.
        """
        if self._is_same or self._matcher.real_quick_ratio() < _LEAST_EQUAL or self.ratio() < _LEAST_EQUAL:
            return []
        hunks = [code for code in self._matcher.get_opcodes() if code[0] != "equal"]
        equal = len(self.ours) - sum(code[2] - code[1] for code in hunks)
        if equal < _FEWEST_EQUAL or len(hunks) > _MOST_HUNKS:
            return []
        found: list[Difference] = []
        parts = [self._needed(self.ours[start:end], self.theirs[first:last]) for _, start, end, first, last in hunks]
        for ours, theirs in filter(any, parts):
            if not (ours and theirs) and _is_moved(ours or theirs, _beyond(parts, is_ours=not ours)):
                continue
            explained = self._explained(ours, theirs, told)
            if explained is None:
                return []
            found += explained
        return list(_unmoved(found))

    def _explained(self, ours: Sequence[Line], theirs: Sequence[Line], told: Container[str]) -> list[Difference] | None:
        """What a hunk means, or None where it is another way to write the same."""
        if ours and theirs:
            if len(ours) != len(theirs):
                return None
            found: list[Difference] = []
            for mine, yours in zip(ours, theirs, strict=True):
                changed = _changed(mine, yours, told)
                if changed is None:
                    return None
                found += changed
            return found
        lines = ours or theirs
        others = Counter(line.tokens for line in (self.theirs if ours else self.ours))
        if any(others[line.tokens] for line in lines if _counts(line)) or any(_is_definition(line) for line in lines):
            # It stands elsewhere in the twin, or is wrapped up in a function of its own.
            return None
        is_of_one_color = any(_COLORED.search(_header(line.node).removeprefix("async ")) for line in lines)
        shown = [line.node for line in lines if isinstance(line.node, _SHOWN) or _matters(line.node, lines)]
        is_dull = _only_counts(lines) or not any(_matters(line.node, lines) for line in lines)
        if is_of_one_color or is_dull or _is_for(shown[0], told):
            return []
        node = shown[0]
        text = f"`{_shortened(_header(node))}`"
        return [Difference(text, node, None) if ours else Difference(text, None, node)]

    def _needed(self, ours: list[Line], theirs: list[Line]) -> tuple[list[Line], list[Line]]:
        """A hunk; one that a single body has without branches for what is None, where that can't be so in the twin."""
        if ours and theirs:
            return ours, theirs
        here, there = self._around if ours else self._around[::-1]
        branches = [line.node for line in ours or theirs if isinstance(line.node, ast.If) and not line.node.orelse]
        needless = [one for one in branches if is_needless(one.test, here, there)]
        spared = {id(part) for one in needless for part in walk(one)}
        left = [line for line in ours or theirs if id(line.node) not in spared]
        return (left, []) if ours else ([], left)


def _is_for(node: Node, told: Container[str]) -> bool:
    """Tell whether a branch is only about what the other twin is known to lack, as a parameter."""
    return isinstance(node, ast.If) and any(f"`{name}`" in told for name in identifiers(node.test))


def _beyond(parts: Sequence[tuple[Sequence[Line], Sequence[Line]]], *, is_ours: bool) -> list[Line]:
    """The lines that only one of the bodies has, at places where the other has none of its own."""
    return [line for ours, theirs in parts if not (ours and theirs) for line in (ours if is_ours else theirs)]


def _is_moved(lines: Sequence[Line], others: Sequence[Line]) -> bool:
    return is_moved([line for line in lines if _matters(line.node, lines)], lines, others)


def _unmoved(found: Sequence[Difference]) -> Iterator[Difference]:
    """All differences but those that each twin has beyond the other: what one gives here, the other gives there."""
    sides: dict[str, set[str]] = {}
    for one in found:
        sides.setdefault(one.what, set()).add(one.lags)
    return (one for one in found if not sides[one.what] >= {ASYNC, SYNC})


def _only_counts(lines: Sequence[Line]) -> bool:
    """Tell whether lines are a branch in which something is counted or told, and nothing is done."""
    within = [line.node for line in lines if not isinstance(line.node, ast.If)]
    return 0 < len(within) < len(lines) and all(map(_is_counting, within))


def _is_counting(node: Node) -> bool:
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner, attr=name))):
            return name in _TOLD or any(map(_COUNTERS.search, (_last(owner), name)))
        case ast.Expr(value=ast.Call(func=ast.Name(id=name))):
            return name in _TOLD or _COUNTERS.search(name) is not None
        case _:
            return False


def _matters(node: Node, lines: Sequence[Line]) -> bool:
    """Tell whether a statement changes what the function does, and doesn't only prepare, tell or give something."""
    match node:
        case ast.Raise() | ast.Continue() | ast.Break() | ast.ExceptHandler() | ast.AugAssign():
            return True
        case ast.Return(value=value):
            return (
                len(lines) > 1 and value is not None and not (isinstance(value, ast.Constant) and value.value is None)
            )
        case ast.Expr(value=ast.Call(func=function)) | ast.Expr(value=ast.Await(value=ast.Call(func=function))):
            return _last(function) not in _TOLD
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return any(isinstance(part, ast.Name) and part.id == name for part in walk(value))
        case ast.Assign():
            return True
        case _:
            return False


def _counts(line: Line) -> bool:
    """Tell whether a line says something of its own, unlike `try:`."""
    return len(line.tokens) > 1 and not isinstance(line.node, ast.Raise | ast.Return)


def _is_definition(line: Line) -> bool:
    return isinstance(line.node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom)


def _header(node: Node) -> str:
    """The first line of a statement."""
    if isinstance(node, ast.stmt) and hasattr(node, "body"):
        node = _emptied(node)
    elif isinstance(node, ast.ExceptHandler):
        kind = f" {ast.unparse(node.type)}" if node.type is not None else ""
        return f"except{kind}:"
    return ast.unparse(node).partition("\n")[0]


def _emptied(node: ast.stmt) -> ast.stmt:
    """A compound statement with nothing in it, so that writing it down is quick."""
    made = copy.copy(node)
    for name in _BLOCKS & set(node._fields):
        setattr(made, name, [])
    return made


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST].rstrip()}…"


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _changed(ours: Line, theirs: Line, told: Container[str]) -> list[Difference] | None:
    """What differs between two lines that are equal but for a number or an argument; None for any others."""
    found: list[Difference] = []
    matcher = difflib.SequenceMatcher(None, ours.tokens, theirs.tokens, autojunk=False)
    for tag, start, end, first, last in matcher.get_opcodes():
        mine, yours = ours.tokens[start:end], theirs.tokens[first:last]
        if tag == "equal":
            continue
        if len(mine) == len(yours) == 1 and _is_number(mine[0]) and _is_number(yours[0]):
            what = f"a value in `{_shortened(_header(ours.node))}`"
            found.append(Difference(what, ours.node, theirs.node, (f"`{mine[0][1:]}`", f"`{yours[0][1:]}`")))
        elif not mine or not yours:
            names = list(_keywords(mine or yours))
            if not names or any(name == "**" or _COLORED.search(name) for name in names):
                return None
            for name in names:
                if f"`{name}`" not in told:
                    what = f"the argument `{name}`"
                    found.append(Difference(what, ours.node, None) if mine else Difference(what, None, theirs.node))
        else:
            return None
    return found


def _is_number(token: str) -> bool:
    return token.startswith("=") and token[1:] not in {"None", "Ellipsis", "True", "False"}


def _keywords(tokens: Sequence[str]) -> Iterator[str]:
    """The names of arguments, where the tokens are whole arguments and nothing else."""
    tokens = list(tokens)
    if tokens[:1] == [_END]:
        # The matcher may take the end of the argument before for the end of this one.
        tokens = [*tokens[1:], _END]
    if tokens[-1] != _END or not tokens[0].endswith("=") or len(tokens[0]) == 1:
        return
    depth = 0
    is_start = True
    for token in tokens:
        if is_start:
            if not token.endswith("=") or len(token) == 1:
                return
            yield token[:-1]
        depth += (token == _OPEN) - (token == _SHUT)
        is_start = depth == 0 and token == _END
