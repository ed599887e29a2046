"""Decides what became of each coroutine that was made: settled, lost, or a matter for the rest of the project."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet

from duotone.analyzer.findings import Confidence
from duotone.analyzer.flow import elsewhere, keeping, known, leaving
from duotone.analyzer.flow.elsewhere import Verdict
from duotone.analyzer.flow.file import File, Ran
from duotone.analyzer.flow.hints import asking, belonging, decorating, either, inheriting, refining, replacing, wrapping
from duotone.analyzer.flow.sites import AWAITED, Site, Use
from duotone.analyzer.knowledge import scheduling
from duotone.analyzer.link import attributes, decorators
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.values import NONE, Coroutine, Foreign, Instance
from duotone.analyzer.parsing.walking import walk

__all__ = ["Verdict", "all_meant", "is_settled", "meant", "verdicts", "wants_future"]

_SETTLED = frozenset({"await", "scheduled", "asked"})
_ASYNC_USES = frozenset({"async iterate", "async enter"})
_BY_NAME = frozenset({"elsewhere", "named", "protocol"})
"""Doubts of calls whose color only their names tell."""
_ELSEWHERE = frozenset({"escape", "pass", "param", "stored", "leave", "return", "yield"})
_TELLING = frozenset(
    {
        *("absence", "annotation", "argument", "attribute", "comparison", "condition", "isinstance", "iterate", "key"),
        *("operation", "subscript", "unpack"),
    }
)
_FUTURE_NAMES = frozenset({"add_done_callback", "remove_done_callback"})
_FUTURE_METHODS = frozenset({"cancel", "cancelled", "done", "exception", "result", "set_exception", "set_result"})
"""Futures have them, and what comes out of an awaitable may have them too."""
_TOLD_BY_FUTURES = frozenset({"cancelled", "done", "exception"})
"""Those of them that hardly anything else has."""
_STREAM_NAMES = frozenset({"__anext__", "__aiter__"})
_STEPS = ("builtins.aiter", "builtins.anext")
_GENERATOR_NAMES = frozenset({"aclose", "asend", "athrow"})
"""Async generators have them, and coroutines don't."""
_CODES = {
    "discard": "DUO101",
    "condition": "DUO103",
    "attribute": "DUO104",
    "subscript": "DUO104",
    "iterate": "DUO104",
    "unpack": "DUO104",
    "comparison": "DUO104",
    "identity": "DUO104",
    "absence": "DUO104",
    "operation": "DUO104",
    "enter": "DUO104",
    "async enter": "DUO104",
    "async iterate": "DUO104",
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
_PROVING = frozenset({"argument", "attribute"})
"""Uses that need the result, whatever else is done with the value."""
_FATAL = frozenset({"attribute", "subscript", "iterate", "unpack"})
_UNABLE = _FATAL | {"comparison", "operation"}
_NEEDING = frozenset(_CODES) - {"mixed"}
_FAILING = _NEEDING - {"key"}
"""A dictionary takes coroutines and other keys alike."""
_OF_OTHERS = frozenset({"call"})
_OF_KEPT = frozenset({"call", "identity"})


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
    if site.kind not in {"coroutine", "stream", "call"} or is_settled(site):
        return None
    confidence = _confidence(file, site, ran)
    if confidence is None:
        return None
    if site.kind == "stream":
        return _stream(site, ran, confidence)
    if replacing.is_by_test(site, file.source, ran.node):
        return None
    found = _misused(file, site, ran, confidence)
    found = found or _placed(site, ran, confidence) or elsewhere.returned(file, site, ran, confidence)
    found = found or elsewhere.passed(site, ran, confidence) or _unused(file, site, ran, confidence)
    if found is not None and not ran.is_async and either.is_for_plain(ran.node.body, site.node):
        found.confidence = Confidence.POSSIBLE
    if found is None or _comes_back(site, ran):
        return None
    is_of_library = site.callee is not None and site.callee.module.kind != "project"
    if is_of_library and _is_for_a_version(ran):
        found.confidence = Confidence.POSSIBLE
    if site.doubt == "named" and elsewhere.is_never_awaited(file, site) and (home := inheriting.home(site, ran)):
        # Nobody awaits it here, and so the others who have it from the same base must.
        found = found.given(f"awaited:{home}")
    # What a library gives depends on its version, of which any test may speak.
    is_named = site.doubt in _BY_NAME
    is_known = not is_named and not is_of_library
    is_otherwise = either.is_awaited_otherwise(ran.node, site.node, is_known=is_known, is_named=is_named)
    return None if is_otherwise else found


def _is_for_a_version(ran: Ran) -> bool:
    """Tell whether a test is skipped by the version of something, so that it is for another one than is there."""
    texts = [ast.unparse(one).lower() for one in getattr(ran.node, "decorator_list", ())]
    return any("skip" in text and "version" in text for text in texts)


def _comes_back(site: Site, ran: Ran) -> bool:
    """Tell whether a loop takes care of the value in its next turn, which the run of its body doesn't show."""
    statement, is_used = site.statement, bool(site.uses)
    if statement is None:
        return False
    is_bare = _is_bare(site) and not site.is_contained
    return any(
        keeping.comes_back(ran.node, statement, name, is_used=is_used, is_bare=is_bare) for name in site.bound_to
    )


def _unused(file: File, site: Site, ran: Ran, confidence: Confidence) -> Verdict | None:
    """A name stands for the coroutine, and for nothing else, and nobody ever uses it."""
    if site.uses or not site.bound_to or site.is_alternative or site.kind == "call":
        return None
    if ran.symbol is None or ran.is_open:
        return None
    return Verdict(site, None, "DUO102", confidence, ran, _open(file, site))


def _open(file: File, site: Site) -> str:
    """What the rest of the project has to confirm of what makes a value, whatever is done with it."""
    callee = site.callee
    if callee is not None and callee.outline.is_stub and any(use.kind in _ASYNC_USES for use in site.uses):
        return f"siblings:{callee.name}"
    # What is only said to be awaitable may be a task, which runs whoever waits for it.
    is_left = site.kind == "coroutine" and all(use.kind == "discard" for use in site.uses)
    if callee is not None and is_left and (site.doubt in {"declared", "loose"} or not callee.outline.is_async):
        return f"no task:{callee.name}"
    return decorating.pending(site) or wrapping.pending(file, site)


def _misused(file: File, site: Site, ran: Ran, confidence: Confidence) -> Verdict | None:
    """A use that needs the result: enough where the value goes nowhere else, and telling even where it does."""
    kinds = {use.kind for use in site.uses}
    bad = [use for use in site.uses if use.kind in _NEEDING and use.is_sure and not _is_own(site, use)]
    beside = _beside(site)
    if not kinds.isdisjoint(beside):
        bad = [use for use in bad if use.kind not in beside]
        kinds -= beside
    if not bad and kinds and not site.is_alternative and kinds <= (_FAILING if site.kind == "coroutine" else _FATAL):
        # Another path gives the name its value; on this one it is still the coroutine, and goes nowhere else.
        bad = list(site.uses)
        confidence = min(confidence, Confidence.LIKELY)
    if not bad and ran.is_async and not site.is_alternative and kinds & _ELSEWHERE and _is_bare(site):
        # Whatever the name stands for on other paths, no `await` comes before what the coroutine can't do on this one.
        bad = [use for use in site.uses if use.kind in _UNABLE and not _is_own(site, use)]
    asked = [use for use in bad if use.kind == "condition" and not site.bound_to]
    if kinds & _ELSEWHERE and not asked:
        telling = _telling(file, site, ran)
        bad = [use for use in bad if use.kind in telling]
        confidence = min(confidence, Confidence.LIKELY)
    if not bad:
        return None
    first = asked[0] if asked else bad[0]
    code = _CODES[first.kind]
    if first.kind == "annotation" and len(site.uses) == 1 and site.bound_to:
        code = "DUO102"
    elif site.is_contained and first.kind != "discard":
        code = "DUO108"
    # Who takes functions may take coroutines as well, and ask which of both there is.
    pending = f"unwelcome:{first.detail}" if first.is_for_function else ""
    return Verdict(site, first, code, confidence, ran, pending or _open(file, site))


def _beside(site: Site) -> AbstractSet[str]:
    """The uses of what is only said to be awaitable that don't need its result.

    Whoever calls it knows that an annotation, or what others await, means what calling it gives, that the name is
    another's, or that what is declared as an object is its class. A future that is kept is known again by `is`.
    """
    if site.doubt in {"declared", "loose"}:
        return _OF_KEPT
    is_object = site.callee is not None and site.callee.outline.name == "__call__"
    return _OF_OTHERS if is_object or site.doubt in {"elsewhere", "named"} else frozenset()


def _telling(file: File, site: Site, ran: Ran) -> Collection[str]:
    """The uses that need the result, wherever else a value goes; who can't await it may take others for coroutines."""
    if ran.is_async:
        return _TELLING if site.kind == "coroutine" else ()
    is_made = _is_bare(site) and site.callee is not None and site.callee.name not in file.replaced
    return _FATAL if is_made else ()


def _placed(site: Site, ran: Ran, confidence: Confidence) -> Verdict | None:
    """A container in which the coroutine has no place: among results and plain values, or against its type."""
    if site.is_alternative:
        return None
    kinds = {use.kind for use in site.uses}
    for use in site.uses:
        if use.kind == "misplaced":
            return Verdict(site, use, "DUO108", confidence, ran)
        if use.kind == "uneven":
            return Verdict(site, use, "DUO108", min(confidence, Confidence.LIKELY), ran)
        if use.kind == "mixed" and not kinds & {"escape", "pass", "param", "stored"}:
            needing = next((one for one in site.uses if one.kind in _CODES and one.kind != "mixed"), use)
            return Verdict(site, needing, "DUO108", min(confidence, Confidence.LIKELY), ran)
    if leaving.is_at_odds(site, ran):
        return Verdict(site, site.uses[0], "DUO108", min(confidence, Confidence.LIKELY), ran)
    return None


def is_settled(site: Site) -> bool:
    """Tell whether somebody cares for the value; `x.send()` says little where `x.name` or `f(x)` needs the result."""
    is_open = not _is_bare(site) and not _is_gone_through(site)
    if any(use.kind in _SETTLED or (is_open and _is_of_stream(use)) for use in site.uses):
        return True
    own = [use for use in site.uses if use.kind == "attribute" and _is_own(site, use)]
    return bool(own) and not any(use.kind in _PROVING and use.is_sure and use not in own for use in site.uses)


def _is_of_stream(use: Use) -> bool:
    """Tell whether a value is entered, iterated over or asked for its next item, as only what isn't a coroutine can."""
    is_stepped = use.kind == "argument" and use.detail.startswith(_STEPS)
    return meant(use) in _ASYNC_USES or is_stepped


def _is_bare(site: Site) -> bool:
    """Tell whether a value is a coroutine and surely nothing more, which can be neither entered nor iterated over.

    Who writes down an interface may forget that the async generators and managers it stands for are no coroutines.
    """
    return _is_said_to_be_bare(site) and site.callee is not None and not site.callee.outline.is_stub


def _is_said_to_be_bare(site: Site) -> bool:
    callee = site.callee
    if site.kind != "coroutine" or site.doubt or site.via is not None or callee is None:
        return False
    if not callee.outline.is_async or callee.module.kind != "project":
        return False
    return all(text in decorators.BARE or decorators.keeps_type(callee, text) for text in callee.outline.decorators)


def _is_gone_through(site: Site) -> bool:
    """Tell whether what an empty method is said to give is only entered or iterated over; others tell what it is."""
    return _is_said_to_be_bare(site) and {use.kind for use in site.uses} <= _ASYNC_USES | {"annotation"}


def _is_own(site: Site, use: Use) -> bool:
    """Tell whether an attribute is one that the value has itself."""
    if _is_of_awaitables(use):
        return not (_is_bare(site) and (_is_of_result(use) or _is_closed_as_result(site, use)))
    if site.doubt and use.kind == "attribute" and isinstance(use.node, ast.Attribute):
        return _is_of_neither(site, use.node.attr)
    return site.kind == "stream" and isinstance(use.node, ast.Attribute) and use.node.attr in _STREAM_NAMES


def _is_of_neither(site: Site, name: str) -> bool:
    """Tell whether neither a coroutine nor its result has an attribute, so that what was made is something else."""
    if name in _FUTURE_NAMES or (site.doubt == "elsewhere" and name in _TOLD_BY_FUTURES):
        return True
    result = site.made.awaited() if isinstance(site.made, Coroutine) else None
    if name in _FUTURE_METHODS and site.doubt in {"declared", "loose"} and not isinstance(result, Instance):
        return True
    return (
        isinstance(result, Instance)
        and not result.symbol.has_unknown_base
        and all(find(result.symbol, one) is None for one in (name, "__getattr__"))
    )


def wants_future(verdict: Verdict) -> bool:
    """Tell whether a coroutine is used as a future is, by something that its result doesn't have."""
    site = verdict.site
    uses = site.uses if verdict.use is None else [verdict.use, *site.uses]
    names = {use.node.attr for use in uses if use.kind == "attribute" and isinstance(use.node, ast.Attribute)}
    is_empty = site.made is not None and site.made.awaited() is NONE
    return any(is_empty or _is_of_neither(site, name) for name in names & (_FUTURE_NAMES | _FUTURE_METHODS))


def _is_of_result(use: Use) -> bool:
    """Tell whether an attribute that some awaitables have is none of a coroutine, which is closed without `await`."""
    is_of_generator = isinstance(use.node, ast.Attribute) and use.node.attr in _GENERATOR_NAMES
    return is_of_generator or use.detail == AWAITED


def _is_closed_as_result(site: Site, use: Use) -> bool:
    """Tell whether what is closed under a name is meant to be the result, which can be closed too."""
    if not isinstance(use.node, ast.Attribute) or use.node.attr != "close" or not site.bound_to:
        return False
    result = site.made.awaited() if isinstance(site.made, Coroutine) else None
    # Of an object whose class can't be read, who closes it knows.
    has_it = isinstance(result, Foreign) or (isinstance(result, Instance) and find(result.symbol, "close") is not None)
    return has_it and not any(map(elsewhere.is_called_coroutine, site.bound_to))


def all_meant(site: Site) -> Iterator[tuple[Use, str]]:
    """Each use of a value with its kind: who takes what only the result has, too, closes or sends to the result."""
    names = [use.node.attr for use in site.uses if isinstance(use.node, ast.Attribute) and use.kind == "attribute"]
    is_result = any(not known.is_of_awaitables(name) and name not in _FUTURE_METHODS | _FUTURE_NAMES for name in names)
    for use in site.uses:
        kind = meant(use)
        yield use, use.kind if is_result and kind == "await" else kind


def meant(use: Use) -> str:
    """The kind of a use; the attributes that a coroutine or a future has itself are as good as awaiting it.

    Those that an async iterator has are as good as going through it.
    """
    if use.kind == "attribute" and isinstance(use.node, ast.Attribute) and use.node.attr in _FUTURE_NAMES:
        return "scheduled"
    if use.kind == "attribute" and isinstance(use.node, ast.Attribute) and use.node.attr in _STREAM_NAMES:
        return "async iterate"
    return "await" if _is_of_awaitables(use) and not _is_of_result(use) else use.kind


def _is_of_awaitables(use: Use) -> bool:
    """Tell whether an attribute is one that coroutines, or other awaitables, have."""
    if use.kind != "attribute" or not isinstance(use.node, ast.Attribute):
        return False
    return known.is_of_awaitables(use.node.attr)


def _confidence(file: File, site: Site, ran: Ran) -> Confidence | None:
    """How sure it is that the site made a coroutine at all."""
    if site.kind == "call":
        # A plain function may well have another object, of the other color, under the same name.
        is_told = ran.is_async and (elsewhere.is_mostly_awaited(file, site) or elsewhere.is_usual(file, site))
        if not is_told or _is_among_dropped(file, site, ran):
            return None
        return Confidence.POSSIBLE if refining.is_refined(file.tree, site.name) else Confidence.LIKELY
    if not site.doubt:
        is_stream = site.callee is not None and site.callee.outline.may_be_stream
        is_open = is_stream or _may_be_replaced(file, site, ran)
        return Confidence.CERTAIN if not is_open else Confidence.POSSIBLE
    return Confidence.LIKELY if _is_likely(file, site, ran) else Confidence.POSSIBLE


def _is_among_dropped(file: File, site: Site, ran: Ran) -> bool:
    """Tell whether one `await` speaks for a coroutine, and others of the object's methods are called for nothing too.

    So they are on a pipeline, which keeps commands until another method, which is awaited, executes all of them.
    """
    receiver = site.name.rpartition(".")[0]
    if not receiver or file.awaited_often[site.home, site.name] > 1:
        return False
    awaited = {text for home, text in file.awaited_texts if home == site.home and text != site.name}
    if not any(text.rpartition(".")[0] == receiver for text in awaited):
        return False
    dropped = [part.value for part in walk(ran.node) if isinstance(part, ast.Expr)]
    texts = {known.chain(part.func) for part in dropped if isinstance(part, ast.Call)} - awaited - {site.name}
    names = [text.rpartition(".")[2] for text in texts if text.rpartition(".")[0] == receiver]
    return not all(map(file.is_plain_by_name, names))


def _is_likely(file: File, site: Site, ran: Ran) -> bool:
    """Tell whether what there is in place of a definition speaks for a coroutine."""
    is_async = ran.is_async
    match site.doubt:
        case "loose":
            # An annotation that doesn't even say what comes out is all there is, and plain code could not await it.
            return is_async
        case "declared":
            return is_async or not (_may_go_on_alone(site) or _may_be_replaced(file, site, ran))
        case "named":
            is_told = not elsewhere.is_never_awaited(file, site) or bool(inheriting.home(site, ran))
            return is_told and not (wrapping.is_wrapped(file, site, ran) or belonging.is_of_others(file, site))
        case "protocol" | attributes.PUT_TOGETHER:
            return True
        case _:
            return decorating.is_awaitable(file, site, is_async=is_async)


def _may_be_replaced(file: File, site: Site, ran: Ran) -> bool:
    """Tell whether a plain function only says that it gives a coroutine, to somebody who replaces what it calls."""
    is_said = site.callee is not None and not site.callee.outline.is_async
    return is_said and isinstance(ran.node, ast.FunctionDef) and asking.replaces(file.source, ran.node)


def _may_go_on_alone(site: Site) -> bool:
    """Tell whether what a plain function is said to give is dropped: that may be a task or a future."""
    is_plain = site.callee is not None and not site.callee.outline.is_async
    return is_plain and all(use.kind == "discard" for use in site.uses)


def _stream(site: Site, ran: Ran, confidence: Confidence) -> Verdict | None:
    if site.uses and not site.is_alternative and all(use.kind == "discard" for use in site.uses):
        return Verdict(site, site.uses[0], "DUO101", confidence, ran)
    return None
