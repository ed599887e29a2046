"""The shared files: each is small, says what it is for, and can be a part of one script."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from duotone.pages import inlined, shared_files, shared_text
from tests.meta.sources import SOURCE

SCRIPTS = sorted(one.name for one in shared_files().iterdir() if one.name.endswith(".js"))
REPORT = SOURCE / "duotone" / "analyzer" / "page" / "assets"
LONGEST = 120


def names_of(script: str) -> list[str]:
    """Return what a script makes known to all that follows in the same scope."""
    return re.findall(r"^(?:const|let|class|function\*?|async function) (\w+)", script, re.MULTILINE)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_shared_script_is_short_and_says_what_it_is_for(name: str) -> None:
    assert shared_text(name).startswith("// ")
    assert len(shared_text(name).splitlines()) <= LONGEST


@pytest.mark.parametrize("name", SCRIPTS)
def test_an_inlined_module_imports_and_exports_nothing(name: str) -> None:
    assert re.search(r"^export ", shared_text(name), re.MULTILINE)
    assert not re.search(r"^\s*(import|export)\b", inlined(name), re.MULTILINE)


def test_no_name_is_given_twice_in_the_one_script_of_the_report() -> None:
    parts = [*map(inlined, SCRIPTS), *(Path(one).read_text(encoding="utf-8") for one in REPORT.glob("*.js"))]
    twice = [name for name, number in Counter(name for part in parts for name in names_of(part)).items() if number > 1]
    assert twice == []


def test_a_word_inside_of_a_line_is_no_import() -> None:
    assert "global|if|import|in" in inlined("source.js")
