"""`duotone recolor` as it is used: plan, difference, one edit with its proof, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Project

STORE = "class Store:\n    async def save(self, value):\n        return value\n"
MAIN = "from store import Store\n\n\nasync def main():\n    await Store().save(1)\n    await other()\n"


@pytest.fixture(autouse=True)
def _state(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUOTONE_STATE_DIR", str(tmp_path_factory.mktemp("state")))


def _texts(root: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(root.glob("*.py"))}


def test_the_plan_is_shown_and_nothing_written(project: Project) -> None:
    project.write("store.py", STORE)
    project.write("main.py", MAIN)
    done = project.run("recolor", "store:Store.save", "--to", "sync", "--quiet")
    assert done.code == 0
    assert done.out == (
        "1 function to sync\n"
        "  Store.save  store.py:2\n"
        "\n"
        "would change\n"
        "  1  main.py  awaits it\n"
        "\n"
        "1 definition changes color and 1 place loses an await, in 2 files\n"
    )
    assert _texts(project.root) == {"main.py": MAIN, "store.py": STORE}


def test_it_is_written_proved_and_taken_back(project: Project) -> None:
    project.write("store.py", STORE)
    project.write("main.py", MAIN)
    done = project.run("recolor", "store:Store.save", "--to", "sync", "--write", "--quiet")
    assert done.code == 0
    assert _texts(project.root) == {
        "main.py": MAIN.replace("await Store", "Store"),
        "store.py": STORE.replace("async ", ""),
    }
    undone = project.run("recolor", "--undo")
    assert (undone.code, undone.err) == (0, "took back: recolor store:Store.save --to sync (2 files)\n")
    assert _texts(project.root) == {"main.py": MAIN, "store.py": STORE}


def test_the_difference_is_a_patch(project: Project) -> None:
    project.write("store.py", STORE)
    done = project.run("recolor", "store:Store", "--to", "sync", "--diff", "--quiet")
    assert done.code == 1
    assert "-    async def save(self, value):\n+    def save(self, value):\n" in done.out


def test_what_stands_in_the_way_is_named_and_nothing_written(project: Project) -> None:
    project.write("store.py", STORE)
    project.write("main.py", "from store import Store\n\nregister(Store().save)\n")
    done = project.run("recolor", "store:Store.save", "--to", "sync", "--write", "--quiet")
    assert done.code == 1
    assert "1 can't be turned, so nothing would be written\n  main.py:3  Store().save  it is passed around" in done.out
    assert (project.root / "store.py").read_text(encoding="utf-8") == STORE


UNKNOWN = "async def work(thing):\n    return await thing.save(1)\n"


def test_an_await_that_nothing_proves_is_named_and_nothing_written(project: Project) -> None:
    project.write("store.py", STORE)
    project.write("work.py", UNKNOWN)
    done = project.run("recolor", "store:Store.save", "--to", "sync", "--write", "--quiet")
    assert done.code == 1
    assert done.err == (
        "nothing was written: 1 place awaits what nothing proves to be something else, and would fail if it isn't: "
        "work.py:2; --unproved writes all the rest\n"
    )
    assert _texts(project.root) == {"store.py": STORE, "work.py": UNKNOWN}


def test_an_await_that_nothing_proves_stays_where_one_asks_to_write_all_the_same(project: Project) -> None:
    project.write("store.py", STORE)
    project.write("work.py", UNKNOWN)
    done = project.run("recolor", "store:Store.save", "--to", "sync", "--write", "--unproved", "--quiet")
    assert done.code == 0
    assert _texts(project.root) == {"store.py": STORE.replace("async ", ""), "work.py": UNKNOWN}


def test_the_plan_and_documents_need_no_proof(project: Project) -> None:
    project.write("store.py", STORE)
    project.write("guide.md", "```python\nawait thing.save(1)\n```\n")
    done = project.run("recolor", "store:Store.save", "--to", "sync", "--write", "--quiet")
    assert done.code == 0
    assert "1 can't be proved, and stay as they are\n  guide.md:2" in done.out
    project.run("recolor", "--undo")
    project.write("work.py", UNKNOWN)
    assert project.run("recolor", "store:Store.save", "--to", "sync", "--quiet").code == 0


WRONG = {
    ("--to", "sync"): "name the functions and their color",
    ("store:Store.save",): "name the functions and their color",
    ("gone:f", "--to", "sync"): "there is no module 'gone'",
    ("storr:Store.save", "--to", "sync"): "did you mean 'store'?",
    ("store:Store.sav", "--to", "sync"): "there is no 'sav'; did you mean 'save'?",
    ("--undo",): "no change of",
}


def test_wrong_use_is_one_line_and_exit_2(project: Project) -> None:
    project.write("store.py", STORE)
    for words, line in WRONG.items():
        done = project.run("recolor", *words)
        assert done.code == 2
        assert line in done.err
        assert done.err.count("\n") == 1
