"""What the log keeps of what steps return."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from duotone.errors import Unkeepable
from duotone.runtime.results import as_text, is_plain, kept, shown


class Shade(enum.StrEnum):
    DARK = "dark"


@dataclass
class Receipt:
    id: str
    lines: tuple[int, ...]


class Model:
    """What pydantic's models look like from outside."""

    def model_dump(self, *, mode: str) -> dict[str, str]:
        return {"mode": mode}


class Cents(int):
    pass


@pytest.mark.parametrize("value", [None, True, 7, 1.5, "text", "écu", [1, [None]], {"a": {"b": [False]}}])
def test_plain_data_is_kept_as_it_is(value: object) -> None:
    assert kept(value, "s") == value
    assert type(kept(value, "s")) is type(value)
    assert is_plain(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ((1, 2), [1, 2]),
        (Receipt("r1", (1, 2)), {"id": "r1", "lines": [1, 2]}),
        ([Model()], [{"mode": "json"}]),
        (Cents(5), 5),
    ],
)
def test_what_has_one_plain_form_is_kept_in_that(value: object, expected: object) -> None:
    found: Any = kept(value, "s")
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ({1, 2}, "a set"),
        (Shade.DARK, "the enum"),
        (datetime.now(tz=UTC), "a datetime"),
        (Path("x"), "Path"),
        (b"bytes", "a bytes"),
        ({1: 2}, "the key 1"),
        (float("nan"), "the number nan"),
        pytest.param(10**5000, "over 4000 digits", id="digits"),
        ("\ud800", "half a character"),
        (object(), "an object"),
        ([{"deep": {1}}], "a set"),
        (Receipt, "a type"),
    ],
)
def test_what_would_have_to_be_guessed_is_refused(value: object, kind: str) -> None:
    with pytest.raises(Unkeepable, match=kind) as caught:
        kept(value, "charge")
    assert caught.value.step == "charge"
    assert not is_plain(value)


def test_a_circle_is_refused() -> None:
    circle: list[object] = []
    circle.append(circle)
    with pytest.raises(Unkeepable, match="holds itself"):
        kept(circle, "s")


def test_a_coroutine_inside_of_a_result_is_refused_and_closed() -> None:
    async def late() -> None:
        """Never run."""

    coroutine: Any = late()
    with pytest.raises(Unkeepable, match="await it before"):
        kept({"later": coroutine}, "s")
    assert coroutine.cr_frame is None


def test_tuples_are_plain_and_models_are_not() -> None:
    assert is_plain((1, "a"))
    assert not is_plain(Receipt("r", ()))
    assert not is_plain({"shade": Shade.DARK})


def test_what_can_not_be_shown_is_named_by_its_type() -> None:
    class Shy:
        def __repr__(self) -> str:
            raise ValueError("no")

    assert shown(Shy()) == "<Shy>"
    assert len(shown("x" * 10_000)) < 2_100


def test_half_a_character_is_shown_as_an_escape() -> None:
    assert as_text("a\ud800") == "a\\ud800"
