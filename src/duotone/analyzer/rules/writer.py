"""Writes findings: turns nodes into places, adds what every proof has, and offers the fix."""

from __future__ import annotations

import ast
import dataclasses
import functools
import re
from collections.abc import Sequence

from duotone.analyzer.findings import Confidence, Edit, Finding, Fix, Place, Severity, Step
from duotone.analyzer.flow import known, narrowing
from duotone.analyzer.flow.file import File, Ran
from duotone.analyzer.flow.sites import Hiding, Site
from duotone.analyzer.knowledge.standard import public_name
from duotone.analyzer.link.attributes import PUT_TOGETHER
from duotone.analyzer.link.nodes import Node, statements
from duotone.analyzer.link.public import exported_name
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol
from duotone.analyzer.parsing import Cell
from duotone.analyzer.rules.fixing.layout import Layout, Point
from duotone.analyzer.rules.hiding import FAILING, hidden
from duotone.analyzer.rules.program import BY_SUPER
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.trust.skipping import is_skipped

__all__ = ["Writer", "class_name", "short"]

_TOLD = {
    "DUO101": re.compile(r"#.*\bignore\[[^]]*(unused-coroutine|unused-awaitable|reportUnusedCoroutine)\b"),
    "DUO121": re.compile(r"#.*\bignore\[[^]]*(misc|reportGeneralTypeIssues)\b"),
    "DUO601": re.compile(
        r"#\s*type:\s*ignore(?!\[)|#.*\bignore\[[^]]*(override|reportIncompatibleMethodOverride)\b"
        r"|#.*\bpylint:\s*disable\s*=[\w\s,-]*\b(invalid-overridden-method|W0236)\b"
    ),
}
"""What mypy, pyright and pylint call the same fault, in comments that tell them that it is none."""


class Writer:
    """Collects the findings of one file."""

    def __init__(self, file: File, path: str, lines: Sequence[str], cells: Sequence[Cell] = ()) -> None:
        self.file = file
        self.path = path
        self.lines = lines
        self.cells = cells
        self.findings: list[Finding] = []
        self.pending: list[tuple[str, Finding]] = []

    @functools.cached_property
    def layout(self) -> Layout:
        """How the nodes stand in the text."""
        return Layout(self.file.tree, self.lines)

    def place(self, node: Node) -> Place:
        """Where a node is, in characters."""
        return self._span(self.layout.start(node), self.layout.end(node))

    def _span(self, start: Point, end: Point) -> Place:
        cell = next((one for one in self.cells if one.first_line <= start[0] <= one.last_line), None)
        if cell is None:
            return Place(self.path, *start, *end)
        before = cell.first_line - 1
        return Place(self.path, start[0] - before, start[1], end[0] - before, end[1], cell.number)

    def insert(self, at: Point, text: str) -> Edit:
        """The edit that puts a text somewhere."""
        return self.replace(at, at, text)

    def replace(self, start: Point, end: Point, text: str) -> Edit:
        """The edit that puts a text in the place of another."""
        return Edit(self._span(start, end), text)

    @functools.cached_property
    def hidings(self) -> list[tuple[range, Hiding]]:
        """The blocks whose failures a broad handler swallows, inner ones last."""
        return [
            (range(node.lineno, node.handlers[0].lineno), hiding)
            for node in statements(self.file.tree.body)
            if isinstance(node, ast.Try | ast.TryStar)
            and node.handlers
            and (hiding := narrowing.broad(node)) is not None
        ]

    def column(self, line: int, offset: int) -> int:
        """The column of a byte offset, counting characters from 1."""
        return self.layout.column(line, offset)

    def header(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Place:
        """The place of the name of a definition, where a finding about the whole of it points."""
        line, name = node.lineno, node.name
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        word = "class" if isinstance(node, ast.ClassDef) else "def"
        # The name may be a part of `async` or of `def`.
        start = text.find(name, text.find(f"{word} ") + len(word)) + 1 or 1
        return Place(self.path, line, start, line, start + len(name))

    def add(  # noqa: PLR0913  # what a finding has, each by its name
        self,
        rule: Rule,
        node: Node | Place,
        message: str,
        *,
        proof: Sequence[Step] = (),
        confidence: Confidence = Confidence.CERTAIN,
        severity: Severity | None = None,
        fix: Fix | None = None,
        ran: Ran | None = None,
        pending: str = "",
        symbol: str = "",
    ) -> None:
        """Add a finding, or keep it until the project confirms it."""
        place = node if isinstance(node, Place) else self.place(node)
        if rule.code in _TOLD and self._is_told(_TOLD[rule.code], place, ran):
            return
        if rule.code.startswith(FAILING) and not isinstance(node, Place):
            proof = [*proof, *self._hidden_at(node)]
        if ran is not None and is_skipped(ran, self.path):
            confidence = Confidence.POSSIBLE
        finding = Finding(
            rule.code,
            rule.name,
            message,
            severity or rule.severity,
            confidence,
            place,
            symbol or (ran.name if ran is not None and ran.name else self.file.module.name),
            tuple(proof),
            fix,
        )
        if pending:
            self.pending.append((pending, finding))
        else:
            self.findings.append(finding)

    def _is_told(self, told: re.Pattern[str], place: Place, ran: Ran | None) -> bool:
        """Tell whether a comment has told another tool that this is meant so, anywhere in the header of a function."""
        if place.cell is not None:
            return False
        last = place.end_line
        if ran is not None and not isinstance(ran.node, ast.Module) and place.line == ran.node.lineno:
            last = max(last, ran.node.body[0].lineno - 1)
        return any(told.search(line) for line in self.lines[place.line - 1 : last])

    def definition(self, symbol: FunctionSymbol, beside: str = "") -> Step:
        """The step that shows where a callee is defined, and in which color, told from what is named beside it."""
        module = symbol.module
        line = symbol.outline.line
        color = "async def" if symbol.outline.is_async else "def"
        text = f"`{short(symbol.name, beside)}` is `{color}`"
        return Step("definition", text, Place(f"symbol:{symbol.name}:{module.path}", line, 1, line, 1))

    def _wrapping(self, symbol: FunctionSymbol) -> Step:
        """The step that shows a function, and the decorators that made it async."""
        step = self.definition(symbol)
        if symbol.outline.is_async:
            return step
        makers = " and ".join(f"`@{text.partition('(')[0]}`" for text in symbol.outline.decorators)
        return dataclasses.replace(step, text=f"{step.text}, which {makers} made async")

    def defined(self, symbol: ClassSymbol) -> Step:
        """The step that shows where a class is."""
        line = symbol.outline.line
        place = Place(f"symbol:{symbol.name}:{symbol.module.path}", line, 1, line, 1)
        return Step("definition", f"`{class_name(symbol)}` is defined here", place)

    def _habit(self, site: Site) -> Node:
        """Where another function awaits the same method of a parameter of the same name."""
        return next(iter(self.file.awaited_of_params[site.name].values()))

    def proof(self, site: Site) -> list[Step]:
        """Why the value is a coroutine, and what hides its loss."""
        steps: list[Step] = []
        if site.callee is not None:
            steps.append(self.definition(site.callee))
            if isinstance(site.node, ast.Call) and known.is_of_super(site.node.func):
                steps.append(Step("reached", BY_SUPER))
            if site.doubt == PUT_TOGETHER:
                steps.append(Step("because", f"{site.doubt}, so that another method may be meant"))
            elif site.doubt and site.doubt not in {"declared", "loose", "named"}:
                is_awaited = site.callee.outline.name in self.file.project.awaited_names
                whose = "it" if is_awaited else "others that have it"
                steps.append(Step("because", f"{site.doubt}; the project awaits calls of {whose} elsewhere"))
        elif site.wrapped is not None:
            steps.append(self._wrapping(site.wrapped))
        elif site.doubt == "named":
            named = self.file.project.methods[site.name]
            count = "the one method" if named.asynchronous == 1 else f"all {named.asynchronous} methods"
            verb = "is" if named.asynchronous == 1 else "are"
            reason = f"{count} of the project with the name `{site.name}` {verb} async: `{named.modules[0]}`"
            steps.append(Step("reached", reason))
        elif site.doubt == "protocol":
            steps.append(Step("reached", f"what `{site.name}` gives is awaited in every library that has it"))
        elif site.doubt == "elsewhere":
            node = self.file.awaited_texts.get((site.home, site.name)) or self._habit(site)
            steps.append(Step("sibling", f"`{site.name}(…)` is awaited here", self.place(node)))
        return steps

    def hidden(self, site: Site, use: Node) -> list[Step]:
        """The handler that swallows the failure of a use, if there is one."""
        own = next((lines for lines, hiding in self.hidings if site.hiding == hiding), None)
        if site.hiding is not None and (own is None or use.lineno in own):
            return self._hiding(site.hiding)
        return self._hidden_at(use)

    def unheard(self, hiding: Hiding | None) -> list[Step]:
        """The handler that would have heard of the errors of a coroutine, had it been awaited."""
        if hiding is None:
            return []
        text = f"`{hiding.text}` sees none of its errors, since nobody waits for it here"
        return [dataclasses.replace(step, text=text) for step in self._hiding(hiding)]

    def hiding_at(self, node: Node) -> Hiding | None:
        """The broad handler of the innermost block around a node that has one."""
        return next((hiding for lines, hiding in reversed(self.hidings) if node.lineno in lines), None)

    def _hidden_at(self, node: Node) -> list[Step]:
        hiding = self.hiding_at(node)
        return self._hiding(hiding) if hiding is not None else []

    def _hiding(self, hiding: Hiding) -> list[Step]:
        return [hidden(self.path, hiding.line, self.column(hiding.line, hiding.offset), hiding.text)]


def class_name(symbol: ClassSymbol) -> str:
    """The name of a class: of one of the project as short as it can be, and of any other as everybody imports it."""
    if symbol.module.kind == "project":
        return short(symbol.name)
    return public_name(exported_name(symbol)).removeprefix("builtins.")


def short(name: str, beside: str = "") -> str:
    """The last two parts of a dotted name, as one would write it, or as many as tell it from the one that is beside it.

    A module is called by its own name.
    """
    parts, others = (public_name(one.rstrip(":")).split(".") for one in (name, beside))
    if name.endswith(":"):
        return parts[-1]
    count = next((size for size in range(2, len(parts)) if parts[-size:] != others[-size:]), len(parts))
    return ".".join(parts[-count:])
