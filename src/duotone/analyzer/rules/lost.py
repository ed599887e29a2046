"""What the rules about lost coroutines share: the name of the callee, the proof, the fix, and what comes after it."""

from __future__ import annotations

import ast
import dataclasses

from duotone.analyzer.findings import Confidence, Fix, Step
from duotone.analyzer.flow import known
from duotone.analyzer.flow.sites import Site, Use
from duotone.analyzer.flow.verdicts import Verdict, wants_future
from duotone.analyzer.flow.waiting.boards import lines_for_boards
from duotone.analyzer.link.nodes import Node
from duotone.analyzer.rules.fixing import fixes
from duotone.analyzer.rules.fixing.binding import misfit
from duotone.analyzer.rules.fixing.seams import has_async_tests, is_run_as_test, why_async, why_sync
from duotone.analyzer.rules.fixing.uncovered import missing
from duotone.analyzer.rules.receiving import reached
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.standing import name_at
from duotone.analyzer.rules.writer import Writer, short

__all__ = ["can_carry", "named", "report", "shown", "used_as"]

_WORDS = {
    "subscript": "by a subscript",
    "iterate": "by iterating over it",
    "unpack": "by unpacking it",
    "comparison": "in a comparison",
    "identity": "in a comparison",
    "absence": "in a comparison with None",
    "operation": "in an operation",
    "enter": "in a `with`",
    "async enter": "in an `async with`",
    "async iterate": "in an `async for`",
    "call": "by calling it",
    "match": "in a `match`",
    "raise": "in a `raise`",
    "annotation": "where the annotation says what it should be",
    "stored": "through the attribute that it is kept in",
    "escape": "where it is kept, and nobody is seen to await it",
    "param": "where it is given to another function",
    "pass": "where it is given to another function",
    "leave": "in what is returned",
    "return": "by returning it",
    "yield": "by yielding it",
}

_GIVEN = frozenset({"escape", "param", "pass"})
_QUIET = frozenset({"absence", "condition", "discard", "identity", "isinstance", "key", "return", "text", "yield"})
"""Uses that nothing comes of: no error, and no result."""
_PACKED = frozenset({"annotation", "escape", "leave", "misplaced", "mixed", "param", "pass", "stored", "uneven"})


def used_as(use: Use | None) -> str:
    """Say how the coroutine is used."""
    if use is None:
        return "in a container"
    if isinstance(use.node, ast.Attribute) and use.kind == "attribute":
        return f"by its attribute `{use.node.attr}`"
    if use.kind in _GIVEN and use.detail:
        # Who takes it is told as it is written there, and a parameter by its function.
        function, _, param = use.detail.partition(":")
        return f"where it is given to `{short(function.removesuffix('.__init__')) if param else function}`"
    return _WORDS.get(use.kind, use.kind)


def report(rule: Rule, verdict: Verdict, writer: Writer, message: str, *, is_result_meant: bool = True) -> None:
    """Report a lost coroutine, and a call that fails before there is one as what it is.

    Where the result of the coroutine was not meant, `await` helps only in place of what asks for it.
    """
    callee, wrong = verdict.site.callee, misfit(verdict.site)
    if not wrong or callee is None:
        _write(rule, verdict, writer, message, _fix(verdict, writer, is_result_meant=is_result_meant))
        return
    failing = f"{message}, and {wrong}"
    if callee.owner is None:
        _write(rule, verdict, writer, failing, None)
        return
    # What overrides the method, in any file, may take what it doesn't.
    _write(rule, verdict.given(f"not overridden:{callee.name}"), writer, failing, None)
    fix = _fix(verdict, writer, is_result_meant=is_result_meant)
    _write(rule, verdict.given(f"overridden:{callee.name}"), writer, message, fix)


def _fix(verdict: Verdict, writer: Writer, *, is_result_meant: bool) -> Fix | None:
    """What mends the loss, where that doesn't uncover another fault."""
    site, is_future = verdict.site, wants_future(verdict)
    if _may_suspend(verdict) or (not is_future and missing(site, writer)):
        return None
    mend = fixes.do_it if not is_result_meant else fixes.start_it if is_future else fixes.wait_for_it
    fix = mend(writer, site, verdict.ran)
    if fix is not None and verdict.confidence < Confidence.CERTAIN:
        # That the result was meant is told by what others do, who may have other reasons.
        fix = dataclasses.replace(fix, is_safe=False)
    return fix


def _write(rule: Rule, verdict: Verdict, writer: Writer, message: str, fix: Fix | None) -> None:
    """Write the finding with everything that proves it."""
    site = verdict.site
    proof = shown(writer, verdict)
    if site.callee is not None and site.via is None and (name := name_at(site.node, site.callee)):
        proof[0] = dataclasses.replace(proof[0], text=f"{proof[0].text}, and is called `{name}` here")
    if verdict.use is not None and verdict.use.node is not site.node:
        proof.append(
            Step(
                "lost",
                f"the value is used {used_as(verdict.use)}"
                if verdict.use.kind in _WORDS or verdict.use.kind == "attribute"
                else "the value is used here",
                writer.place(verdict.use.node),
            )
        )
    proof += _hidden(writer, verdict)
    if not wants_future(verdict):
        proof += missing(site, writer)
    if can_carry(writer, verdict) and (not is_run_as_test(writer, verdict.ran) or has_async_tests(writer)):
        proof.append(_plan(writer, verdict))
    elif (asked := why_async(writer, verdict.ran)) is not None:
        proof.append(asked)
    writer.add(
        rule,
        writer.place(site.node),  # what hides it is told already
        message.replace("{name}", f"`{named(site)}`"),
        proof=proof,
        confidence=Confidence.POSSIBLE if _is_for_board(writer, verdict) else verdict.confidence,
        fix=fix,
        ran=verdict.ran,
        pending=verdict.pending,
    )


def shown(writer: Writer, verdict: Verdict) -> list[Step]:
    """Why the value is a coroutine, and how the call led to what makes it one."""
    steps = writer.proof(verdict.site)
    return [*steps[:1], *reached(writer, verdict.site, verdict.ran), *steps[1:]]


def _hidden(writer: Writer, verdict: Verdict) -> list[Step]:
    """The handler that swallows the failure, or that waits in vain for errors of a coroutine which doesn't run there.

    One that is packed into something, or used behind the block, fails elsewhere, where the handler has no say.
    """
    use, site = verdict.use, verdict.site
    if use is None or use.kind in _QUIET:
        return writer.unheard(site.hiding)
    if use.kind in _PACKED:
        return []
    return writer.hidden(site, use.node)


def _may_suspend(verdict: Verdict) -> bool:
    """Tell whether a coroutine is yielded to what may be a loop: no annotation says that somebody iterates over it.

    There `yield await …` would suspend once more, with nobody to wake it.
    """
    use, symbol = verdict.use, verdict.ran.symbol
    is_yielded = use is not None and use.kind == "yield" and verdict.ran.is_async
    return is_yielded and bool(verdict.site.doubt) and symbol is not None and symbol.declared() is None


def _is_for_board(writer: Writer, verdict: Verdict) -> bool:
    """Tell whether another runtime, where `yield` suspends a coroutine, has a yielded one."""
    line = verdict.site.node.lineno
    return _may_suspend(verdict) and any(first <= line <= last for first, last in lines_for_boards(writer.file))


def can_carry(writer: Writer, verdict: Verdict) -> bool:
    """Say whether a coroutine that a sync function loses could be awaited if the function were async."""
    site, ran = verdict.site, verdict.ran
    node = site.node
    if ran.is_async or ran.symbol is None or verdict.pending or writer.cells or not verdict.code.startswith("DUO10"):
        return False
    if site.kind != "coroutine" or site.doubt or not isinstance(node, ast.Call):
        return False
    if missing(site, writer) or wants_future(verdict) or misfit(site):
        return False
    is_nested = ran.outer is None or ran.outer.symbol is not None
    layout = writer.layout
    return not is_nested and layout.takes_await(node, ran.node) and layout.is_there(node) and not why_sync(writer, ran)


def _plan(writer: Writer, verdict: Verdict) -> Step:
    """The way that changes more than this place, as the command that shows all of it."""
    name, module = verdict.ran.name, writer.file.module.name
    command = f"duotone recolor {module}:{name.removeprefix(f'{module}.')} --to async"
    return Step("plan", f"make `{short(name)}` async, and what calls it: `{command}`")


def named(site: Site) -> str:
    """What a finding calls the function whose coroutine is lost."""
    callee = site.callee or site.wrapped
    name = name_at(site.node, callee) if callee is not None and site.via is None else ""
    if callee is not None and not name:
        return short(callee.name) if callee.owner is not None else callee.outline.name
    return name or site.name or _written(site.node) or "…"


def _written(node: Node) -> str:
    """The last name of what is called, where an annotation alone says what it gives."""
    function = node.func if isinstance(node, ast.Call) else None
    return function.id if isinstance(function, ast.Name) else known.called(function) if function is not None else ""
