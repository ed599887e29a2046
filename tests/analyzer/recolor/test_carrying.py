"""Coroutines that sync functions lose: these become async, and with them whoever calls them, up to the seams."""

from __future__ import annotations

import textwrap
from pathlib import Path

from duotone.analyzer import engine
from duotone.analyzer.edits.change import change_of
from duotone.analyzer.recolor import Carried, Linked, Verdict, callers, carried, worse
from duotone.analyzer.settings import Settings

CLIENT = """\
import asyncio


async def fetch(url: str) -> str:
    await asyncio.sleep(0)
    return url
"""
SERVICE = """\
from client import fetch


def title(url: str) -> str:
    text = fetch(url)
    return text.upper()


def page(url: str) -> str:
    return f"<h1>{title(url)}</h1>"
"""
CARRIED = """\
from client import fetch


async def title(url: str) -> str:
    text = await fetch(url)
    return text.upper()


async def page(url: str) -> str:
    return f"<h1>{await title(url)}</h1>"
"""


class Tree:
    """A project on disk that is carried in memory."""

    def __init__(self, root: Path, **texts: str) -> None:
        for name, text in {"client": CLIENT, **texts}.items():
            (root / f"{name}.py").write_text(textwrap.dedent(text), encoding="utf-8")
        self.root = root
        self.files = sorted(root.glob("*.py"))
        self.settings = Settings(root=root, jobs=1)

    def carried(self) -> tuple[Carried, dict[str, str]]:
        """Carry what is found; return the plans and the texts that change, which leave nothing to find."""
        found = callers(engine.check(self.files, self.settings).findings)
        with engine.linked(self.files, self.settings) as shared:
            result = carried(Linked(shared, self.files, [], self.settings), found)
        if result.plan is None:
            return result, {}
        change = change_of(self.root, "carry", result.plan.edits)
        after = {one.path: (one.after or b"").decode() for one in change.files}
        assert worse(result.plan, self.files, self.settings, after) == ()
        assert callers(engine.check(self.files, self.settings, overlay=after).findings) == [
            name for plan in result.refused for name in plan.asked
        ]
        return result, {path.stem: text for path, text in after.items()}


def test_a_finding_in_a_sync_function_names_the_command(tmp_path: Path) -> None:
    tree = Tree(tmp_path, service=SERVICE)
    [finding] = engine.check(tree.files, tree.settings).findings
    assert [step.text for step in finding.proof if step.kind == "plan"] == [
        "make `service.title` async, and what calls it: `duotone recolor service:title --to async`"
    ]


def test_the_caller_awaits_what_it_lost_and_is_awaited_itself(tmp_path: Path) -> None:
    _, texts = Tree(tmp_path, service=SERVICE).carried()
    assert texts == {"service": CARRIED}


def test_a_route_becomes_async_and_a_command_of_the_shell_gets_the_bridge(tmp_path: Path) -> None:
    app = """\
    import click
    from fastapi import FastAPI
    from service import page

    app = FastAPI()


    @app.get("/")
    def show(url: str) -> str:
        return page(url)


    @click.command()
    def main() -> None:
        print(page(""))
    """
    result, texts = Tree(tmp_path, service=SERVICE, app=app).carried()
    assert texts["service"] == CARRIED
    assert "async def show(url: str) -> str:\n    return await page(url)\n" in texts["app"]
    assert '\ndef main() -> None:\n    print(duotone.run(page("")))\n' in texts["app"]
    assert result.plan is not None
    reasons = [site.reason for site in result.plan.of(Verdict.CHANGED) if site.reason]
    assert reasons == ["`@click.command` may need the color that it has"]


def test_a_test_becomes_async_with_the_mark_that_its_neighbors_have(tmp_path: Path) -> None:
    test = """\
    import pytest
    from service import page


    class TestPage:
        def test_page(self):
            assert page("")

        @pytest.mark.anyio
        async def test_other(self):
            assert page("") is not None
    """
    _, texts = Tree(tmp_path, service=SERVICE, test_page=test).carried()
    expected = test.replace("        def test_page", "        @pytest.mark.anyio\n        async def test_page")
    assert texts["test_page"] == textwrap.dedent(expected.replace('page("")', 'await page("")'))


def test_a_test_where_nothing_runs_async_ones_gets_the_bridge(tmp_path: Path) -> None:
    test = "from service import page\n\n\ndef test_page():\n    assert page('')\n"
    _, texts = Tree(tmp_path, service=SERVICE, test_page=test).carried()
    assert "def test_page():\n    assert duotone.run(page(''))\n" in texts["test_page"]


def test_a_test_needs_no_mark_where_the_settings_run_all_of_them(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\nasyncio_mode = 'auto'\n", encoding="utf-8")
    test = "from service import page\n\n\ndef test_page():\n    assert page('')\n"
    _, texts = Tree(tmp_path, service=SERVICE, test_page=test).carried()
    assert "\nasync def test_page():\n    assert await page('')\n" in texts["test_page"]


def test_scripts_and_functions_that_run_a_loop_are_seams(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project.scripts]\nshop = 'shop:main'\n", encoding="utf-8")
    shop = """\
    import asyncio
    from service import page


    async def other() -> None:
        await asyncio.sleep(0)


    def main() -> None:
        page("")


    def twice() -> None:
        asyncio.run(other())
        page("")
    """
    _, texts = Tree(tmp_path, service=SERVICE, shop=shop).carried()
    assert '\ndef main() -> None:\n    duotone.run(page(""))\n' in texts["shop"]
    assert '\ndef twice() -> None:\n    asyncio.run(other())\n    duotone.run(page(""))\n' in texts["shop"]


def test_one_that_is_refused_is_said_with_its_reason_and_keeps_no_other_from_it(tmp_path: Path) -> None:
    threads = """\
    import threading
    from client import fetch


    def work() -> None:
        fetch("")


    threading.Thread(target=work).start()
    """
    result, texts = Tree(tmp_path, service=SERVICE, threads=threads).carried()
    assert texts == {"service": CARRIED}
    [plan] = result.refused
    assert plan.asked == ("threads.work",)
    assert [site.reason for site in plan.of(Verdict.REFUSED)] == [
        "it is passed around as a value, and who calls it would get a coroutine"
    ]


def test_nothing_is_offered_where_a_function_can_not_be_async(tmp_path: Path) -> None:
    code = """\
    import asyncio
    from client import fetch


    class Box:
        def __init__(self) -> None:
            fetch("")

        @property
        def text(self) -> None:
            fetch("")


    def seam() -> None:  # duotone: seam
        fetch("")


    def runs() -> None:
        fetch("")
        asyncio.run(fetch(""))


    def outer() -> None:
        def inner() -> None:
            fetch("")

        inner()
    """
    tree = Tree(tmp_path, code=code)
    findings = engine.check(tree.files, tree.settings).findings
    assert len([one for one in findings if one.code == "DUO101"]) >= 5
    assert callers(findings) == []
