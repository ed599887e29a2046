"""Which extras are installed, as the package itself declares them, and what each of them is for."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Iterator
from importlib import metadata

from duotone.cli.examining import Check, State
from duotone.cli.installed import version

__all__ = ["examine_extras"]

_FOR = {
    "check": "check, fix, recolor, mirror, report",
    "lsp": "editors",
    "runtime": "workflows",
    "agents": "tools and agents",
    "server": "serve",
    "openai": "models of OpenAI and compatible ones",
    "mcp": "tools of MCP servers",
    "pydantic-ai": "agents of pydantic-ai",
    "openai-agents": "agents of the OpenAI Agents SDK",
    "langgraph": "graphs of LangGraph",
    "postgres": "the log on PostgreSQL",
    "temporal": "runs on Temporal",
    "dbos": "runs on DBOS",
    "telemetry": "OpenTelemetry spans",
    "greenlet": "sync waits that let the loop go on",
    "testing": "the pytest plugin",
}
_NEEDED = re.compile(r"(?P<name>[\w.-]+)(?:\[(?P<inner>[\w,.-]+)\])?\s*(?:>=\s*(?P<least>[\d.]+))?")
_OF_EXTRA = re.compile(r"extra\s*==\s*['\"]([\w.-]+)['\"]")


def examine_extras() -> Iterator[Check]:
    """Look at duotone itself, and at each extra that it declares."""
    yield Check("duotone", State.OK, f"{version()} on Python {platform.python_version()}, {sys.platform}")
    declared = _declared()
    for extra in [*(name for name in _FOR if name in declared), *(name for name in declared if name not in _FOR)]:
        yield _examined(extra, declared)


def _declared() -> dict[str, list[str]]:
    """Return what each extra needs."""
    try:
        needed = metadata.requires("duotone") or []
    except metadata.PackageNotFoundError:
        return {}
    extras: dict[str, list[str]] = {}
    for line in needed:
        what, _, condition = line.partition(";")
        for extra in _OF_EXTRA.findall(condition):
            extras.setdefault(extra, []).append(what.strip())
    return extras


def _examined(extra: str, declared: dict[str, list[str]]) -> Check:
    purpose = _FOR.get(extra, extra)
    missing: list[str] = []
    old: list[str] = []
    found: list[str] = []
    inherited = {name for inner in _inner(extra, declared) for name, _ in _packages(inner, declared)}
    for name, least in _packages(extra, declared):
        try:
            has = metadata.version(name)
        except metadata.PackageNotFoundError:
            missing.append(name)
            continue
        found += [] if name in inherited else [f"{name} {has}"]
        if _numbers(has) < _numbers(least):
            old.append(f"{name} is {has} and must be {least} or newer")
    what, remedy = f"duotone[{extra}]", f"pip install 'duotone[{extra}]'"
    if old:
        return Check(what, State.BROKEN, f"{purpose}: {', '.join(old)}", remedy)
    if missing:
        return Check(what, State.ABSENT, f"{purpose}: {', '.join(missing)} not installed", remedy)
    return Check(what, State.OK, f"{purpose}: {', '.join(found)}")


def _packages(extra: str, declared: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Yield the packages of an extra with their least versions, those of the extras inside of it too."""
    for inner in _inner(extra, declared):
        yield from _packages(inner, declared)
    for match in _read(extra, declared):
        if match["name"] != "duotone":
            yield match["name"], match["least"] or "0"


def _inner(extra: str, declared: dict[str, list[str]]) -> list[str]:
    """Return the extras that an extra brings along."""
    ours = [match["inner"] for match in _read(extra, declared) if match["name"] == "duotone"]
    return [name for names in ours for name in names.split(",")]


def _read(extra: str, declared: dict[str, list[str]]) -> list[re.Match[str]]:
    return [match for needed in declared.get(extra, []) if (match := _NEEDED.match(needed))]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text.partition("+")[0])[:3])
