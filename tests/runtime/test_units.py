"""Units: what is decided when a callable is registered."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from typing import Any

import pytest

from duotone import Color
from duotone.errors import BadTimeout, BadUnit, Unbound
from duotone.runtime.binding import bind, bind_undo, find_unit
from duotone.runtime.drivers.retries import Retry
from duotone.runtime.undo import nothing_to_undo
from duotone.runtime.units import name_for, unit, unit_of


def charge(amount: int, *, currency: str = "EUR") -> str:
    return f"{amount} {currency}"


async def refund(amount: int) -> int:
    return -amount


def give_back(result: str) -> None:
    """Undo `charge`."""


class Desk:
    def stamp(self, page: int) -> int:
        return page


def test_the_color_is_decided_when_a_unit_is_made() -> None:
    assert unit(charge).color is Color.SYNC
    assert unit(refund).color is Color.ASYNC
    assert unit(partial(refund, 1)).is_async
    assert not unit(refund, blocking=True).is_async


def test_a_unit_can_be_called_as_what_it_holds() -> None:
    assert unit(charge)(3, currency="USD") == "3 USD"


def test_the_decorator_keeps_its_contract() -> None:
    @unit(idempotent=True, retry=Retry(attempts=2), timeout=1.5)
    def read() -> int:
        return 1

    assert (read.idempotent, read.retry.attempts, read.timeout) == (True, 2, 1.5)
    assert unit_of(read) is read
    assert unit_of(read, timeout=3.0).timeout == 3.0


def test_a_unit_is_named_so_that_another_process_finds_it() -> None:
    assert name_for(charge) == f"{__name__}:charge"
    assert name_for(partial(Desk().stamp, 1)) == f"{__name__}:Desk.stamp"
    assert find_unit(name_for(charge), {}, "s").function is charge
    assert find_unit("pay", {"pay": charge}, "s").function is charge


@pytest.mark.parametrize("method", [str.upper, str.__len__, partial(str.upper), dict.fromkeys, str.maketrans])
def test_a_method_of_a_builtin_type_is_a_unit_that_another_process_finds(method: Callable[..., Any]) -> None:
    function = method.func if isinstance(method, partial) else method
    made = unit_of(method)
    assert made.name == f"builtins:{function.__qualname__}"
    assert find_unit(made.name, {}, "s").function == function


def test_a_method_of_a_builtin_value_is_named_after_its_type() -> None:
    assert (name_for("tea".upper), name_for("tea".__len__)) == ("builtins:str.upper", "builtins:str.__len__")


@pytest.mark.parametrize("name", ["nowhere", "no.such.module:f", f"{__name__}:nothing", "m:f.<locals>.g"])
def test_a_name_that_nobody_has_given_is_unbound(name: str) -> None:
    with pytest.raises(Unbound):
        find_unit(name, {}, "s")


def test_a_name_that_stands_for_something_else_is_no_unit() -> None:
    with pytest.raises(BadUnit, match="can't be called"):
        find_unit("math:pi", {}, "s")


def test_generators_are_refused() -> None:
    def many() -> Iterator[int]:
        yield 1

    async def more() -> AsyncIterator[int]:
        yield 1

    for generator in (many, more):
        with pytest.raises(BadUnit, match="generator"):
            unit(generator)


def test_a_timeout_that_is_none_is_refused_at_once() -> None:
    with pytest.raises(BadTimeout):
        unit(charge, timeout=-1)


def test_arguments_that_do_not_fit_are_refused_before_the_call() -> None:
    with pytest.raises(BadUnit, match="missing a required argument: 'amount'"):
        bind(unit(charge), (), {})


def test_arguments_are_known_by_their_names() -> None:
    bound = bind(unit(charge), (3,), {"currency": "USD"})
    assert bound.arguments == {"amount": 3, "currency": "USD"}
    assert bound.recorded() == {"arguments": {"amount": 3, "currency": "USD"}}


def test_further_keywords_are_known_by_their_own_names() -> None:
    def log(*lines: str, **marks: int) -> None:
        """Take anything."""

    assert bind(unit(log), ("a", "b"), {"level": 2}).arguments == {"lines": ("a", "b"), "level": 2}


def test_arguments_that_can_not_be_kept_are_shown() -> None:
    recorded = bind(unit(charge), ({1},), {}).recorded()
    assert recorded == {"arguments": None, "shown": {"amount": "{1}"}}


def test_a_builtin_that_says_nothing_of_its_arguments_is_bound_by_place() -> None:
    assert bind(unit(dict), (), {"a": 1}).arguments == {"a": 1}


def test_an_undo_gets_what_it_names() -> None:
    def undo(amount: int, key: str, result: str) -> None:
        """Name all that there is."""

    made = unit(charge, undo=undo)
    assert made.undo is not None
    assert bind_undo(made.undo, {"amount": 3, "currency": "EUR"}, "3 EUR", "r/s").kwargs == {
        "amount": 3,
        "key": "r/s",
        "result": "3 EUR",
    }


def test_a_sole_parameter_of_another_name_gets_the_result() -> None:
    def undo(receipt: str, /) -> None:
        """Take what the step gave."""

    made = unit(charge, undo=undo)
    assert made.undo is not None
    assert bind_undo(made.undo, {}, "3 EUR", "r/s").args == ("3 EUR",)


def test_an_undo_without_parameters_is_called_with_nothing() -> None:
    made = unit(charge, undo=lambda: None)
    assert made.undo is not None
    assert bind_undo(made.undo, {"amount": 3}, None, "k").kwargs == {}


def test_an_undo_that_takes_any_keyword_gets_everything() -> None:
    made = unit(charge, undo=lambda **given: given)
    assert made.undo is not None
    assert bind_undo(made.undo, {"amount": 3}, "r", "k").kwargs == {"amount": 3, "result": "r", "key": "k"}


def test_an_undo_that_asks_for_something_else_is_refused() -> None:
    def undo(amount: int, reason: str) -> None:
        """Ask for what nobody has."""

    with pytest.raises(BadUnit, match=r"asks for reason.*amount, currency, key, result"):
        unit(charge, undo=undo)


def test_an_undo_whose_argument_was_not_kept_says_so() -> None:
    made = unit(charge, undo=lambda amount: amount)
    assert made.undo is not None
    with pytest.raises(BadUnit, match="could not keep"):
        bind_undo(made.undo, None, None, "k")


def test_a_builtin_as_an_undo_gets_the_result() -> None:
    made = unit(charge, undo=[].append)
    assert made.undo is not None
    assert bind_undo(made.undo, {}, "r", "k").args == ("r",)


def test_what_needs_an_undo_says_so() -> None:
    assert unit(charge).needs_undo
    assert unit(charge, undo=give_back).needs_undo
    assert not unit(charge, effect=False).needs_undo
    assert not unit(charge, undo=nothing_to_undo).needs_undo
