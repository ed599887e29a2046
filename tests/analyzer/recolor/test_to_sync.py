"""From async to sync: every use of a recolored function, and everything that must stay."""

from __future__ import annotations

import textwrap

import pytest

from duotone.analyzer.recolor import Verdict
from tests.analyzer.recolor.conftest import Recolored

STORE = '''\
class Store:
    """Keeps.

    Usage::

        store = Store()
        await store.save(1)
    """

    async def save(self, value):
        return value

    async def wait(self):
        await something()
'''

USES = {
    "await": ("await store.save(1)", "store.save(1)"),
    "an await within an expression": ("print((await store.save(1)).name)", "print(store.save(1).name)"),
    "several awaits": ("x = [await store.save(i) for i in y]", "x = [store.save(i) for i in y]"),
    "a coroutine that is kept and awaited": ("c = store.save(1)\n    x = await c", "c = store.save(1)\n    x = c"),
    "wait_for": ("await asyncio.wait_for(store.save(1), 3)", "store.save(1)"),
    "a task that is awaited": ("await asyncio.create_task(store.save(1))", "store.save(1)"),
    "gather": ("a, b = await asyncio.gather(store.save(1), store.save(2))", "a, b = [store.save(1), store.save(2)]"),
    "gather of many": ("await asyncio.gather(*[store.save(i) for i in y])", "[store.save(i) for i in y]"),
    "a call that is dropped": ("store.save(1)", "store.save(1)"),
}


@pytest.mark.parametrize("name", USES)
def test_a_use(recolored: Recolored, name: str) -> None:
    before, after = USES[name]
    head = "import asyncio\nfrom store import Store\n\nasync def main(y):\n    store = Store()\n"
    frame = head + "    {}\n    await other()\n"
    result = recolored({"store.py": STORE, "main.py": frame.format(before)}, "store:Store.save")
    assert result.reasons(Verdict.REFUSED) == []
    assert result.texts.get("main.py", frame.format(before)) == frame.format(after)


def test_the_definition_and_its_own_docstring_change(recolored: Recolored) -> None:
    result = recolored({"store.py": STORE}, "store:Store.save")
    expected = STORE.replace("async def save", "def save").replace("await store.save", "store.save")
    assert result.texts == {"store.py": expected}


def test_code_of_other_classes_with_the_same_names_is_left_alone(recolored: Recolored) -> None:
    other = """\
    class Other:
        async def save(self, value): ...

    async def save(value):
        return await Other().save(value)

    TEXT = "await store.save(1)"
    """
    result = recolored({"store.py": STORE, "other.py": other}, "store:Store.save")
    assert set(result.texts) == {"store.py"}
    assert result.plan.elsewhere == 1


def test_loops_that_only_ran_it_go(recolored: Recolored) -> None:
    script = """\
    import asyncio
    from store import Store

    def run(coroutine):
        return asyncio.get_event_loop().run_until_complete(coroutine)

    store = Store()
    asyncio.run(store.save(1))
    x = run(store.save(2))
    """
    result = recolored({"store.py": STORE, "script.py": script}, "store:Store.save")
    assert result.texts["script.py"].endswith("store = Store()\nstore.save(1)\nx = store.save(2)\n")


def test_overrides_and_bases_change_together(recolored: Recolored) -> None:
    code = """\
    class Base:
        async def save(self): ...

    class Middle(Base): ...

    class Leaf(Middle):
        async def save(self): ...

    async def use(base: Base, leaf: Leaf):
        await base.save()
        await leaf.save()
        await other()
    """
    result = recolored({"m.py": code}, "m:Base.save")
    assert [name for name, _ in result.plan.joined] == ["m.Leaf.save"]
    assert "async def save" not in result.texts["m.py"]
    assert "    base.save()\n    leaf.save()\n" in result.texts["m.py"]


def test_what_returns_the_coroutine_joins(recolored: Recolored) -> None:
    code = """\
    async def save(): ...

    def forward():
        return save()

    async def main():
        await forward()
        await other()
    """
    result = recolored({"m.py": code}, "m:save")
    assert [name for name, _ in result.plan.joined] == ["m.forward"]
    assert "    forward()\n" in result.texts["m.py"]


def test_an_untyped_parameter_is_what_all_calls_give_to_it(recolored: Recolored) -> None:
    code = """\
    from store import Store

    async def helper(thing):
        await thing.save(1)
        await other()

    async def main():
        await helper(Store())
    """
    result = recolored({"store.py": STORE, "m.py": code}, "store:Store.save")
    assert "    thing.save(1)\n" in result.texts["m.py"]


def test_what_nothing_proves_is_listed_and_left(recolored: Recolored) -> None:
    code = "async def helper(thing):\n    await thing.save(1)\n"
    result = recolored({"store.py": STORE, "m.py": code}, "store:Store.save")
    assert result.reasons(Verdict.OPEN) == ["nothing says what `thing` is"]
    assert set(result.texts) == {"store.py"}


REFUSED = {
    "asyncio.create_task(store.save(1))": "a task is made of it",
    "register(store.save)": "passed around as a value",
    "register(store.save(1))": "given away",
    "await asyncio.gather(store.save(1), store.wait())": "other functions beside it",
    "await asyncio.gather(store.save(1), return_exceptions=True)": "with options",
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_needs_a_coroutine_is_refused_and_nothing_changes(recolored: Recolored, line: str) -> None:
    frame = f"import asyncio\nfrom store import Store\n\nasync def main():\n    store = Store()\n    {line}\n"
    result = recolored({"store.py": STORE, "m.py": frame}, "store:Store.save")
    [reason] = result.reasons(Verdict.REFUSED)
    assert REFUSED[line] in reason
    assert result.texts == {}


def test_a_function_that_suspends_is_refused(recolored: Recolored) -> None:
    result = recolored({"store.py": STORE}, "store:Store.wait")
    assert result.reasons(Verdict.REFUSED) == ["it suspends in line 14, which this recoloring doesn't change"]


def test_a_class_means_its_methods_that_need_not_be_async(recolored: Recolored) -> None:
    result = recolored({"store.py": STORE}, "store:Store")
    assert result.plan.asked == ("store.Store.save",)


def test_a_generator_is_iterated_over_without_async(recolored: Recolored) -> None:
    code = """\
    async def lines():
        yield 1

    async def main():
        async for line in lines():
            print(line)
        x = [line async for line in lines()]
        await other()
    """
    result = recolored({"m.py": code}, "m:lines")
    assert "    for line in lines():" in result.texts["m.py"]
    assert "[line for line in lines()]" in result.texts["m.py"]


def test_functions_that_await_nothing_more_are_listed_and_cascade(recolored: Recolored) -> None:
    code = """\
    async def save(): ...

    async def middle():
        await save()

    @route("/")
    async def top():
        await middle()
    """
    listed = recolored({"m.py": code}, "m:save")
    assert listed.plan.losing == (("m.middle", ""),)
    whole = recolored({"m.py": code}, "m:save", cascade=True)
    assert whole.plan.losing == (("m.top", "`@route` may ask for it"),)
    expected = 'def save(): ...\n\ndef middle():\n    save()\n\n@route("/")\nasync def top():\n    middle()\n'
    assert whole.texts["m.py"] == expected


def test_markdown_and_docstrings_change_where_they_are_proved(recolored: Recolored) -> None:
    readme = textwrap.dedent("""\
    # Store

    We await store.save in prose.

    ```python
    from store import Store

    store = Store()
    await store.save(1)  # kept
    ```

    1. indented:

       ```py
       x = await store.save(2)
       await unknown.save(3)
       ```
    """)
    result = recolored({"store.py": STORE, "README.md": readme}, "store:Store.save")
    expected = readme.replace("await store.save(1)", "store.save(1)").replace("await store.save(2)", "store.save(2)")
    assert result.texts["README.md"] == expected
    assert result.reasons(Verdict.OPEN) == ["nothing says what `unknown` is"]


def test_mocks_of_it_and_what_is_asserted_of_them_change_color(recolored: Recolored) -> None:
    test = """\
    from unittest.mock import AsyncMock, patch
    from store import Store

    async def test_it():
        store = Store()
        store.save = AsyncMock(return_value=1)
        await store.save(1)
        store.save.assert_awaited_once_with(1)
        other.save = AsyncMock()
        with patch.object(Store, "save", new_callable=AsyncMock):
            ...
        with patch("store.Store.save", new_callable=AsyncMock):
            ...
    """
    text = recolored({"store.py": STORE, "test_it.py": test}, "store:Store.save").texts["test_it.py"]
    assert "from unittest.mock import AsyncMock, MagicMock, patch\n" in text
    assert "    store.save = MagicMock(return_value=1)\n    store.save(1)\n" in text
    assert "    store.save.assert_called_once_with(1)\n    other.save = AsyncMock()\n" in text
    assert 'patch.object(Store, "save", new_callable=MagicMock)' in text
    assert 'patch("store.Store.save", new_callable=MagicMock)' in text


def test_what_returns_the_coroutine_of_an_untyped_parameter_joins(recolored: Recolored) -> None:
    code = """\
    from store import Store

    def forward(thing):
        return thing.save(1)

    async def main():
        await forward(Store())
        await other()
    """
    result = recolored({"store.py": STORE, "m.py": code}, "store:Store.save")
    assert "    forward(Store())\n" in result.texts["m.py"]


def test_a_runner_in_an_indented_example_goes_at_its_own_place(recolored: Recolored) -> None:
    readme = """\
    1. first

       ```python
       import asyncio
       def run(coroutine):
           return asyncio.run(coroutine)
       x = run(Store().save(1))
       ```
    """
    result = recolored({"store.py": STORE, "README.md": readme}, "store:Store.save")
    assert "   x = Store().save(1)\n" in result.texts["README.md"]


TESTS = """\
import pytest
from store import Store


@pytest.fixture
async def ready():
    await something()


@pytest.fixture
def served(ready):
    return ready


@pytest.mark.asyncio
@pytest.mark.parametrize("value", [1, 2])
async def test_saves(value):
    await Store().save(value)


class TestStore:
    @pytest.mark.anyio  # as the others
    async def test_again(self):
        assert await Store().save(1)


@pytest.mark.asyncio
async def test_served(served):
    await Store().save(1)
"""


def test_a_test_that_only_awaited_it_becomes_sync_without_its_mark(recolored: Recolored) -> None:
    result = recolored({"store.py": STORE, "test_store.py": TESTS}, "store:Store.save", cascade=True)
    assert result.plan.losing == (("test_store.test_served", "it is given the async fixture `ready`"),)
    text = result.texts["test_store.py"]
    assert '\n\n@pytest.mark.parametrize("value", [1, 2])\ndef test_saves(value):\n    Store().save(value)\n' in text
    assert "class TestStore:\n    def test_again(self):\n        assert Store().save(1)\n" in text
    assert "@pytest.mark.asyncio\nasync def test_served(served):\n    Store().save(1)\n" in text


def test_a_mark_of_the_whole_file_keeps_its_tests_async(recolored: Recolored) -> None:
    code = "import pytest\nfrom store import Store\n\npytestmark = pytest.mark.asyncio\n\n"
    code += "async def test_saves():\n    await Store().save(1)\n"
    result = recolored({"store.py": STORE, "test_store.py": code}, "store:Store.save", cascade=True)
    assert result.plan.losing == (("test_store.test_saves", "`pytest.mark.asyncio` holds for all tests around it"),)


def test_comments_and_documents_that_speak_of_it_are_listed_and_left(recolored: Recolored) -> None:
    code = """\
    from store import Store

    async def main(store: Store):
        # Don't forget to await save here.
        # save is cheap
        await store.save(1)
        await other()  # await nothing
    """
    guide = "Store\n=====\n\n.. code-block:: python\n\n    await store.save(1)\n\nsave often\n"
    elsewhere = "# await save\nx = 1\n"
    files = {"store.py": STORE, "m.py": code, "guide.rst": guide, "elsewhere.py": elsewhere}
    result = recolored(files, "store:Store.save")
    assert [(site.place.path, site.place.line, site.text) for site in result.plan.remarks] == [
        ("m.py", 4, "# Don't forget to await save here."),
        ("guide.rst", 6, "await store.save(1)"),
    ]
    assert set(result.texts) == {"store.py", "m.py"}
