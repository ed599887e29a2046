"""What one file says about some names, as rows that can travel between processes."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path

from duotone.analyzer import parsing
from duotone.analyzer.flow.file import Ran
from duotone.analyzer.flow.verdicts import verdicts
from duotone.analyzer.knowledge import scheduling
from duotone.analyzer.link.symbols import ModuleSymbol
from duotone.analyzer.outline import outline_of
from duotone.analyzer.parsing import Parsed
from duotone.analyzer.recolor.annotations import turned_result, turned_stream
from duotone.analyzer.recolor.defining import definitions
from duotone.analyzer.recolor.documents import Document, document_in_docstrings
from duotone.analyzer.recolor.mentions import Mentions
from duotone.analyzer.recolor.mocks import mocks
from duotone.analyzer.recolor.records import Direction, Mention, Survey
from duotone.analyzer.recolor.slots import slots
from duotone.analyzer.recolor.to_async import Kind, bridged, turned_to_async
from duotone.analyzer.recolor.to_sync import turned_to_sync, unwrapped
from duotone.analyzer.recolor.turned import Turned
from duotone.analyzer.recolor.usage import Usage, usage_of
from duotone.analyzer.room import with_room
from duotone.analyzer.rules.fixing import mending
from duotone.analyzer.rules.lost import can_carry
from duotone.analyzer.rules.writer import Writer
from duotone.analyzer.work import Shared, opened

__all__ = ["Question", "Surveyor", "in_document", "surveyed"]


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """Which names are asked about, and which color their functions would get."""

    names: frozenset[str]
    direction: Direction


def surveyed(shared: Shared, paths: Sequence[str], question: Question) -> list[Survey]:
    """Run files that mention the names, and say what each of them means by it."""
    return with_room(lambda: [survey for path in paths for survey in _of_file(shared, path, question)])


def _of_file(shared: Shared, path: str, question: Question) -> Iterator[Survey]:
    _, parsed, module = opened(shared, path)
    yield Surveyor(shared, module, parsed, shared.shown(path), question).survey()
    document = document_in_docstrings(parsed.tree, parsed.text, f"from {module.name} import *")
    if document is not None and not parsed.cells and any(name in document.text for name in question.names):
        yield in_document(shared, path, document, question)


def in_document(shared: Shared, path: str, document: Document, question: Question) -> Survey:
    """Survey the code of a document as a module of its own."""
    parsed = parsing.parse(document.text)
    outline = outline_of(parsed.tree, parsed.text)
    module = shared.project.file(f"{Path(path).stem}.__document__", path, outline, is_package=False)
    survey = Surveyor(shared, module, parsed, shared.shown(path), question).survey()
    mentions = tuple(_placed(one, document) for one in survey.mentions)
    # Examples may define what they like; nobody else calls it.
    return dataclasses.replace(survey, mentions=mentions, definitions=())


def _placed(mention: Mention, document: Document) -> Mention:
    return dataclasses.replace(
        mention,
        place=document.placed(mention.place),
        edits=tuple(map(document.edited, mention.edits)),
        bridge=tuple(map(document.edited, mention.bridge)),
        unwrapped=tuple(map(document.edited, mention.unwrapped)),
        is_in_document=True,
    )


class Surveyor:
    """Looks at one file."""

    def __init__(self, shared: Shared, module: ModuleSymbol, parsed: Parsed, path: str, question: Question) -> None:
        self._names = question.names
        self._direction = question.direction
        self._file = Mentions(shared.project, module, parsed)
        previous = shared.project.enter(module.path)
        try:
            self._file.run()
        finally:
            shared.project.leave(previous)
        self._writer = Writer(self._file, path, self._file.reader.text.lines, parsed.cells)
        self._path = path
        self._root = shared.root
        self._ran: dict[ast.AST, Ran] = {ran.node: ran for ran in self._file.ran}
        self._slots = {
            part: target for _, target, part in self._file.functions_given if ":" in target and target[0] != "@"
        }
        # A mock that was put into the place of a method is used as the method would be.
        self._mocked = {
            (self._around(target).node, ast.unparse(target)): name for target, name in self._file.stores.items()
        }

    def survey(self) -> Survey:
        """Return all mentions, the definitions around and behind them, and what calls give."""
        named = [self._mention(node) for node in self._file.named(self._names)]
        mentions = (*named, *self._mocks(), *self._lost(), *self._annotated())
        given = tuple(sorted(self._file.things_given))
        called = (ran for ran in self._file.ran if ran.name.rpartition(".")[2] in self._names)
        taken = tuple(slot for ran in called for slot in slots(self._writer, ran))
        defined = tuple(definitions(self._file, self._writer, self._root))
        stands = tuple(sorted(self._file.stands(self._names)))
        return Survey(self._path, mentions, defined, given, tuple(self._runners()), taken, stands)

    def _lost(self) -> Iterator[Mention]:
        """Coroutines that sync functions lose, and could await if they were async."""
        if self._direction is Direction.SYNC:
            return
        for verdict in verdicts(self._file):
            name, node = verdict.ran.name, verdict.site.node
            short = name.rpartition(".")[2]
            if short in self._names and can_carry(self._writer, verdict) and isinstance(node, ast.expr):
                place, text = self._writer.place(node), _shortened(ast.unparse(node))
                edits = tuple(mending.awaited(self._writer, node))
                yield Mention(place, short, text, "lost", (name,), is_sure=True, within=name, edits=edits)

    def _annotated(self) -> Iterator[Mention]:
        """Annotations that show the color of what a function gives: at its own definition, and at names for it."""
        for ran in self._file.ran:
            name = ran.name.rpartition(".")[2]
            if name in self._names and not isinstance(ran.node, ast.Module) and ran.node.returns is not None:
                turned = self._turned_annotation(ran, ran.node.returns)
                if turned.edits or turned.reason:
                    yield self._annotation(ran.node.returns, name, (ran.name,), ran, turned)
        for node in self._file.named(self._names):
            call = self._writer.layout.parents.get(node)
            kept = self._writer.layout.parents.get(call) if isinstance(call, ast.Call) and call.func is node else None
            meanings = tuple(sorted(self._file.meanings.get(node, ())))
            if isinstance(kept, ast.AnnAssign) and meanings and self._direction is Direction.SYNC:
                turned = turned_result(self._writer, kept.annotation)
                if turned.edits or turned.reason:
                    name = meanings[0].rpartition(".")[2]
                    yield self._annotation(kept.annotation, name, meanings, self._around(node), turned)

    def _turned_annotation(self, ran: Ran, node: ast.expr) -> Turned:
        is_stream = ran.symbol is not None and ran.symbol.outline.is_generator
        if is_stream and ran.is_async is (self._direction is Direction.SYNC):
            return turned_stream(self._writer, node, self._direction)
        if is_stream or ran.is_async or self._direction is Direction.ASYNC:
            return Turned()
        return turned_result(self._writer, node)

    def _annotation(self, node: ast.expr, name: str, functions: tuple[str, ...], ran: Ran, turned: Turned) -> Mention:
        text = _shortened(ast.unparse(node))
        return Mention(
            self._writer.place(node), name, text, "annotated", functions, is_sure=True, within=ran.name,
            is_within_async=ran.is_async, edits=turned.edits, reason=turned.reason,
        )  # fmt: skip

    def _mocks(self) -> Iterator[Mention]:
        for mocked in mocks(self._file, self._writer, self._direction):
            name = mocked.function.rpartition(".")[2]
            if name in self._names:
                place = self._writer.place(mocked.node)
                text = ast.unparse(mocked.node)
                functions = (mocked.function,)
                yield Mention(place, name, text, "mocked", functions, is_sure=True, edits=mocked.edits)

    def _runners(self) -> Iterator[str]:
        """Functions that run, on a loop that they start, what they are given first."""
        for ran in self._file.ran:
            if ran.symbol is None or ran.is_async or not ran.symbol.outline.params:
                continue
            first = ran.symbol.outline.params[0].name
            for node in ast.walk(ran.node):
                match node:
                    case ast.Return(value=ast.Call(args=[ast.Name(id=name), *_]) as call) if name == first:
                        if self._file.callees.get(call, "") in scheduling.LOOP_RUNNERS:
                            yield ran.name
                    case _:
                        pass

    def _mention(self, node: ast.Name | ast.Attribute) -> Mention:
        layout = self._writer.layout
        usage = usage_of(self._file, layout, node)
        ran = self._around(node)
        turned = self._turned(node, usage, ran)
        bridge = bridged(self._writer, usage, self._kind(node)) if self._direction is Direction.ASYNC else Turned()
        mocked = self._mocked.get((ran.node, ast.unparse(node)))
        meanings = {mocked} if mocked else self._file.meanings.get(node, set())
        return Mention(
            place=self._writer.place(usage.node),
            name=node.attr if isinstance(node, ast.Attribute) else node.id,
            text=_shortened(ast.unparse(usage.node)),
            use=usage.kind,
            functions=tuple(sorted(meanings)),
            is_sure=bool(mocked) or (bool(meanings) and node not in self._file.unsure),
            within=ran.name or self._file.module.name,
            is_within_async=ran.is_async or (ran.symbol is None and bool(self._writer.cells)),
            edits=turned.edits,
            reason=turned.reason,
            partners=tuple(self._partners(usage)),
            removed=turned.removed,
            receiver=self._receiver(node, ran),
            bridge=bridge.edits,
            taker=self._taker(usage),
            unwrapped=unwrapped(self._writer, usage),
            slot=self._slots.get(node, "") if usage.kind == "value" else "",
        )

    def _taker(self, usage: Usage) -> str:
        taker = usage.outer[0] if usage.kind == "given" else None
        return self._file.callees.get(taker, "") if isinstance(taker, ast.Call) else ""

    def _turned(self, node: ast.expr, usage: Usage, ran: Ran) -> Turned:
        if self._direction is Direction.SYNC:
            if usage.kind == "entered" and node not in self._file.managers:
                return Turned(reason="it is entered, and nothing says that what it gives is a context manager")
            return turned_to_sync(self._writer, usage)
        return turned_to_async(self._writer, usage, ran.node, self._kind(node))

    def _kind(self, node: ast.expr) -> Kind:
        if node in self._file.managers:
            return Kind.MANAGER
        return Kind.STREAM if node in self._file.streams else Kind.RESULT

    def _around(self, node: ast.AST) -> Ran:
        """The function whose body runs a node, or the module."""
        for parent in self._writer.layout.above(node):
            if parent in self._ran and not isinstance(parent, ast.Module):
                return self._ran[parent]
        return self._ran[self._file.tree]

    def _partners(self, usage: Usage) -> Iterator[str]:
        """The other functions that a `gather` or a `with` takes; what is no function of the project is unknown."""
        if usage.kind == "entered" and isinstance(usage.outer[0], ast.With | ast.AsyncWith):
            for item in usage.outer[0].items:
                entered = item.context_expr
                yield from (self._file.meanings.get(entered.func) if isinstance(entered, ast.Call) else None) or {"?"}
        if usage.kind != "gathered":
            return
        gather = usage.outer[1]
        assert isinstance(gather, ast.Call)
        for argument in gather.args:
            inner = argument.value if isinstance(argument, ast.Starred) else argument
            for part in _elements(inner):
                meanings = self._file.meanings.get(part.func) if isinstance(part, ast.Call) else None
                yield from meanings or {"?"}

    def _receiver(self, node: ast.Name | ast.Attribute, ran: Ran) -> str:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and ran.symbol is not None:
            untyped = {param.name for param in ran.symbol.outline.params if not param.annotation}
            if node.value.id in untyped and node not in self._file.meanings:
                return f"{ran.name}:{node.value.id}"
        return ""


def _elements(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        return [node.elt]
    return list(node.elts) if isinstance(node, ast.List | ast.Tuple) else [node]


def _shortened(text: str, most: int = 60) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1]}…"
