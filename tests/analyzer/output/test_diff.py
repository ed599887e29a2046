"""Edits: made at once, refused where they contradict each other or the text, and shown as a patch that applies."""

from __future__ import annotations

import pickle
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duotone.analyzer.findings import Edit, Place
from duotone.analyzer.output.diff import apply, by_text, unified
from duotone.errors import MisplacedEdit, OverlappingEdits


def edit(start: tuple[int, int], end: tuple[int, int], text: str, path: str = "a.py") -> Edit:
    return Edit(Place(path, *start, *end), text)


def test_an_insertion_goes_between_characters() -> None:
    assert apply("x = save()\n", [edit((1, 5), (1, 5), "await ")]) == "x = await save()\n"


def test_edits_count_in_the_text_as_it_was_whatever_their_order() -> None:
    edits = [edit((2, 1), (2, 2), "B"), edit((1, 1), (1, 2), "AAA\n")]
    assert apply("a\nb\n", edits) == apply("a\nb\n", edits[::-1]) == "AAA\n\nB\n"


def test_columns_count_characters() -> None:
    assert apply("漢 = '🙂'; save()\n", [edit((1, 10), (1, 10), "await ")]) == "漢 = '🙂'; await save()\n"


def test_a_span_may_cross_lines_and_end_where_the_text_does() -> None:
    assert apply("one\ntwo\nthree", [edit((1, 4), (3, 6), "!")]) == "one!"
    assert apply("one\n", [edit((2, 1), (2, 1), "two\n")]) == "one\ntwo\n"
    assert apply("", [edit((1, 1), (1, 1), "x")]) == "x"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_what_is_put_in_gets_the_line_ends_of_its_line(end: str) -> None:
    text = f"one{end}two{end}three"
    added = edit((2, 1), (2, 1), "new\n")
    assert apply(text, [added]) == f"one{end}new{end}two{end}three"
    assert apply(text, [edit((3, 6), (3, 6), "\r\nlast")]) == f"{text}{end}last"


def test_form_feeds_and_other_separators_end_no_line() -> None:
    text = "\x0cx = 1\x1c\u2028 + 2\nsave()\n"
    assert apply(text, [edit((2, 1), (2, 1), "await ")]) == "\x0cx = 1\x1c\u2028 + 2\nawait save()\n"


def test_a_byte_order_mark_takes_no_column() -> None:
    assert apply("\ufeffsave()\n", [edit((1, 1), (1, 1), "await ")]) == "\ufeffawait save()\n"


def test_insertions_at_one_point_keep_their_order_and_go_before_a_replacement() -> None:
    edits = [edit((1, 1), (1, 2), "X"), edit((1, 1), (1, 1), "1"), edit((1, 1), (1, 1), "2"), edit((1, 2), (1, 2), "3")]
    assert apply("abc", edits) == "12X3bc"


@pytest.mark.parametrize(
    "others",
    [
        [edit((1, 2), (1, 4), "x")],
        [edit((1, 1), (1, 3), "x")],
        [edit((1, 2), (1, 2), "x")],
        [edit((1, 1), (1, 9), "x")],
    ],
)
def test_edits_of_the_same_text_are_refused(others: list[Edit]) -> None:
    with pytest.raises(OverlappingEdits, match=r"a.py change the same text, at 1:.*; apply one, check again"):
        apply("abcdefgh", [edit((1, 1), (1, 3), "y"), *others])


@pytest.mark.parametrize(
    "wrong",
    [
        edit((3, 1), (3, 1), "x"),
        edit((1, 1), (9, 1), "x"),
        edit((1, 5), (1, 6), "x"),
        edit((1, 0), (1, 1), "x"),
        edit((0, 1), (1, 1), "x"),
        edit((2, 1), (1, 1), "x"),
        edit((1, 10**15), (1, 10**15), "x"),
        edit((1, 1), (1, 1), "x", path="b.py"),
    ],
)
def test_an_edit_outside_of_the_text_is_refused(wrong: Edit) -> None:
    with pytest.raises(MisplacedEdit, match="check it again"):
        apply("abc\n", [edit((1, 1), (1, 1), "y"), wrong])


def test_the_errors_carry_the_places_and_can_be_sent_to_another_process() -> None:
    with pytest.raises(OverlappingEdits) as overlapping:
        apply("abc\n", [edit((1, 1), (1, 3), "x"), edit((1, 2), (1, 3), "y")])
    sent = pickle.loads(pickle.dumps(overlapping.value))  # noqa: S301  # our own
    assert (sent.path, sent.first, sent.second) == ("a.py", (1, 1), (1, 2))
    with pytest.raises(MisplacedEdit) as misplaced:
        apply("abc\n", [edit((5, 1), (5, 2), "x")])
    sent = pickle.loads(pickle.dumps(misplaced.value))  # noqa: S301  # our own
    assert (sent.path, sent.start, sent.end) == ("a.py", (5, 1), (5, 2))


def test_edits_are_sorted_by_the_text_that_they_change() -> None:
    one, two = edit((1, 1), (1, 1), "1"), edit((1, 1), (1, 1), "2", path="b.py")
    three, cell = edit((2, 1), (2, 1), "3"), Edit(Place("n.ipynb", 1, 1, 1, 1, 4), "4")
    assert by_text([one, two, three, cell]) == {
        ("a.py", None): [one, three],
        ("b.py", None): [two],
        ("n.ipynb", 4): [cell],
    }


def position(text: str, offset: int) -> tuple[int, int]:
    before = text[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


lines = st.text(st.sampled_from("ab é漢🙂\t\x0c\n"), max_size=40)


@given(text=lines, cuts=st.lists(st.integers(0, 40), max_size=8), added=st.lists(lines, min_size=4, max_size=4))
def test_edits_do_what_replacing_the_characters_does(text: str, cuts: list[int], added: list[str]) -> None:
    points = sorted(min(cut, len(text)) for cut in cuts)
    spans = list(zip(points[::2], points[1::2], strict=False))
    edits = [
        edit(position(text, start), position(text, end), new) for (start, end), new in zip(spans, added, strict=False)
    ]
    expected = text
    for (start, end), new in reversed(list(zip(spans, added, strict=False))):
        expected = expected[:start] + new + expected[end:]
    assert apply(text, edits) == expected
    if "\n" in text:  # without a line end there is none to take after
        assert apply(text.replace("\n", "\r\n"), edits) == expected.replace("\n", "\r\n")


@given(text=lines)
def test_no_edit_changes_nothing(text: str) -> None:
    assert apply(text, []) == text
    assert unified("a.py", text, text) == ""


def test_a_difference_reads_like_that_of_git() -> None:
    assert unified("src/a b.py", "one\ntwo\nthree", "one\n2\nthree") == (
        "--- a/src/a b.py\t\n+++ b/src/a b.py\t\n@@ -1,3 +1,3 @@\n"
        " one\n-two\n+2\n three\n\\ No newline at end of file\n"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("one\ntwo\n", "one\n2\n"),
        ("one\r\ntwo\r\n", "one\r\nawait two\r\n"),
        ("one\ntwo", "one\ntwo\n"),
        ("one\ntwo\n", "one\n2"),
        ("one\n", "one\n\x0c\u2028two\rthree\n"),
        (
            "\n".join(map(str, range(99))),
            "\n".join(map(str, range(50))) + "\nnew\n" + "\n".join(map(str, range(50, 99))),
        ),
    ],
)
def test_git_applies_what_we_print(before: str, after: str, tmp_path: Path) -> None:
    path = tmp_path / "a b.py"
    path.write_bytes(before.encode())
    patch = unified(path.name, before, after).encode()
    subprocess.run(["git", "apply", "--whitespace=nowarn", "-"], input=patch, cwd=tmp_path, check=True)  # noqa: S607
    assert path.read_bytes() == after.encode()
