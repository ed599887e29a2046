"""Decides what became of each coroutine that was made: settled, lost, or a matter for the rest of the project."""

from __future__ import annotations

import ast
import dataclasses
import re

from duotone.analyzer.findings import Confidence
from duotone.analyzer.flow.declared import refuses
from duotone.analyzer.flow.file import File, Ran
from duotone.analyzer.flow.sites import Site, Use
from duotone.analyzer.knowledge import scheduling
from duotone.analyzer.link.operations import awaitability
from duotone.analyzer.link.values import options

__all__ = ["Verdict", "meant", "verdicts"]

_SETTLED = frozenset({"await", "scheduled", "asked", "async iterate", "async enter"})
_ELSEWHERE = frozenset({"escape", "pass", "param", "stored", "leave", "return"})
_TELLING = frozenset(
    {"argument", "attribute", "comparison", "isinstance", "iterate", "key", "operation", "subscript", "unpack"}
)
_COROUTINE_LIKE = re.compile(r"coro|task|fut|await|aw$|job|pending|promise|deferred|tracked|gen$")
_TAKES_CARE = re.compile(
    r"add|append|async|await|background|bind|call|coro|defer|dispatch|enqueue|ensure|exec|fire|gather|invoke|push|put|retry"
    r"|run|schedul|set|shield|spawn|start|submit|sync|task|timeout|track|wait|wrap|with"
)
_COROUTINE_NAMES = frozenset(
    {"close", "send", "throw", "__await__", "__name__", "__qualname__", "aclose", "asend", "athrow"}
)
_STREAM_NAMES = frozenset({"__anext__", "__aiter__"})
_FATAL = frozenset({"attribute", "subscript", "iterate", "unpack"})
_CODES = {
    "discard": "DUO101",
    "condition": "DUO103",
    "attribute": "DUO104",
    "subscript": "DUO104",
    "iterate": "DUO104",
    "unpack": "DUO104",
    "comparison": "DUO104",
    "identity": "DUO104",
    "operation": "DUO104",
    "enter": "DUO104",
    "call": "DUO104",
    "isinstance": "DUO104",
    "key": "DUO104",
    "match": "DUO104",
    "raise": "DUO104",
    "text": "DUO105",
    "argument": "DUO106",
    "annotation": "DUO104",
    "mixed": "DUO108",
}


@dataclasses.dataclass(slots=True)
class Verdict:
    """A coroutine that is lost, how, and how sure that is.

    `pending` names what the rest of the project has to confirm: "function:parameter" for an argument,
    "attribute:Class.name" for an attribute, "return function" for what an async function returns, and
    "callers function" for what a plain one does.
    """

    site: Site
    use: Use | None
    code: str
    confidence: Confidence
    ran: Ran
    pending: str = ""


def verdicts(file: File) -> list[Verdict]:
    """Judge every site of the file."""
    found: list[Verdict] = []
    for ran in file.ran:
        for site in ran.sites:
            verdict = _judge(file, ran, site)
            if verdict is not None:
                if (
                    verdict.code in {"DUO101", "DUO102"}
                    and site.callee is not None
                    and site.callee.name in scheduling.GATHERS
                ):
                    verdict.code = "DUO502"
                found.append(verdict)
    return found


def _judge(file: File, ran: Ran, site: Site) -> Verdict | None:
    if site.kind not in {"coroutine", "stream", "call"} or any(_settles(site, use) for use in site.uses):
        return None
    confidence = _confidence(file, site)
    if confidence is None:
        return None
    if site.kind == "stream":
        return _stream(site, ran, confidence)
    found = _misused(site, ran, confidence)
    found = found or _placed(site, ran, confidence) or _returned(file, site, ran, confidence)
    return found or _passed(site, ran, confidence) or _unused(site, ran, confidence)


def _unused(site: Site, ran: Ran, confidence: Confidence) -> Verdict | None:
    """A name stands for the coroutine, and nobody ever uses it."""
    if site.uses or not site.bound_to or site.kind == "call" or ran.symbol is None or ran.is_open:
        return None
    return Verdict(site, None, "DUO102", confidence, ran)


def _misused(site: Site, ran: Ran, confidence: Confidence) -> Verdict | None:
    """A use that needs the result: enough where the value goes nowhere else, and telling even where it does."""
    kinds = {use.kind for use in site.uses}
    bad = [use for use in site.uses if use.kind in _CODES and use.is_sure and use.kind != "mixed"]
    if not bad and not site.is_alternative and kinds <= _FATAL:
        # Another path gives the name its value; on this one it is still the coroutine.
        bad = list(site.uses)
        confidence = min(confidence, Confidence.LIKELY)
    asked = [use for use in bad if use.kind == "condition" and not site.bound_to]
    if kinds & _ELSEWHERE and not asked:
        bad = [use for use in bad if use.kind in _TELLING] if ran.is_async and site.kind == "coroutine" else []
        confidence = min(confidence, Confidence.LIKELY)
    if not bad:
        return None
    first = asked[0] if asked else bad[0]
    code = _CODES[first.kind]
    if first.kind == "annotation" and len(site.uses) == 1 and site.bound_to:
        code = "DUO102"
    elif site.is_contained and first.kind != "discard":
        code = "DUO108"
    return Verdict(site, first, code, confidence, ran)


def _placed(site: Site, ran: Ran, confidence: Confidence) -> Verdict | None:
    """A container in which the coroutine has no place: among plain values, or against its declared type."""
    kinds = {use.kind for use in site.uses}
    for use in site.uses:
        if use.kind == "misplaced":
            return Verdict(site, use, "DUO108", confidence, ran)
        if use.kind == "mixed" and not kinds & {"escape", "pass", "param", "stored"}:
            needing = next((one for one in site.uses if one.kind in _CODES and one.kind != "mixed"), use)
            return Verdict(site, needing, "DUO108", min(confidence, Confidence.LIKELY), ran)
    return None


def _passed(site: Site, ran: Ran, confidence: Confidence) -> Verdict | None:
    """A value that went elsewhere: the rest of the project tells what becomes of it, or of others like it."""
    if site.kind == "call":
        return None
    conditions: list[str] = []
    code, chosen = "DUO104", site.uses[0] if site.uses else None
    for use in site.uses:
        if use.kind == "param" and not conditions:
            code, chosen = "DUO106", use
            conditions.append(use.detail)
        elif use.kind == "stored" and use.detail and len(site.uses) == 1:
            chosen = use
            conditions.append(f"attribute:{use.detail}")
    if any(use.kind not in {"param", "stored", "text"} for use in site.uses):
        conditions.clear()
        code = "DUO104"
    if ran.is_async and site.callee is not None and site.uses and _is_kept(site):
        conditions.append(f"siblings:{site.callee.name}")
    if not conditions:
        return None
    return Verdict(site, chosen, code, min(confidence, Confidence.LIKELY), ran, "|".join(conditions))


def _is_kept(site: Site) -> bool:
    """Tell whether the value was used as results are: assigned, or given to something, without a word of coroutines."""
    if len(site.uses) == 1 and site.uses[0].kind == "escape" and site.uses[0].detail:
        return not _TAKES_CARE.search(site.uses[0].detail.rpartition(".")[2].lower())
    statement = site.statement
    if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is not site.node:
        return False
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return not any(_COROUTINE_LIKE.search(ast.unparse(target).rpartition(".")[2].lower()) for target in targets)


def _settles(site: Site, use: Use) -> bool:
    if use.kind in _SETTLED or meant(use) == "await":
        return True
    return site.kind == "stream" and isinstance(use.node, ast.Attribute) and use.node.attr in _STREAM_NAMES


def meant(use: Use) -> str:
    """The kind of a use; the attributes that a coroutine has itself are as good as awaiting it."""
    if use.kind == "attribute" and isinstance(use.node, ast.Attribute):
        name = use.node.attr
        if name in _COROUTINE_NAMES or name.startswith(("cr_", "ag_")):
            return "await"
    return use.kind


def _confidence(file: File, site: Site) -> Confidence | None:
    """How sure it is that the site made a coroutine at all."""
    if site.kind == "call":
        return Confidence.LIKELY if (site.home, site.name) in file.awaited_texts else None
    if not site.doubt:
        return Confidence.CERTAIN
    if site.doubt in {"declared", "named"}:
        return Confidence.LIKELY
    # A decorator that can't be read: what others do with the result tells.
    name = site.callee.outline.name if site.callee is not None else ""
    return Confidence.LIKELY if name in file.project.awaited_names else Confidence.POSSIBLE


def _stream(site: Site, ran: Ran, confidence: Confidence) -> Verdict | None:
    if site.uses and all(use.kind == "discard" for use in site.uses):
        return Verdict(site, site.uses[0], "DUO101", confidence, ran)
    return None


def _returned(file: File, site: Site, ran: Ran, confidence: Confidence) -> Verdict | None:
    """A coroutine that is returned is lost where a plain value was promised."""
    symbol = ran.symbol
    direct = [use for use in site.uses if use.kind == "return"]
    if symbol is None or not direct or not all(use.is_sure for use in direct) or symbol.outline.is_generator:
        return None
    declared = symbol.declared()
    if declared is not None and refuses(file.project, declared):
        return Verdict(site, direct[0], "DUO108" if site.is_contained else "DUO107", confidence, ran)
    if site.kind != "coroutine":
        return None
    if not ran.is_async:
        return _returned_plainly(file, site, ran, direct[0], confidence) if declared is None else None
    if declared is not None and any(awaitability(option) for option in options(declared)):
        return None
    return Verdict(site, direct[0], "DUO107", min(confidence, Confidence.LIKELY), ran, f"return {symbol.name}")


def _returned_plainly(file: File, site: Site, ran: Ran, use: Use, confidence: Confidence) -> Verdict | None:
    """A plain function passes a coroutine on: that is a fault where every caller takes what it gets for the result."""
    symbol = ran.symbol
    if symbol is None or symbol.outline.decorators or symbol.outer is not None:
        return None
    if symbol.outline.name in file.project.awaited_names:
        return None
    return Verdict(site, use, "DUO107", min(confidence, Confidence.LIKELY), ran, f"callers {symbol.name}")
