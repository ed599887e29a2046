"""Excerpts: the mark is under what it marks, and the line fits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duotone.analyzer.output.characters import display_widths
from duotone.analyzer.output.excerpts import Excerpt, excerpt
from duotone.analyzer.output.ink import Ink
from tests.analyzer.output.strategies import texts

PLAIN, ASCII = Ink(color=False, unicode=True), Ink(color=False, unicode=False)


def show(line: str, marked: str, room: int = 60, ink: Ink = PLAIN) -> list[str]:
    start = line.index(marked)
    shown = excerpt(line, start, start + len(marked), room=room, ink=ink)
    return [shown.text, shown.marks]


def test_a_short_line_is_shown_as_it_is() -> None:
    assert show("x = save(1)", "save(1)") == ["x = save(1)", "    ^^^^^^^"]


def test_tabs_are_shown_as_spaces_to_the_next_stop() -> None:
    assert show("\tif x:\tsave()", "save()") == ["    if x:   save()", "            ^^^^^^"]
    assert show("a\tb", "\t") == ["a   b", " ^^^"]


def test_wide_characters_take_two_columns_and_combining_ones_none() -> None:
    assert show("漢字 = save()", "save()") == ["漢字 = save()", "       ^^^^^^"]
    assert show("e\u0301t = save()", "save()") == ["e\u0301t = save()", "     ^^^^^^"]
    assert show("x = '漢'", "'漢'") == ["x = '漢'", "    ^^^^"]


def test_controls_and_undecodable_bytes_keep_the_mark_in_its_place() -> None:
    assert show("'\x1b' + save()", "save()") == ["'␛' + save()", "      ^^^^^^"]
    assert show("'\udcff' + save()", "save()") == ["'\\xff' + save()", "         ^^^^^^"]
    assert show("'\x1b' + save()", "save()", ink=ASCII) == ["'?' + save()", "      ^^^^^^"]


def test_a_long_line_is_cut_on_the_right_while_its_mark_can_be_seen() -> None:
    assert show("a" * 10 + "save()" + "b" * 50, "save()", 30) == [f"{'a' * 10}save(){'b' * 13}…", " " * 10 + "^" * 6]


def test_a_long_line_is_cut_on_both_sides_of_its_mark() -> None:
    text, marks = show("a" * 50 + "save()" + "b" * 50, "save()", 30)
    assert text == f"…{'a' * 9}save(){'b' * 13}…"
    assert marks == " " * 10 + "^" * 6


def test_a_long_line_is_cut_on_the_left_where_its_mark_is_at_the_end() -> None:
    assert show("a" * 50 + "save()", "save()", 30) == [f"…{'a' * 23}save()", " " * 24 + "^" * 6]
    assert show("a" * 50 + "save()", "save()", 30, ASCII)[0] == f"...{'a' * 21}save()"


def test_a_mark_longer_than_the_room_is_cut_with_the_line() -> None:
    text, marks = show("x = " + "a" * 50, "a" * 50, 30)
    assert text == f"x = {'a' * 25}…"
    assert marks == " " * 4 + "^" * 25


def test_a_wide_character_that_would_be_cut_in_half_leaves_a_space() -> None:
    shown = excerpt("漢" * 40, 20, 21, room=31, ink=PLAIN)
    assert shown.is_cut
    assert shown.text == "… " + "漢" * 14 + "…"
    assert shown.marks == " " * 10 + "^^"


def test_a_line_of_millions_is_looked_at_around_its_mark_alone() -> None:
    text, marks = show("a" * 3_000_000 + "save()" + "b" * 3_000_000, "save()", 30)
    assert text[marks.index("^") :].startswith("save()")
    assert len(text) == 30
    start = excerpt("save()" + "b" * 3_000, 0, 6, room=30, ink=PLAIN)
    assert (start.text, start.start) == ("save()" + "b" * 23 + "…", 0)


@pytest.mark.parametrize(("start", "end"), [(99, 100), (10**15, 10**15), (3, 3), (3, 1)])
def test_a_place_behind_the_line_is_marked_at_its_end(start: int, end: int) -> None:
    assert excerpt("abc", start, end, room=60, ink=PLAIN) == Excerpt("abc", 3, 4)


def test_a_place_before_the_line_is_marked_at_its_beginning() -> None:
    assert excerpt("abc", -5, 1, room=60, ink=PLAIN) == Excerpt("abc", 0, 1)


def test_a_line_of_nothing_but_combining_characters_is_cut_too() -> None:
    shown = excerpt("\u0301" * 5_000, 4_000, 4_010, room=30, ink=PLAIN)
    assert shown.text.startswith("…")


@given(
    line=texts.map(lambda text: text * 5),
    start=st.integers(-5, 200),
    length=st.integers(-5, 200),
    room=st.integers(20, 70),
)
def test_line_and_mark_always_fit(line: str, start: int, length: int, room: int) -> None:
    shown = excerpt(line, start, start + length, room=room, ink=PLAIN)
    assert 0 <= shown.start < shown.end <= room
    # Joined emoji are measured again here, without the characters that were cut off before them.
    if "\u200d" not in line and "\ufe0f" not in line and "🏻" not in line:
        assert sum(display_widths(shown.text)) <= room
