"""A plan as something that one wants to read in a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from duotone.analyzer.output.tally import counted
from duotone.analyzer.recolor.plan import Plan
from duotone.analyzer.recolor.records import Direction, Site, Verdict
from duotone.analyzer.rules.writer import short

__all__ = ["doubts", "refusals", "rendered"]

_MOST = 8
_WORDS = {
    "annotated": "annotates it",
    "asserted": "asserts that it was awaited",
    "awaited": "awaits it",
    "bound": "awaits it later",
    "definition": "definition",
    "dropped": "drops what it gives",
    "entered": "enters it",
    "forwarded": "passes it on",
    "gathered": "gathers it",
    "given": "gives it to a function",
    "kept": "keeps its coroutine",
    "lost": "awaits what it lost",
    "mocked": "mocks it",
    "run": "runs it on a loop",
    "stacked": "enters it on a stack",
    "streamed": "iterates over it",
    "task": "makes a task of it",
    "timed": "waits for it with a limit",
    "value": "uses it as a value",
}


class _Style:
    """Colors for a terminal, or none."""

    def __init__(self, *, is_colored: bool) -> None:
        self._is_colored = is_colored

    def __call__(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._is_colored else text


def rendered(plan: Plan, *, is_colored: bool = False, is_whole: bool = False) -> str:
    """Return the plan as text; without `is_whole`, long lists are cut and say so."""
    style = _Style(is_colored=is_colored)
    lines = [*_head(plan, style), *_changes(plan, style)]
    over = [site for site in plan.of(Verdict.CHANGED) if site.reason]
    lines += _list("stay sync, and run it over the bridge", over, style, "33", is_whole=is_whole)
    lines += _list("can't be turned, so nothing would be written", plan.of(Verdict.REFUSED), style, "31", is_whole=True)
    lines += _list("can't be proved, and stay as they are", plan.of(Verdict.OPEN), style, "33", is_whole=is_whole)
    lines += _list("are right as they stand", plan.of(Verdict.RIGHT), style, "2", is_whole=is_whole)
    lines += _list(
        "comments and lines of documents mention it, and are yours to edit", plan.remarks, style, "2", is_whole=is_whole
    )
    lines += _losing(plan, style, is_whole=is_whole)
    lines += _sum(plan, style)
    return "\n".join(lines) + "\n"


def refusals(plan: Plan, *, is_colored: bool = False) -> str:
    """Return what stands in the way of a plan, and no more, as text."""
    style = _Style(is_colored=is_colored)
    names = ", ".join(style(short(name), "36") for name in plan.asked)
    lines = [f"{names} can't be {plan.direction.value}", *_rows(plan.of(Verdict.REFUSED), style)]
    return "\n".join(lines) + "\n"


def doubts(plan: Plan) -> str:
    """Return in one line which places would fail if they await a function of the plan; nothing where there are none."""
    places = [_at(site) for site in plan.unproved]
    if not places:
        return ""
    awaits = "place awaits" if len(places) == 1 else "places await"
    more = f" and {len(places) - _MOST} more" if len(places) > _MOST else ""
    where = f"{', '.join(places[:_MOST])}{more}"
    return f"{len(places)} {awaits} what nothing proves to be something else, and would fail if it isn't: {where}"


def _head(plan: Plan, style: _Style) -> Iterator[str]:
    yield style(f"{counted(len(plan.asked), 'function')} to {plan.direction.value}", "1")
    defined = {site.within: site for site in plan.definitions}
    for name in plan.asked:
        yield f"  {style(short(name), '36')}  {_at(defined[name])}"
    if plan.joined:
        yield ""
        yield style("with them", "1")
        for name, reason in plan.joined:
            yield f"  {style(short(name), '36')}  {_at(defined[name])}  {style(reason, '2')}"


def _changes(plan: Plan, style: _Style) -> Iterator[str]:
    changed = [site for site in plan.sites if site.verdict is Verdict.CHANGED]
    if not changed:
        return
    yield ""
    yield style("would change", "1")
    by_path = Counter(site.place.path for site in changed)
    widest = len(str(max(by_path.values())))
    for path, count in sorted(by_path.items()):
        ways = ", ".join(dict.fromkeys(_way(plan, site) for site in changed if site.place.path == path))
        yield f"  {count:>{widest}}  {path}  {style(ways, '2')}"


def _way(plan: Plan, site: Site) -> str:
    """How a place uses a function, as far as it matters in this direction."""
    if plan.direction is Direction.ASYNC and site.kind not in {"annotated", "lost"}:
        return "calls it"
    return _WORDS.get(site.kind, site.kind)


def _list(title: str, sites: Sequence[Site], style: _Style, code: str, *, is_whole: bool) -> Iterator[str]:
    found = [site for site in sites if site.kind != "definition" or site.verdict is Verdict.REFUSED]
    if not found:
        return
    yield ""
    yield style(f"{len(found)} {title}", f"1;{code}")
    shown = found if is_whole else found[:_MOST]
    yield from _rows(shown, style)
    if len(shown) < len(found):
        yield style(f"  and {len(found) - len(shown)} more; --all shows them", "2")


def _rows(sites: Sequence[Site], style: _Style) -> Iterator[str]:
    for site in sites:
        reason = f"  {style(site.reason, '2')}" if site.reason else ""
        yield f"  {_at(site)}  {site.text}{reason}"


def _losing(plan: Plan, style: _Style, *, is_whole: bool) -> Iterator[str]:
    if not plan.losing:
        return
    free = [name for name, reason in plan.losing if not reason]
    bound = [(name, reason) for name, reason in plan.losing if reason]
    yield ""
    yield style(f"{len(plan.losing)} functions would await nothing any more", "1")
    if free:
        yield f"  {len(free)} could be sync as well: --cascade turns them too"
    shown = bound if is_whole else bound[:_MOST]
    for name, reason in shown:
        yield f"  {style(short(name), '36')} stays async: {style(reason, '2')}"
    if len(shown) < len(bound):
        yield style(f"  and {len(bound) - len(shown)} more that something asks to be async; --all shows them", "2")


def _sum(plan: Plan, style: _Style) -> Iterator[str]:
    """What it costs in this direction, and what was left alone."""
    changed = plan.of(Verdict.CHANGED)
    files = {site.place.path for site in changed}
    sites = [site for site in changed if site.kind not in {"annotated", "definition"}]
    definitions = sum(1 for site in changed if site.kind == "definition")
    yield ""
    what = "an await" if plan.direction is Direction.SYNC else "an await or the bridge"
    lose = ("loses", "lose") if plan.direction is Direction.SYNC else ("gets", "get")
    colors = f"{counted(definitions, 'definition')} {'changes' if definitions == 1 else 'change'} color"
    places = f"{counted(len(sites), 'place')} {lose[len(sites) != 1]} {what}"
    yield style(f"{colors} and {places}, in {counted(len(files), 'file')}", "1")
    if plan.elsewhere:
        yield f"{plan.elsewhere} other mentions of these names mean something else, and are left alone"


def _at(site: Site) -> str:
    cell = f" cell {site.place.cell}" if site.place.cell is not None else ""
    return f"{site.place.path}{cell}:{site.place.line}"
