"""Characters: harmless on a terminal, possible in a file, and as wide as they look."""

from __future__ import annotations

import pytest
from hypothesis import given

from duotone.analyzer.output.characters import display_widths, encodable, one_line, visible
from tests.analyzer.output.strategies import texts


@given(texts)
def test_any_text_can_be_encoded_afterwards_and_valid_text_is_untouched(text: str) -> None:
    assert encodable(text).encode("utf-8")[:0] == b""
    valid = text.encode("utf-8", "ignore").decode("utf-8")
    assert encodable(valid) == valid


def test_a_byte_that_was_no_utf_8_is_shown_as_that_byte() -> None:
    assert encodable(b"caf\xe9.py".decode("utf-8", "surrogateescape")) == "caf\\xe9.py"
    assert encodable("\ud800") == "\\ud800"


@given(texts)
def test_visible_text_keeps_its_length_but_for_surrogates(text: str) -> None:
    assert len(visible(text)) == len(encodable(text))
    assert len(visible(text, unicode=False)) == len(encodable(text))


def test_controls_are_shown_as_pictures_or_as_question_marks() -> None:
    assert visible("a\x1b[31m\x7f\x85\u202e") == "a␛[31m␡��"
    assert visible("a\x1b[31m\x7f\x85\u202e", unicode=False) == "a?[31m???"


@given(texts)
def test_one_line_is_one_line(text: str) -> None:
    assert len(one_line(text).splitlines()) <= 1


def test_line_breaks_become_one_space() -> None:
    assert one_line("  one\r\n\n   two\tthree\u2028four ") == "one two three four"


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("abc", 3),
        ("漢字", 4),
        ("e\u0301", 1),
        ("ｱ", 1),
        ("\uff21", 2),
        ("🙂", 2),
        ("👩\u200d💻", 2),
        ("👍🏽", 2),
        ("❤\ufe0f", 2),
        ("a\ufe0f", 1),
        ("🏽", 2),
        ("\u1112\u1161\u11ab", 2),
        ("so\xadft", 5),
        ("\u200b", 0),
    ],
)
def test_a_character_takes_the_columns_that_terminals_give_it(text: str, width: int) -> None:
    assert sum(display_widths(text)) == width


@given(texts)
def test_there_is_a_width_for_every_character(text: str) -> None:
    assert len(display_widths(text)) == len(text)
