"""Every module opens with one sentence, has a name of its own, and is short enough to read."""

from __future__ import annotations

import ast
import re

import pytest

from tests.meta.sources import Module, read_modules

LONGEST = 600
NAMES_THAT_SAY_NOTHING = {"base", "common", "core", "helper", "manager", "misc", "util"}

MODULES = read_modules()


def opening(module: Module) -> str:
    """The first paragraph of the docstring, as one line."""
    docstring = ast.get_docstring(module.tree) or ""
    return " ".join(docstring.partition("\n\n")[0].split())


def is_one_sentence(text: str) -> bool:
    return text.endswith(".") and not re.search(r"[.!?] [A-Z]", text)


def says_nothing(name: str) -> bool:
    words = name.rpartition(".")[2].strip("_").split("_")
    return any(word.removesuffix("s") in NAMES_THAT_SAY_NOTHING for word in words)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_a_module_opens_with_one_sentence(module: Module) -> None:
    assert is_one_sentence(opening(module)), opening(module) or "no docstring"


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_a_module_is_short_enough_to_read(module: Module) -> None:
    assert len(module.text.splitlines()) <= LONGEST


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_a_module_is_named_after_something(module: Module) -> None:
    # A rule is named after its fault.
    assert not says_nothing(module.name) or re.match(r"duotone\.analyzer\.rules\.duo\d", module.name)


@pytest.mark.parametrize("name", ["duotone.utils", "duotone.contract._base", "duotone.loop_helpers", "duotone.core"])
def test_a_name_that_says_nothing_is_recognized(name: str) -> None:
    assert says_nothing(name)


@pytest.mark.parametrize("text", ["", "No full stop", "One sentence. And another."])
def test_what_is_not_one_sentence_is_recognized(text: str) -> None:
    assert not is_one_sentence(text)
