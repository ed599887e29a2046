"""Files are parsed where they mention a name, and are asked no more often than they have something to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from duotone.analyzer import engine
from duotone.analyzer.recolor import Direction, Linked, planned
from duotone.analyzer.recolor.records import Survey
from duotone.analyzer.recolor.searching import mentioning, mentioning_elsewhere
from duotone.analyzer.recolor.surveying import Question
from duotone.analyzer.settings import Settings
from tests.analyzer.recolor.conftest import Recolored

SAID = {
    "a call": "save(1)\n",
    "an attribute": "store.save\n",
    "an import under another name": "from store import save as keep\n",
    "a name in a string": 'patch("store.save")\n',
    "a line of a notebook": '{"source": "x = 1\\nsave(x)"}',
}
OTHERS = {
    "a longer name": "save_all(1)\nresave(2)\n",
    "a name with other letters": "saveä(1)\n",
    "nothing of it": "x = 1\n",
}


def _found(root: Path, text: str, *, elsewhere: bool = False) -> bool:
    path = root / "file.py"
    path.write_text(text, encoding="utf-8")
    search = mentioning_elsewhere if elsewhere else mentioning
    with engine.linked([path], Settings(root=root, jobs=1)) as shared:
        return bool(search(shared, [str(path)], {"save", "x.y"}))


@pytest.mark.parametrize("name", SAID)
def test_a_mention_is_found(tmp_path: Path, name: str) -> None:
    assert _found(tmp_path, SAID[name])
    assert _found(tmp_path, SAID[name], elsewhere=True)


@pytest.mark.parametrize("name", OTHERS)
def test_other_names_are_none(tmp_path: Path, name: str) -> None:
    assert not _found(tmp_path, OTHERS[name])


def test_a_definition_alone_calls_nothing(tmp_path: Path) -> None:
    text = "async def save(x):\n    return x\n"
    assert _found(tmp_path, text)
    assert not _found(tmp_path, text, elsewhere=True)
    assert _found(tmp_path, f"{text}\nsave(1)\n", elsewhere=True)


class Counted(Linked):
    """Remembers how many files were asked."""

    asked = 0

    def _ask(
        self, files: Sequence[str], documents: Sequence[str], question: Question, classes: Mapping[str, str]
    ) -> list[Survey]:
        self.asked += len(files)
        return super()._ask(files, documents, question, classes)


def test_a_common_name_of_what_runs_the_coroutine_asks_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "store.py").write_text("async def save():\n    return 1\n")
    (tmp_path / "loops.py").write_text("import asyncio\n\n\ndef run(made):\n    return asyncio.run(made)\n")
    main = "from loops import run\nfrom store import save\n\n\ndef main():\n    return run(save())\n"
    (tmp_path / "main.py").write_text(main)
    for number in range(5):
        (tmp_path / f"other{number}.py").write_text("def run():\n    pass\n\n\nrun()\n")
    settings = Settings(root=tmp_path, jobs=1)
    files = sorted(tmp_path.glob("*.py"))
    with engine.linked(files, settings) as shared:
        linked = Counted(shared, files, [], settings)
        plan = planned(linked, ["store.save"], Direction.SYNC)
    assert [edit.text for edit in plan.edits if edit.place.path == "main.py"]
    assert linked.asked == len(["store.py", "main.py", "loops.py"])


def test_who_gives_a_parameter_need_not_mention_the_function(recolored: Recolored) -> None:
    store = "class Store:\n    async def save(self):\n        return 1\n"
    helper = "async def helper(thing):\n    await thing.save()\n    await other()\n"
    giving = "from helper import helper\nfrom {0} import {1}\n\n\nasync def main():\n    await helper({1}())\n"
    files = {"store.py": store, "helper.py": helper, "one.py": giving.format("store", "Store")}
    assert "    thing.save()\n" in recolored(files, "store:Store.save").texts["helper.py"]
    files |= {"away.py": store.replace("Store", "Away"), "two.py": giving.format("away", "Away")}
    assert "helper.py" not in recolored(files, "store:Store.save").texts
