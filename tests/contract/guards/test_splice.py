"""A replacement is put back exactly, unless somebody else has replaced it in turn."""

from __future__ import annotations

from collections.abc import Callable

from duotone.contract.guards.splice import Splice


class Bell:
    def ring(self) -> str:
        return "ding"


class SmallBell(Bell): ...


def twice(original: Callable[[Bell], str]) -> Callable[[Bell], str]:
    return lambda bell: f"{original(bell)} {original(bell)}"


def test_the_replacement_stands_in_for_the_original() -> None:
    splice = Splice(Bell, "ring", twice)
    assert Bell().ring() == "ding ding"
    assert splice.undo()
    assert Bell().ring() == "ding"


def test_an_inherited_attribute_is_inherited_again() -> None:
    splice = Splice(SmallBell, "ring", twice)
    assert (SmallBell().ring(), Bell().ring()) == ("ding ding", "ding")
    assert splice.undo()
    assert "ring" not in vars(SmallBell)


def test_what_somebody_else_has_put_over_it_stays() -> None:
    splice = Splice(Bell, "ring", twice)
    other = Splice(Bell, "ring", twice)
    assert not splice.undo()
    assert Bell().ring() == "ding ding ding ding"
    assert other.undo()
    assert splice.undo()
    assert Bell().ring() == "ding"


def test_what_has_been_put_back_is_not_put_back_again() -> None:
    splice = Splice(Bell, "ring", twice)
    assert splice.undo()
    assert not splice.undo()
