"""Comments that suppress findings: which count where, and what is said about those that don't."""

from __future__ import annotations

import json
import textwrap

import pytest

from duotone.analyzer.findings import Confidence, Finding, Place, Severity
from duotone.analyzer.suppressions import Suppressed, suppress

RULES = {
    "DUO001": "unreadable-code",
    "DUO002": "unused-suppression",
    "DUO101": "lost-coroutine",
    "DUO102": "unused-coroutine",
    "DUO201": "needless-async",
    "DUO301": "blocking-call",
    "DUO501": "dropped-task",
}


def finding(line: int, end_line: int | None = None, *, code: str = "DUO101", cell: int | None = None) -> Finding:
    place = Place("a.py", line, 1, end_line or line, 5, cell)
    return Finding(code, RULES[code], "m", Severity.ERROR, Confidence.CERTAIN, place)


def run(text: str, *findings: Finding, path: str = "a.py", off: tuple[str, ...] = ()) -> Suppressed:
    return suppress(findings, textwrap.dedent(text), path, rules=RULES, is_active=lambda code: code not in off)


def messages(text: str, *findings: Finding) -> list[str]:
    return [one.message for one in run(text, *findings).unused]


@pytest.mark.parametrize(
    ("code", "comment"),
    [
        ("DUO301", "# noqa: ASYNC251"),
        ("DUO301", "# noqa: S603, ASYNC221"),
        ("DUO301", "# noqa: ASYNC100"),
        ("DUO501", "# noqa: RUF006  # it lives long enough"),
        ("DUO501", "# ruff: ignore[unused-expression, asyncio-dangling-task]"),
        ("DUO501", "# ruff: ignore[RUF006]  # it lives long enough"),
        ("DUO301", "# ruff: ignore[blocking-sleep-in-async-function]"),
        ("DUO201", "# noqa: RUF029"),
    ],
)
def test_a_comment_for_another_linter_counts_where_both_mean_the_same_fault(code: str, comment: str) -> None:
    result = run(f"store.save()  {comment}\n", finding(1, code=code))
    assert (result.kept, len(result.dropped), result.unused) == ([], 1, [])


@pytest.mark.parametrize(
    ("code", "comment"),
    [
        ("DUO301", "# noqa: RUF006"),
        ("DUO301", "# noqa: ASYNC109"),
        ("DUO301", "# ASYNC251 would say so too"),
        ("DUO501", "# noqa: ASYNC251"),
        ("DUO101", "# noqa: RUF006"),
        ("DUO101", "# ruff: ignore[asyncio-dangling-task]"),
        ("DUO501", "# ruff: ignore[unused-async]"),
        ("DUO501", "# ruff: ignore"),
    ],
)
def test_a_comment_for_another_linter_says_nothing_of_other_faults(code: str, comment: str) -> None:
    assert run(f"store.save()  {comment}\n", finding(1, code=code)).dropped == []


def test_a_comment_of_our_own_beside_that_for_another_linter_is_used() -> None:
    text = "store.save()  # noqa: ASYNC251  # duotone: allow blocking-call -- because\n"
    assert run(text, finding(1, code="DUO301")).unused == []


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa",
        "#noqa",
        "# NOQA",
        "# noqa: DUO101",
        "# noqa:DUO101",
        "# noqa : duo101",
        "# noqa: E501, DUO101",
        "# noqa: E501 DUO101",
        "# noqa: DUO1",
        "# noqa: DUO",
        "# noqa: DUO101  # because",
        "# noqa: DUO101 -- because",
        "# type: ignore  # noqa: DUO101",
        "# a word first # noqa",
        "# duotone: allow lost-coroutine -- fire and forget",
        "# duotone: allow DUO101 -- see #12",
        "# duotone:allow DUO1 -- because",
        "# Duotone: Allow Lost-Coroutine -- because",
        "# type: ignore  # duotone: allow lost-coroutine -- because",
        "# duotone: allow lost-coroutine -- because  # type: ignore",
    ],
)
def test_a_comment_on_the_line_suppresses(comment: str) -> None:
    result = run(f"store.save()  {comment}\n", finding(1))
    assert (result.kept, len(result.dropped), result.unused) == ([], 1, [])


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa: E501",
        "# noqa: because",
        "# noqa:",
        "# noqable",
        "# flake8: noqa",
        "# ruff: noqa: DUO101",
        "# duotone: the library",
        "# duotone: ignore what follows",
        "# duotone: off the record",
        "# see noqa: DUO101",
        "'# noqa'",
        "'''# duotone: allow lost-coroutine -- no'''",
    ],
)
def test_what_only_looks_like_one_does_nothing_and_is_not_reported(comment: str) -> None:
    result = run(f"store.save() + {comment}\n", finding(1))
    assert (len(result.kept), result.unused) == (1, [])


@pytest.mark.parametrize(
    ("text", "line", "is_suppressed"),
    [
        ("f(  # noqa: DUO101\n  g(),\n)\n", 2, True),
        ("f(\n  g(),\n)  # noqa: DUO101\n", 2, True),
        ("f(\n  g(),  # noqa: DUO101\n  h(),\n)\n", 2, True),
        ("f(\n  g(),\n  h(),  # noqa: DUO101\n)\n", 2, False),
        ("f('''\n''')  # noqa: DUO101\n", 1, True),
        ("f() + \\\n  g()  # noqa: DUO101\n", 1, True),
        ("f()\ng()  # noqa: DUO101\n", 1, False),
        ("# noqa: DUO101\nf()\n", 2, False),
    ],
)
def test_the_first_the_last_and_the_flagged_line_of_a_statement_count(
    text: str, line: int, *, is_suppressed: bool
) -> None:
    assert bool(run(text, finding(line)).dropped) is is_suppressed


def test_the_end_of_what_is_flagged_counts_inside_of_its_statement_only() -> None:
    assert run("x = [\n f(\n  1\n ),  # noqa: DUO101\n 2,\n]\n", finding(2, 4)).dropped
    assert run("async def f():\n    pass\n    x = 1  # noqa: DUO201\n", finding(1, 3, code="DUO201")).kept


@pytest.mark.parametrize(
    ("text", "line", "is_suppressed"),
    [
        ("# duotone: allow DUO101 -- because\nf()\n", 2, True),
        ("# duotone: allow DUO101 -- because\n# more words\n\nf()\n", 4, True),
        ("# duotone: allow DUO101 -- because\nf(\n  1,\n  g())\n", 4, True),
        ("# duotone: allow DUO101 -- because\nf()\ng()\n", 3, False),
        ("# duotone: allow DUO101 -- because\n@a(\n  1)\n@b\ndef f(): pass\n", 5, True),
        ("f(\n  # duotone: allow DUO101 -- because\n  g(),\n  h())\n", 3, True),
        ("f(\n  # duotone: allow DUO101 -- because\n  g(),\n  h(),\n  i())\n", 4, False),
        ("f()\n# duotone: allow DUO101 -- because\n", 1, False),
    ],
)
def test_an_allow_alone_on_its_line_is_for_the_statement_below(text: str, line: int, *, is_suppressed: bool) -> None:
    assert bool(run(text, finding(line)).dropped) is is_suppressed


def test_several_rules_can_be_allowed_at_once() -> None:
    text = "f()  # duotone: allow lost-coroutine, DUO102 -- because\n"
    assert len(run(text, finding(1), finding(1, code="DUO102")).dropped) == 2


def test_an_allow_for_the_file_counts_everywhere() -> None:
    text = "f()\n# duotone: allow-file lost-coroutine -- generated\ng()\n"
    result = run(text, finding(1), finding(3), finding(3, code="DUO102"))
    assert ([one.code for one in result.kept], result.unused) == (["DUO102"], [])


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("# noqa: DUO101", "nothing here needs this suppression of DUO101; remove it"),
        ("# noqa: DUO101, DUO102", "nothing here needs this suppression of DUO101 and DUO102; remove it"),
        ("# duotone: allow lost-coroutine -- x", "nothing here needs this suppression of lost-coroutine; remove it"),
        ("# duotone: allow-file DUO1 -- x", "nothing in this file needs this suppression of DUO1; remove it"),
        ("# noqa: DUO999", "there is no rule 'DUO999'; see `duotone rules`"),
        ("# duotone: allow lost-corutine -- x", "there is no rule 'lost-corutine'; did you mean 'lost-coroutine'?"),
        ("# duotone: allow", "`allow` names no rule; write # duotone: allow RULE -- reason"),
        ("# duotone: ignore", "`ignore` is no word of ours; write # duotone: allow RULE -- why it is right here"),
        ("# duotone: noqa -- x", "`noqa` is no word of ours; write # duotone: allow RULE -- why it is right here"),
        ("# duotone: allowed lost-coroutine", "`allowed` is no word of ours; write # duotone: allow lost-corou"),
        ("# duotone: disable=DUO101", "`disable` is no word of ours; write # duotone: allow DUO101"),
        ("# duotone: ignore-file[DUO1]", "`ignore-file` is no word of ours; write # duotone: allow-file DUO1"),
        ("# duotone: allow -- x", "`allow` names no rule; write # duotone: allow RULE -- reason"),
    ],
)
def test_a_comment_that_suppresses_nothing_is_a_finding(comment: str, said: str) -> None:
    assert messages(f"f()  {comment}\n")[0].startswith(said[:40])
    [unused] = run(f"f()  {comment}\n").unused
    assert (unused.code, unused.name, unused.place.line, unused.place.column) == (
        "DUO002",
        "unused-suppression",
        1,
        6,
    )


@pytest.mark.parametrize("comment", ["# noqa", "# noqa: E501", "# noqa: F401, E501"])
def test_what_may_be_for_other_tools_is_never_called_unused(comment: str) -> None:
    assert messages(f"f()  {comment}  # duo\n") == []


@pytest.mark.parametrize("end", ["", " --", " --   ", " because"])
def test_an_allow_without_a_reason_suppresses_and_is_reported(end: str) -> None:
    result = run(f"f()  # duotone: allow lost-coroutine{end}\n", finding(1))
    assert len(result.dropped) == 1
    assert [one.message for one in result.unused] == [
        "a reason is needed: write # duotone: allow lost-coroutine -- why it is right here"
    ]


def test_a_rule_that_did_not_run_leaves_its_comments_alone() -> None:
    assert run("f()  # noqa: DUO101\n", off=("DUO101",)).unused == []
    assert run("f()  # noqa: DUO1\n", off=("DUO102",)).unused == []
    assert run("f()  # noqa: DUO101\n", off=("DUO002",)).unused == []


def test_a_file_that_could_not_be_read_to_its_end_has_no_unused_comments() -> None:
    assert run("f()  # noqa: DUO101\n", finding(2, code="DUO001")).unused == []


def test_unused_comments_can_themselves_be_allowed() -> None:
    assert messages("f()  # noqa: DUO101, DUO002\n") == []
    assert messages("# duotone: allow-file unused-suppression -- generated\nf()  # noqa: DUO101\n") == []


def test_without_a_list_of_rules_unknown_names_are_only_unused() -> None:
    result = suppress([], "f()  # noqa: DUO999\n", "a.py")
    assert [one.message for one in result.unused] == ["nothing here needs this suppression of DUO999; remove it"]


def fixed(text: str, *findings: Finding) -> str | None:
    [unused] = run(text, *findings).unused
    if unused.fix is None:
        return None
    [edit] = unused.fix.edits
    lines = text.splitlines(keepends=True)
    before = "".join(lines[: edit.place.line - 1]) + lines[edit.place.line - 1][: edit.place.column - 1]
    rest = [*lines, ""][edit.place.end_line - 1 :]
    return before + edit.text + rest[0][edit.place.end_column - 1 :] + "".join(rest[1:])


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("f()  # noqa: DUO101\n", "f()\n"),
        ("f()  # noqa: DUO101  # type: ignore\n", "f()  # type: ignore\n"),
        ("f()  # noqa: E501, DUO101\n", "f()  # noqa: E501\n"),
        ("f()  # type: ignore  # noqa: DUO101\n", "f()  # type: ignore\n"),
        ("f()  # duotone: allow lost-coroutine -- x # 2\n", "f()\n"),
        ("f()  # duotone: allow lost-coroutine -- x  # type: ignore\n", "f()  # type: ignore\n"),
        ("# duotone: allow lost-coroutine -- x\nf()\n", "f()\n"),
        ("f()\n  # noqa: DUO101", "f()\n"),
    ],
)
def test_the_fix_removes_what_is_unused_and_nothing_else(text: str, after: str) -> None:
    assert fixed(text) == after


def test_the_fix_keeps_what_is_used() -> None:
    assert fixed("f()  # noqa: DUO101, DUO102\n", finding(1)) == "f()  # noqa: DUO101\n"
    assert fixed("f()  # duotone: allow DUO101, DUO102 -- x\n", finding(1)) is None


def test_cells_of_a_notebook_have_their_own_comments() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# noqa: DUO101"]},
        {"cell_type": "code", "source": ["%time\n", "f()\n"]},
        {"cell_type": "code", "source": "!ls\nf()  # noqa: DUO101\ng()  # noqa: DUO102"},
    ]
    text = json.dumps({"cells": cells})
    result = run(text, finding(2, cell=1), finding(2, cell=2), path="a.ipynb")
    assert [one.place.cell for one in result.kept] == [1]
    assert [(one.place.cell, one.place.line) for one in result.unused] == [(2, 3)]


@pytest.mark.parametrize("text", ["noqa", "[]", '{"cells": 1}', '{"cells": ["noqa", {"cell_type": "code"}]}'])
def test_what_is_no_notebook_has_no_comments(text: str) -> None:
    assert len(run(text, finding(1, cell=1), path="a.ipynb").kept) == 1


def test_source_for_a_newer_python_is_read() -> None:
    text = "type X[T] = f'{a['# noqa: DUO101']}'\nf()  # noqa: DUO101\n"
    result = run(text, finding(1), finding(2))
    assert [one.place.line for one in result.kept] == [1]
