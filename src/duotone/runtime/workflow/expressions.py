"""Expressions in CEL: compiled once with their types checked, looked through for what they refer to, and evaluated."""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, lru_cache
from typing import Any, TypeAlias, cast

from duotone.errors import BadExpression, MissingExtra
from duotone.runtime.events import Json
from duotone.runtime.workflow.costs import Weight, growth_of, too_costly, weight_of

__all__ = ["ROOTS", "Program", "Reference", "Scope", "compiled", "references"]

Scope: TypeAlias = Mapping[str, Json]
"""What an expression can see: `inputs`, `steps`, `matrix` and `run`."""

ROOTS = ("inputs", "steps", "matrix", "run")

_LONGEST = 5_000
_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*)
    |(?P<text>[rRbB]{0,2}(?:'{3}(?:\\.|[^\\])*?'{3}|"{3}(?:\\.|[^\\])*?"{3}|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"))
    |(?P<number>\d[\w.]*)
    |(?P<name>[A-Za-z_]\w*)
    |(?P<sign>.)""",
    re.VERBOSE | re.DOTALL,
)
_PLAIN = re.compile(r"""'[^'\\]*'|"[^"\\]*\"""")
_SAID = re.compile(r"ERROR: <input>:(\d+):(\d+): (.*)")
_WORDS = {
    r"Syntax error: mismatched input '<EOF>'.*": "it ends too soon",
    r"Syntax error: (?:mismatched|extraneous) input ('.*?').*": r"\1 can't stand there",
    r"Syntax error: (?:token recognition error at: |no viable alternative at input )(.*)": r"\1 can't stand there",
    r"found no matching overload for '_?(.+?)_?' applied to '(.*)'": r"there is no \1 of \2",
    r"undeclared reference to ('.*?') \(in container ''\)": r"there is no \1",
}
_MACROS = {"all", "exists", "exists_one", "filter", "map"}


@dataclass(frozen=True, slots=True)
class Reference:
    """A path that an expression names, from its root on, and where in the expression that begins."""

    path: tuple[str, ...]
    offset: int
    is_bound: bool = False
    """Whether the root is the variable of a macro, and so hides what this name stands for elsewhere."""


@lru_cache(maxsize=4096)
def references(text: str) -> tuple[Reference, ...]:
    """Return what an expression refers to below `ROOTS`, read from its tokens; what is computed ends a path."""
    tokens = _tokens(text)
    words = [token[0] for token in tokens]
    found: list[Reference] = []
    for index, token in enumerate(tokens):
        is_root = token.lastgroup == "name" and token[0] in ROOTS
        if is_root and (index == 0 or words[index - 1] != "." or index == 1):
            is_bound = words[index - 1 : index] == ["("] and words[index - 2] in _MACROS and words[index + 1] == ","
            found.append(Reference((token[0], *_path(words[index + 1 :])), token.start(), is_bound))
    return tuple(found)


def _tokens(text: str) -> list[re.Match[str]]:
    return [token for token in _TOKEN.finditer(text) if token.lastgroup != "skip"]


def _path(words: Sequence[str]) -> list[str]:
    """Return the names that follow a root, as `.name` or `["name"]`."""
    path: list[str] = []
    rest = list(words[:32])
    while rest:
        match rest:
            case [".", name, "(", *_] if name.isidentifier():
                break
            case [".", name, *rest] if name.isidentifier():
                path.append(name)
            case ["[", name, "]", *rest] if _PLAIN.fullmatch(name):
                path.append(name[1:-1])
            case _:
                break
    return path


class Program:
    """A compiled expression."""

    def __init__(self, text: str, expression: Any, error_type: Any) -> None:
        self.text = text
        self._expression = expression
        self._error_type = error_type
        paths = {reference.path for reference in references(text)}
        # A path brings in all that lies below it.
        self._paths = [path for path in paths if not any(path[:end] in paths for end in range(1, len(path)))]
        self._growth = growth_of(text, [(token[0], token.start()) for token in _tokens(text)])
        self._refuse_costly(Weight(), Weight())

    @property
    def type(self) -> str:
        """What the expression gives, as far as that is known without evaluating it: `BOOL`, `DYN`, …."""
        name: str = self._expression.return_type().name()
        return name

    def __call__(self, scope: Scope) -> Json:
        """Return the value of the expression. Raises `BadExpression` if it has none, or could take too long."""
        needed = self._needed(scope)
        if not self._growth.is_harmless:
            self._refuse_costly(weight_of(needed), weight_of(self._in_bodies(scope)))
        try:
            value = self._expression.eval(data=needed)
        except RuntimeError as error:
            raise BadExpression(self.text, _without_code(str(error))) from error
        if value.type() == self._error_type:
            raise BadExpression(self.text, _without_code(str(value.plain_value())))
        return self._plain(value.plain_value())

    def _needed(self, scope: Scope) -> dict[str, Any]:
        """Return the part of a scope that the expression names, since all of what it is given is converted."""
        needed: dict[str, Any] = {root: {} for root in ROOTS}
        for path in self._paths:
            _copy(scope, needed, path)
        return needed

    def _in_bodies(self, scope: Scope) -> dict[str, Any]:
        """Return the part of a scope that macros look at again for each of their elements."""
        found: dict[str, Any] = {}
        for reference in references(self.text):
            if any(start <= reference.offset < end for start, end in self._growth.bodies):
                _copy(scope, found, reference.path)
        return found

    def _refuse_costly(self, whole: Weight, in_bodies: Weight) -> None:
        """Raise `BadExpression` for what could keep others waiting on this data."""
        reason = too_costly(self._growth, whole, in_bodies)
        if reason is not None:
            raise BadExpression(self.text, f"{reason}; let a step do it")

    def _plain(self, value: object) -> Json:
        if value is None or isinstance(value, bool | int | float | str):
            return value
        if isinstance(value, list):
            return [self._plain(one) for one in cast("list[object]", value)]
        if isinstance(value, dict):
            entries = cast("dict[object, object]", value)
            return {self._key(key): self._plain(inner) for key, inner in entries.items()}
        if isinstance(value, datetime):
            return value.isoformat().replace("+00:00", "Z")
        if isinstance(value, timedelta):
            return value.total_seconds()
        reason = f"it gives a value of type {type(value).__name__}, which JSON can't hold"
        raise BadExpression(self.text, reason)

    def _key(self, key: object) -> str:
        if isinstance(key, str):
            return key
        reason = f"it gives a mapping with the key {key!r}, and JSON has texts alone"
        raise BadExpression(self.text, reason)


def _copy(source: Mapping[str, Any], target: dict[str, Any], path: Sequence[str]) -> None:
    """Put what is at a path of one mapping at the same path of another, as far as it is there."""
    *above, last = path
    for name in above:
        inner = source.get(name)
        if not isinstance(inner, Mapping):
            last = name
            break
        source, target = cast("Mapping[str, Any]", inner), target.setdefault(name, {})
    if last in source:
        target[last] = source[last]


@lru_cache(maxsize=4096)
def compiled(text: str) -> Program:
    """Return the program of an expression. Raises `BadExpression` with the offset at which it makes no sense."""
    environment, error_type = _environment()
    if len(text) > _LONGEST:
        raise BadExpression(text[:40] + "…", f"it has {len(text):,} characters, and the most is {_LONGEST:,}")
    try:
        return Program(text, environment.compile(text), error_type)
    except RuntimeError as error:
        said = _SAID.search(str(error))
        if said is None:
            raise BadExpression(text, _without_code(str(error))) from error
        lines = text.split("\n")[: int(said[1]) - 1]
        offset = sum(len(line) + 1 for line in lines) + int(said[2]) - 1
        if missing := re.search(r"undeclared reference to '(\w+)", said[3]):
            # It tells the last dot of the path.
            offset = max(text.rfind(missing[1], 0, offset + len(missing[1])), 0)
        raise BadExpression(text, _in_words(said[3]), offset) from error


@cache
def _environment() -> tuple[Any, Any]:
    """Make the one environment: the standard of CEL, its strings and math, and nothing that reads, writes or waits."""
    try:
        # By name, since the package has no types that both checkers take.
        cel: Any = importlib.import_module("cel_expr_python.cel")
        strings: Any = importlib.import_module("cel_expr_python.ext.ext_strings")
        math: Any = importlib.import_module("cel_expr_python.ext.ext_math")
    except ModuleNotFoundError as error:
        feature = "an expression in a workflow"
        raise MissingExtra(feature, "runtime") from error
    table = cel.Type.Map(cel.Type.STRING, cel.Type.DYN)
    environment = cel.NewEnv(variables=dict.fromkeys(ROOTS, table), extensions=[strings.ExtStrings(), math.ExtMath()])
    return environment, cel.Type.ERROR


def _in_words(said: str) -> str:
    """Return what the library says in the words of somebody who writes expressions."""
    for pattern, words in _WORDS.items():
        if found := re.search(pattern, said):
            return found.expand(words)
    return said


def _without_code(said: str) -> str:
    """Return what the library says without the name of its status code, which it puts before or behind or both."""
    return re.sub(r"^[A-Z_]+: | \[[A-Z_]+\]$", "", said)
