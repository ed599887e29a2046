"""Docstrings in every usual style say the same."""

from __future__ import annotations

import pytest

from duotone.runtime.tools.docstrings import doc_of


def google() -> None:
    """Look it up.

    In every book.

    Args:
        word (str): what to look for,
            in any case
        limit: how many: at most
        **more: anything

    Returns:
        what was found
    """


def sphinx() -> None:
    """Look it up.

    In every book.

    :param str word: what to look for,
        in any case
    :param limit: how many: at most
    :param more: anything
    :returns: what was found
    """


def numpy() -> None:
    """Look it up.

    In every book.

    Parameters
    ----------
    word : str
        what to look for,
        in any case
    limit
        how many: at most
    **more
        anything

    Returns
    -------
    list
        what was found
    """  # noqa: D416  # the style under test has no colons


def with_a_colon() -> None:
    """Look it up.

    Note that: this stays.
    """


@pytest.mark.parametrize("function", [google, sphinx, numpy])
def test_description_and_parameters_are_taken_apart(function: object) -> None:
    doc = doc_of(function)  # type: ignore[arg-type]
    assert doc.description == "Look it up.\n\nIn every book."
    assert doc.parameters == {
        "word": "what to look for, in any case",
        "limit": "how many: at most",
        "more": "anything",
    }


def test_a_docstring_without_sections_is_a_description() -> None:
    assert doc_of(with_a_colon) == ("Look it up.\n\nNote that: this stays.", {})


def test_no_docstring_says_nothing() -> None:
    assert doc_of(lambda: None) == ("", {})
