"""A small project on disk, with one coroutine lost across files."""

from __future__ import annotations

from pathlib import Path

import pytest

STORE = """\
import asyncio


async def save(item: str) -> None:
    await asyncio.sleep(0)
    print(item)
"""
JOBS = """\
from shop.store import save


async def nightly() -> None:
    save("ä😀"); save("b")
    await save("c")
"""
SETTINGS = """\
[tool.duotone]
select = ["DUO002", "DUO101"]
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "a project"
    (root / "shop").mkdir(parents=True)
    (root / "pyproject.toml").write_text(SETTINGS, encoding="utf-8")
    (root / "shop" / "__init__.py").write_text("", encoding="utf-8")
    (root / "shop" / "store.py").write_text(STORE, encoding="utf-8")
    (root / "shop" / "jobs.py").write_text(JOBS, encoding="utf-8")
    return root
