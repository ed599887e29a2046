"""A package in `src`, tests beside it, a namespace package without `__init__`, and modules that import each other."""

from shopkit.cart import Cart

__all__ = ["Cart"]
