"""The values that need no symbol: nothing known, a foreign name, None, type variables and the forms of typing."""

from __future__ import annotations

import typing

__all__ = ["NONE", "UNKNOWN", "Foreign", "Form", "NoneObject", "TypeVariable", "Unknown", "Value"]


class Value:
    """Anything that an expression can stand for."""

    __slots__ = ()


class Unknown(Value):
    """Nothing is known; `site` follows what comes from an untyped parameter."""

    __slots__ = ("site",)

    def __init__(self, site: object = None) -> None:
        self.site = site


class Foreign(Value):
    """Something of a package that can't be read, known by its dotted name alone."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class NoneObject(Value):
    """None."""

    __slots__ = ()


class TypeVariable(Value):
    """A type variable, with its bound or constraints."""

    __slots__ = ("bound", "name")

    def __init__(self, name: str, bound: Value | None = None) -> None:
        self.name = name
        self.bound = bound


class Form(Value):
    """A special form of typing, such as Optional."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


UNKNOWN: typing.Final = Unknown()
NONE: typing.Final = NoneObject()
