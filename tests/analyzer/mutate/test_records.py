"""Planting: one or several in a file, and never in a text that has changed."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duotone.analyzer.mutate import KINDS, apply, apply_all, mutations, sample
from duotone.errors import Unplantable

TEXT = """async def load(n=0): ...

async def one():
    print(await load())

async def two():
    await load()
"""


def test_a_changed_text_is_refused() -> None:
    mutation = mutations({"main.py": TEXT}, ["await"])[0]
    with pytest.raises(Unplantable, match="the file has changed"):
        apply(mutation, "# new\n" + TEXT)


def test_several_faults_of_a_file_are_planted_at_once_and_say_how_far_they_moved() -> None:
    found = mutations({"main.py": TEXT}, ["except"])
    text, moved = apply_all(found, TEXT)
    lines = text.splitlines()
    assert [lines[one.line + moved[one.id] - 1].strip() for one in found] == ["print(load())", "load()"]


def test_a_text_that_would_not_parse_is_refused() -> None:
    mutation = mutations({"main.py": TEXT}, ["await"])[0]
    with pytest.raises(Unplantable):
        apply(mutation, TEXT + "def (:\n")


def test_the_same_fault_twice_is_refused() -> None:
    mutation = mutations({"main.py": TEXT}, ["await"])[0]
    with pytest.raises(Unplantable):
        apply_all([mutation, mutation], TEXT)


def test_a_sample_takes_turns_and_is_the_same_each_time() -> None:
    code = "async def load(): ...\n" + "".join(f"async def f{n}():\n    await load()\n" for n in range(20))
    code += "async def g():\n    return await load()\n"
    found = mutations({"main.py": code}, ["await"])
    chosen = sample(found, 4, seed=3)
    assert chosen == sample(list(reversed(found)), 4, seed=3)
    assert "returned" in {one.use for one in chosen}
    assert chosen != sample(found, 4, seed=4)
    assert len(sample(found, 1000, seed=0)) == len(found)


PLAIN = st.sampled_from(["load()", "load(1)", "self.load()", "x", "'ü𝄞'", "f'{await load()}'", "[await load()]"])
AWAITED = PLAIN.map(lambda code: f"await load({code})") | PLAIN
EXPRESSION = st.recursive(
    AWAITED,
    lambda inner: (
        st.builds("({} or {})".format, inner, inner)
        | st.builds("({}).name".format, inner)
        | st.builds("print({},\n        {})".format, inner, inner)
        | st.builds('("""{{\n  ü""" + str({}))'.format, inner)
    ),
    max_leaves=6,
)
STATEMENT = st.builds("{}{}".format, st.sampled_from(["", "x = ", "return ", "a, b = ", "x += "]), EXPRESSION)


@given(st.lists(STATEMENT, min_size=1, max_size=4))
def test_whatever_is_planted_parses(statements: list[str]) -> None:
    body = "".join(f"    {statement}\n" for statement in statements)
    text = f"async def load(n=0):\n    return n\n\nasync def work(x, self):\n{body}"
    for mutation in mutations({"main.py": text}, KINDS):
        assert ast.dump(ast.parse(apply(mutation, text))) != ast.dump(ast.parse(text))
