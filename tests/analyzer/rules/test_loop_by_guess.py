"""What is advised in place of `get_event_loop()`: a loop that others use too must not become several."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from duotone.analyzer.engine import check
from duotone.analyzer.settings import Settings


def advice(folder: Path, text: str) -> list[str]:
    path = folder / "app.py"
    path.write_text(textwrap.dedent(text))
    found = check([path], Settings(root=folder, jobs=1)).findings
    return [one.message.rpartition("; ")[2] for one in found if one.code == "DUO402"]


def test_one_coroutine_is_run_by_asyncio_run(tmp_path: Path) -> None:
    text = """
        import asyncio

        def start(main):
            loop = asyncio.get_event_loop()
            loop.run_until_complete(main())
            loop.close()
    """
    assert [one.startswith("use asyncio.run") for one in advice(tmp_path, text)] == [True]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("loop.run_until_complete(make(loop))", id="given-to-others"),
        pytest.param("loop.run_until_complete(make())\n    loop.run_until_complete(make())", id="run-twice"),
        pytest.param("make()\n    loop.run_forever()", id="run-for-what-is-scheduled-elsewhere"),
    ],
)
def test_a_loop_that_is_used_for_more_is_kept(tmp_path: Path, body: str) -> None:
    text = f"import asyncio\n\ndef start(make):\n    loop = asyncio.get_event_loop()\n    {body}\n"
    assert ["keep it" in one for one in advice(tmp_path, text)] == [True]


def test_a_loop_that_the_methods_of_an_object_share_is_kept(tmp_path: Path) -> None:
    text = """
        import asyncio

        class Client:
            def ask(self, question):
                return asyncio.get_event_loop().run_until_complete(question)
    """
    assert ["keep it" in one for one in advice(tmp_path, text)] == [True]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("while True:\n        {ask}(game.step())", id="again-and-again"),
        pytest.param("yield {ask}(anext(game))", id="between-the-steps-of-a-generator"),
    ],
)
def test_a_loop_that_is_asked_for_at_each_step_is_kept(tmp_path: Path, body: str) -> None:
    ask = "asyncio.get_event_loop().run_until_complete"
    text = f"import asyncio\n\ndef play(game):\n    {body.format(ask=ask)}\n"
    assert ["keep it" in one for one in advice(tmp_path, text)] == [True]
