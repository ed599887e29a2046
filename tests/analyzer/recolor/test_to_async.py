"""From sync to async: awaits are carried up to the seams, where the bridge is put."""

from __future__ import annotations

from duotone.analyzer.recolor import Verdict
from tests.analyzer.recolor.conftest import Recolored


def test_awaits_are_carried_up_the_call_graph(recolored: Recolored) -> None:
    code = """\
    class Store:
        def save(self, value):
            return value

    def middle(store: Store):
        return store.save(1).name

    async def top():
        print(middle(Store()))
    """
    result = recolored({"m.py": code}, "m:Store.save", to="async")
    assert [name for name, _ in result.plan.joined] == ["m.middle"]
    text = result.texts["m.py"]
    assert "    async def save(self, value):" in text
    assert "async def middle(store: Store):\n    return (await store.save(1)).name\n" in text
    assert "    print(await middle(Store()))\n" in text


def test_the_bridge_is_put_where_nothing_can_await(recolored: Recolored) -> None:
    code = """\
    import os

    def save(value):
        return value

    class Box:
        def __init__(self):
            self.value = save(1)

    def declared():  # duotone: seam
        return save(2)

    x = save(3)
    """
    text = recolored({"m.py": code}, "m:save", to="async").texts["m.py"]
    assert text.startswith("import os\nimport duotone\n\nasync def save(value):")
    for line in ("self.value = duotone.run(save(1))", "return duotone.run(save(2))", "x = duotone.run(save(3))"):
        assert line in text


def test_a_named_seam_stays_sync(recolored: Recolored) -> None:
    code = "def save(): ...\n\ndef entry():\n    return save()\n"
    result = recolored({"m.py": code}, "m:save", to="async", seams=("m:entry",))
    assert "def entry():\n    return duotone.run(save())" in result.texts["m.py"]
    assert result.plan.joined == ()


def test_a_function_that_is_passed_around_is_refused(recolored: Recolored) -> None:
    code = "def save(): ...\n\ndef main():\n    register(save)\n"
    result = recolored({"m.py": code}, "m:save", to="async")
    assert result.reasons(Verdict.REFUSED) == ["it is passed around as a value, and who calls it would get a coroutine"]


def test_there_and_back_is_the_same(recolored: Recolored) -> None:
    code = """\
    class Store:
        def save(self, value):
            return value

    async def top(store: Store):
        x = store.save(1).name, [store.save(i) for i in range(3)]
        return store.save(-store.save(2)) + 1
    """
    there = recolored({"m.py": code}, "m:Store.save", to="async")
    back = recolored({"m.py": there.texts["m.py"]}, "m:Store.save", to="sync")
    import textwrap

    assert back.texts["m.py"] == textwrap.dedent(code)
