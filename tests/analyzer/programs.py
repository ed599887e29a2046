"""Random programs of several files that import one another: valid, and as entangled as Python allows."""

from __future__ import annotations

import textwrap

from hypothesis import strategies as st

__all__ = ["programs"]

MODULES = ("alpha", "beta", "gamma")
_NAMES = st.sampled_from(["a", "b", "f", "g", "A", "B", "T", "self", "x"])
_MODULE = st.sampled_from(MODULES)


def _indented(text: str) -> str:
    return textwrap.indent(text, "    ")


def _around(*templates: str) -> st.SearchStrategy[str]:
    return st.sampled_from(templates)


@st.composite
def _filled(draw: st.DrawFn, templates: st.SearchStrategy[str], inner: st.SearchStrategy[str]) -> str:
    """A template whose holes hold what `inner` gives: `E` an expression or a body, `N` a name, `M` a module."""
    parts = draw(templates).split("·")
    filled: list[str] = []
    for part in parts:
        match part:
            case "E":
                filled.append(draw(inner))
            case "N":
                filled.append(draw(_NAMES))
            case "M":
                filled.append(draw(_MODULE))
            case _:
                filled.append(part)
    return "".join(filled)


_ATOMS = _NAMES | _around("1", "None", "'text'", "...", "super()", "[]", "{}", "()", "__class__", "object()", "N")
_EXPRESSIONS = st.recursive(
    _ATOMS,
    lambda inner: _filled(
        _around(
            "·E·(·E·)", "·E·.·N·", "·E·.·N·(·E·)", "·E·[·E·]", "(await ·E·)", "(·E· or ·E·)", "(·E· if ·E· else ·E·)",
            "[·E·, ·E·]", "{·E·: ·E·}", "(·E·, *·E·)", "(lambda ·N·: ·E·)", "[·E· for ·N· in ·E·]", "f'{·E·}'",
            "{·N·: ·E· for ·N· in ·E· if ·E·}", "(·N· := ·E·)", "(·E· + ·E·)", "(not ·E·)", "isinstance(·E·, ·E·)",
            "asyncio.gather(*·E·)", "asyncio.create_task(·E·)", "functools.partial(·E·, ·E·)", "(yield ·E·)",
            "[·E· async for ·N· in ·E·]", "list[·E·]", "type(·E·)", "·E·(**·E·)", "(·E· < ·E·)", "(·E· for ·N· in ·E·)",
        ),
        inner,
    ),
    max_leaves=6,
)  # fmt: skip
_SIMPLE = _filled(
    _around(
        "·E·", "·N· = ·E·", "·N·.·N· = ·E·", "·N·: ·E· = ·E·", "·N· = ·N· = ·E·", "·N·, ·N· = ·E·", "return ·E·",
        "·N· += ·E·", "del ·N·", "raise ·E·", "assert ·E·", "global ·N·", "from ·M· import ·N·", "import ·M·", "pass",
        "from ·M· import *", "from . import ·N·", "self.·N· = ·N·", "·N·: '·N·[·N·]' = ·N·", "·N· = await ·E·", "break",
        "type ·N· = ·E·", "type ·N·[T] = list[·N·[T]]", "·N·[·E·] = ·E·", "·N· = ·N·", "·N·.append(·E·)",
    ),
    _EXPRESSIONS,
)  # fmt: skip
_HEADERS = (
    "def ·N·(self, ·N·=·E·):", "async def ·N·(*·N·, **b) -> ·E·:", "@·E·\ndef ·N·(x):", "@·E·\nasync def ·N·(self):",
    "@property\nasync def ·N·(self):", "class ·N·(·E·):", "class ·N·(·N·, ·N·, metaclass=·N·):",
    "class ·N·[T: ·N·](list[T], ·M·.·N·):", "def ·N·[T](x: T) -> ·N·[T]:", "if ·E·:", "while ·E·:", "with ·E· as ·N·:",
    "for ·N· in ·E·:", "async with ·E· as ·N·:", "async for ·N· in ·E·:", "@classmethod\ndef ·N·(cls):",
    "match ·E·:\n    case ·N·() | [·N·, *_]: pass\nif 1:", "try:\n    pass\nexcept ·E· as ·N·:", "if ·E·: pass\nelse:",
    "try:\n    pass\nexcept* ·N·:\n    pass\nfinally:", "@contextlib.asynccontextmanager\nasync def ·N·():",
    "@dataclasses.dataclass\nclass ·N·:", "class ·N·(Protocol):", "@pytest.fixture\nasync def ·N·(·N·):",
    "@overload\ndef ·N·():",
)  # fmt: skip


@st.composite
def _block(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    header = draw(_filled(_around(*_HEADERS), _EXPRESSIONS))
    body = draw(st.lists(inner, min_size=1, max_size=4))
    return "\n".join([header, *map(_indented, body)])


_STATEMENTS = st.recursive(_SIMPLE, _block, max_leaves=8)
_OPENING = """\
import asyncio, contextlib, dataclasses, functools, pytest
from typing import Protocol, overload
from {other} import *
from {other} import a, A as B
"""


@st.composite
def programs(draw: st.DrawFn) -> dict[str, str]:
    """The texts of a program's files, each of which imports another, in a circle."""
    files: dict[str, str] = {}
    for index, name in enumerate(MODULES):
        opening = _OPENING.format(other=MODULES[(index + 1) % len(MODULES)])
        files[f"{name}.py"] = opening + "\n".join(draw(st.lists(_STATEMENTS, min_size=1, max_size=5))) + "\n"
    return files
