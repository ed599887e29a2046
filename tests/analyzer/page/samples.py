"""Reports to draw: a small one whose every part is known, and large ones made by counting."""

from __future__ import annotations

import random
from pathlib import Path

from duotone.analyzer.engine import ModuleColors, Report
from duotone.analyzer.findings import Confidence, Edit, Finding, Fix, Place, Severity, Step
from duotone.analyzer.page import Context, RuleCard

STORE = """\
import json


class Store:
    async def save(self, item: dict[str, str]) -> None:
        await self.client.put(json.dumps(item))
"""
JOBS = """\
from shop.store import Store

store = Store()


def nightly() -> None:
    try:
        store.save({"a": "b"})
    except Exception:
        pass
"""
RULES = {
    "DUO101": RuleCard(
        "lost-coroutine",
        "A coroutine that nobody awaits.",
        "A coroutine that nobody awaits.\n\n## What it does\nFinds calls of `async` functions that are dropped.\n\n"
        "## Example\n```python\nstore.save(item)\n```\n\n## Use instead\n```python\nawait store.save(item)\n```\n",
    ),
    "DUO201": RuleCard("needless-async", "An async function that never suspends."),
    "DUO301": RuleCard("blocking-call", "A call that holds up the event loop."),
}


def read(path: Path, cell: int | None) -> str | None:
    return path.read_text(encoding="utf-8") if cell is None and path.is_file() else None


def context(root: Path, **more: object) -> Context:
    return Context(title="shop", root=root, read=read, version="1.2.3", rules=RULES, **more)  # type: ignore[arg-type]


def write_shop(root: Path) -> None:
    for name, text in {"store": STORE, "jobs": JOBS, "__init__": ""}.items():
        path = root / "shop" / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def lost_save() -> Finding:
    place = Place("shop/jobs.py", 8, 9, 8, 31)
    return Finding(
        code="DUO101",
        name="lost-coroutine",
        message="`store.save(...)` makes a coroutine that is never awaited",
        severity=Severity.ERROR,
        confidence=Confidence.CERTAIN,
        place=place,
        symbol="shop.jobs.nightly",
        proof=(
            Step("definition", "`Store.save` is async", Place("shop/store.py", 5, 5, 5, 62)),
            Step("reached", "`store` is a `Store`", Place("shop/jobs.py", 3, 1, 3, 16)),
            Step("lost", "the coroutine is dropped at the end of the statement", place),
            Step("hidden", "`except Exception` hides the failure", Place("shop/jobs.py", 9, 5, 9, 22)),
        ),
        fix=Fix("await it", (Edit(Place("shop/jobs.py", 8, 9, 8, 9), "await "),), is_safe=True),
        fingerprint="5f0c1a",
    )


def needless() -> Finding:
    return Finding(
        code="DUO201",
        name="needless-async",
        message="`helper` never suspends",
        severity=Severity.WARNING,
        confidence=Confidence.LIKELY,
        place=Place("shop/store.py", 5, 5, 5, 14),
        symbol="shop.store.helper",
        fingerprint="77aa01",
    )


def shop_report() -> Report:
    modules = (
        ModuleColors("shop", "shop/__init__.py", 0, 0, ()),
        ModuleColors("shop.store", "shop/store.py", 1, 3, (("shop.store", "async-async", 2),)),
        ModuleColors(
            "shop.jobs", "shop/jobs.py", 4, 0, (("shop.store", "sync-async", 3), ("shop.store", "sync-sync", 1))
        ),
    )
    return Report(findings=(lost_save(), needless()), files=3, lines=16, seconds=0.02, modules=modules)


def large_report(modules: int, findings: int) -> Report:
    """A project of many packages whose first files are those of the shop, so that excerpts have a source."""
    chance = random.Random(7)  # noqa: S311  # a layout, not a secret
    names = [f"shop.{_word(index // 60)}.{_word(index // 9)}_{index // 9}.part_{index}" for index in range(modules)]
    colors = tuple(_colors(name, names, chance) for name in names)
    found = tuple(_numbered(index, colors[index % 97].path, chance) for index in range(findings))
    return Report(findings=found, files=modules, lines=modules * 180, seconds=3.25, modules=colors)


def _word(index: int) -> str:
    words = (
        "agents",
        "billing",
        "catalog",
        "delivery",
        "events",
        "feeds",
        "gateway",
        "history",
        "ingest",
        "jobs",
        "keys",
    )
    return words[index % len(words)] + ("" if index < len(words) else f"_{index // len(words)}")


def _colors(name: str, names: list[str], chance: random.Random) -> ModuleColors:
    lean = (len(name.split(".")[1]) * 37 % 100) / 100
    functions = int(chance.paretovariate(1.2) * 3) % 90
    asynchronous = sum(chance.random() < lean for _ in range(functions))
    kinds = ("sync-async", "async-sync", "sync-sync", "async-async")
    calls = {(chance.choice(names), chance.choice(kinds)): chance.randrange(1, 30) for _ in range(chance.randrange(4))}
    path = name.replace(".", "/") + ".py"
    return ModuleColors(
        name,
        path,
        functions - asynchronous,
        asynchronous,
        tuple((to, kind, many) for (to, kind), many in calls.items()),
    )


def _numbered(index: int, path: str, chance: random.Random) -> Finding:
    code = chance.choice(sorted(RULES))
    return Finding(
        code=code,
        name=RULES[code].name,
        message=f"number {index}: `store.save(...)` makes a coroutine that is never awaited",
        severity=chance.choice(list(Severity)),
        confidence=chance.choice(list(Confidence)),
        place=Place("shop/jobs.py" if index % 2 else path, 8, 9, 8, 31),
        symbol=f"shop.jobs.nightly_{index}",
        proof=lost_save().proof,
        fix=lost_save().fix if index % 3 == 0 else None,
        fingerprint=f"{index:06x}",
    )
