"""Tests that use both packages."""

from shopkit import Cart
from shopplugins.gifts import wrap_gift


def test_a_line_is_put():
    cart = Cart()
    cart.put_line("tea")  # expect: DUO101
    wrap_gift("tea")  # expect: DUO101
