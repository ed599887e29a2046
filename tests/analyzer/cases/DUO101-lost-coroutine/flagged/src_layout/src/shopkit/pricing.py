"""Imports the module that imports it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shopkit.cart import Cart


def total(cart: Cart) -> float:
    cart.put_line("rounding")  # expect: DUO101
    return float(len(cart.lines))
