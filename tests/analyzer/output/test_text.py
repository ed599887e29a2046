"""The output for people."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from duotone.analyzer.engine import check
from duotone.analyzer.findings import Confidence, Edit, Finding, Fix, Severity, Step
from duotone.analyzer.output import concise
from duotone.analyzer.output.text import write
from duotone.analyzer.settings import Settings
from tests.analyzer.output.samples import FILES, GONE, IN_LIBRARIES, IN_NOTEBOOK, LOST, SAMPLES, context, place
from tests.meta.sources import ROOT

SHOWN = """\
app/service.py:10:13 DUO101 lost-coroutine
error: `self.store.save(key, value)` makes a coroutine that nobody awaits, so it never runs

   9 │         try:
  10 │             self.store.save(key, value)
     │             ^^^^^^^^^^^^^^^^^^^^^^^^^^^
  11 │         except Exception:

  why     1. `Store.save` is defined with `async def`  app/store.py:5:5
             5 │ async def save(self, key: str, value: bytes) -> None:
          2. `self.store` is a `Store`  app/service.py:6:9
             6 │ self.store = store
          3. the statement ends here, and the coroutine with it  app/service.py:10:13
  hidden  `except Exception` hides the failure  app/service.py:11:9
          11 │ except Exception:
  then    `write` is async too
  fix     await the call (safe)
          10 - self.store.save(key, value)
          10 + await self.store.save(key, value)

1 finding: 1 error; 41 files, 0.82 s; 1 can be fixed safely.
"""

SHOWN_IN_NOTEBOOK = """\
demo.ipynb:cell 2:2:1 DUO102 unused-coroutine
warning (likely): `store.save('k', b'v')` is never used

  1 | store = app.Store()
  2 | store.save('k', b'v')
    | ^^^^^^^^^^^^^^^^^^^^^

  why     1. `Store.save` is defined with `async def`  app/store.py:5:5
             5 | async def save(self, key: str, value: bytes) -> None:
  fix     await it (unsafe)
          2 - store.save('k', b'v')
          2 + await store.save('k', b'v')

1 finding: 1 warning; 41 files, 0.82 s; 1 can be fixed, but not safely.
"""


def test_the_page_about_outputs_shows_what_is_found_and_how_it_is_shown(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "check" / "output.md").read_text(encoding="utf-8")
    paths = [tmp_path / "app" / "service.py", tmp_path / "app" / "store.py"]
    for path in paths:
        path.parent.mkdir(exist_ok=True)
        path.write_text(FILES[f"app/{path.name}"], encoding="utf-8")
    [found] = check(paths, Settings(root=tmp_path, jobs=1)).findings
    assert f"```text\n{write([found], context())}```\n" in page
    assert f"```text\n{concise.write([found, IN_NOTEBOOK], context())}```\n" in page


def shown(finding: Finding, files: dict[str, str] | None = None, **changes: object) -> str:
    return write([finding], context(files, **changes)).rpartition("\n\n")[0]


def at(text: str, line: int, column: int, end_column: int, *, end_line: int = 0) -> list[str]:
    """The excerpt of a finding in one file."""
    found = dataclasses.replace(
        LOST, place=place("a.py", line, column, end_column, end_line=end_line), proof=(), fix=None
    )
    return shown(found, {"a.py": text}, width=40).split("\n")[3:]


def test_a_finding_is_shown_with_its_source_its_proof_what_hides_it_and_its_fix() -> None:
    assert write([LOST], context()) == SHOWN


def test_a_finding_in_a_notebook_is_shown_in_its_cell_and_in_ascii_where_the_stream_has_no_more() -> None:
    assert write([IN_NOTEBOOK], context(unicode=False)) == SHOWN_IN_NOTEBOOK


def test_a_file_that_is_gone_leaves_what_is_known() -> None:
    assert shown(GONE) == (
        "gone/with space, and: more.py:7:1000000000000 DUO999\nnote (possible): DUO999\n"
        "  why     1. because  gone/too.py:1000000000:1\n  fix     (unsafe)"
    )


def test_no_findings_are_one_line() -> None:
    assert write([], context(files=1)) == "No findings in 1 file, 0.82 s.\n"


def test_color_adds_nothing_but_color() -> None:
    colored = write(SAMPLES, context(color=True))
    assert "\x1b[1;31merror\x1b[0m" in colored
    assert "\x1b[32m+ await store.save('k', b'v')\x1b[0m" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == write(SAMPLES, context())
    assert "\x1b" not in write(SAMPLES, context())


def test_the_lines_around_are_left_out_where_they_are_blank_or_missing() -> None:
    assert at("save()\n\n", 1, 1, 7) == ["  1 │ save()", "    │ ^^^^^^"]
    assert at("\nsave()", 2, 1, 7) == ["  2 │ save()", "    │ ^^^^^^"]


def test_one_blank_line_separates_findings_that_have_no_proof() -> None:
    bare = dataclasses.replace(LOST, place=place("a.py", 1, 1, 7), proof=(), fix=None)
    text = write([bare, bare], context({"a.py": "save()\n"}))
    assert "\n\n\n" not in text


def test_a_span_of_several_lines_is_marked_to_the_end_of_the_first() -> None:
    assert at("x = save(  \n  1,\n)\n", 1, 5, 2, end_line=3) == [
        "  1 │ x = save(",
        "    │     ^^^^^ to line 3",
        "  2 │   1,",
    ]


def test_a_line_that_begins_with_its_middle_stands_alone() -> None:
    lines = at(f"if x:\n    {'a' * 50}; save()\nend\n", 2, 57, 63)
    assert lines == [f"  2 │ …{'a' * 25}; save()", f"    │ {' ' * 28}^^^^^^"]


def test_no_line_of_source_is_wider_than_the_terminal() -> None:
    files = {path: text.replace("value", "value" * 40) for path, text in FILES.items()}
    found = dataclasses.replace(LOST, message="", proof=tuple(dataclasses.replace(s, text="") for s in LOST.proof))
    assert max(map(len, shown(found, files, width=60).split("\n"))) <= 60


def test_a_step_without_a_place_and_a_fix_without_an_edit_are_said() -> None:
    found = dataclasses.replace(LOST, proof=(Step("because", "it is"),), fix=Fix("think", (), is_safe=False))
    assert shown(found, {}).split("\n")[2:] == ["  why     1. it is", "  fix     think (unsafe)"]


def test_many_siblings_are_counted() -> None:
    steps = tuple(Step("sibling", f"awaited {number}") for number in range(7))
    found = dataclasses.replace(LOST, proof=(*steps, Step("commit", "abc fixed them")), fix=None)
    assert shown(found, {}).split("\n")[2:] == [
        "  right   awaited 0",
        *(f"          awaited {number}" for number in range(1, 5)),
        "          and 2 more",
        "  fixed   abc fixed them",
    ]


def test_a_long_fix_is_cut_and_one_elsewhere_names_its_place() -> None:
    edits = (Edit(place("b.py", 1, 1, 2), "\n".join("abcdefghijklmn")),)
    found = dataclasses.replace(LOST, proof=(), fix=Fix("write more", edits, is_safe=False))
    lines = shown(found, {"b.py": "x\n"}).split("\n")[3:]
    assert lines[:3] == ["          b.py:1:1", "           1 - x", "           1 + a"]
    assert lines[-1] == "          … 4 more lines"


def test_a_fix_is_shown_without_the_indentation_that_its_lines_share() -> None:
    def diff(text: str, new: str) -> list[str]:
        fix = Fix("", (Edit(place("app/service.py", 1, 1, len(text) + 1), new),), is_safe=True)
        found = dataclasses.replace(LOST, proof=(), fix=fix)
        return shown(found, {"app/service.py": text}).split("\n")[3:]

    assert diff("    if x: y()", "    if x:\n\n        y()") == [
        "          1 - if x: y()",
        "          1 + if x:",
        "          2 +",
        "          3 +     y()",
    ]
    assert diff("\tx", "\ty") == ["          1 -     x", "          1 +     y"]
    assert diff("x", "") == ["          1 - x", "          1 +"]


@pytest.mark.parametrize("severity", Severity)
def test_severity_and_doubt_stand_before_the_message(severity: Severity) -> None:
    found = dataclasses.replace(LOST, severity=severity, confidence=Confidence.POSSIBLE, message="one\ntwo")
    assert shown(found).split("\n")[1] == f"{severity.value} (possible): one two"


def test_the_last_line_counts() -> None:
    assert write((*SAMPLES, *[LOST] * 1000), context(seconds=61, files=12345)).splitlines()[-1] == (
        "1,003 findings: 1,001 errors, 1 warning, 1 note; 12,345 files, 61.00 s; "
        "1,003 can be fixed, 1,001 of them safely."
    )
    unfixable = dataclasses.replace(LOST, fix=None)
    assert write([unfixable], context()).splitlines()[-1].endswith("; none can be fixed.")


SLEEPY = """\
import time


async def doze() -> None:
    time.sleep(1)
    time.sleep(2)
    time.sleep(3)


async def nap() -> None:
    time.sleep(4)
"""


def test_equal_findings_of_a_function_are_shown_once_with_their_lines() -> None:
    found = [
        Finding(
            "DUO301",
            "blocking-call",
            "`time.sleep` blocks",
            Severity.WARNING,
            Confidence.CERTAIN,
            place("sleepy.py", line, 5, 15),
            f"sleepy.{name}",
        )
        for line, name in ((5, "doze"), (6, "doze"), (7, "doze"), (11, "nap"))
    ]
    assert (
        write(found, context({"sleepy.py": SLEEPY}))
        == """\
sleepy.py:5:5 DUO301 blocking-call
warning: `time.sleep` blocks

  4 │ async def doze() -> None:
  5 │     time.sleep(1)
    │     ^^^^^^^^^^
  6 │     time.sleep(2)

  also    in lines 6, 7

sleepy.py:11:5 DUO301 blocking-call
warning: `time.sleep` blocks

  10 │ async def nap() -> None:
  11 │     time.sleep(4)
     │     ^^^^^^^^^^

4 findings: 4 warnings; 41 files, 0.82 s; none can be fixed.
"""
    )


def test_findings_with_a_proof_or_a_fix_are_shown_each() -> None:
    later = dataclasses.replace(LOST, place=place("app/service.py", 11, 1, 2))
    assert write([LOST, later], context()).count("DUO101") == 2


def test_what_lies_in_a_library_is_named_from_its_package_on() -> None:
    lines = write([IN_LIBRARIES], context()).split("\n")
    assert "  why     1. `sleep` is `async def`  typeshed: asyncio/tasks.pyi:12" in lines
    assert "          2. `Mailer.send` is `def`  mailer/client.py:7" in lines
