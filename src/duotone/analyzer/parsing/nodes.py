"""Nodes of syntax newer than the running Python, under the names and with the fields that later versions give them.

Where the running Python has a class of its own, that is the one here, so `isinstance` with these names always works.
"""

from __future__ import annotations

import ast
import sys
from typing import TYPE_CHECKING

__all__ = ["Interpolation", "ParamSpec", "TemplateStr", "TypeAlias", "TypeVar", "TypeVarTuple", "type_param"]

_PLACE = ("lineno", "col_offset", "end_lineno", "end_col_offset")

if TYPE_CHECKING or sys.version_info < (3, 12):

    class type_param(ast.AST):  # noqa: N801  # the name that Python gives it
        """A type parameter of a function, a class or an alias."""

        _attributes = _PLACE
        name: str
        default_value: ast.expr | None = None
        lineno: int
        col_offset: int
        end_lineno: int
        end_col_offset: int

    class TypeVar(type_param):
        """``T: bound = default_value``."""

        _fields = ("name", "bound", "default_value")
        bound: ast.expr | None = None

    class TypeVarTuple(type_param):
        """``*Ts = default_value``."""

        _fields = ("name", "default_value")

    class ParamSpec(type_param):
        """``**P = default_value``."""

        _fields = ("name", "default_value")

    class TypeAlias(ast.stmt):
        """``type name[type_params] = value``."""

        _fields = ("name", "type_params", "value")
        name: ast.Name
        type_params: list[type_param]
        value: ast.expr

elif sys.version_info < (3, 13):
    from ast import TypeAlias, type_param

    class TypeVar(ast.TypeVar):
        """``T: bound = default_value``."""

        _fields = ("name", "bound", "default_value")
        default_value = None

    class TypeVarTuple(ast.TypeVarTuple):
        """``*Ts = default_value``."""

        _fields = ("name", "default_value")
        default_value = None

    class ParamSpec(ast.ParamSpec):
        """``**P = default_value``."""

        _fields = ("name", "default_value")
        default_value = None

else:
    from ast import ParamSpec, TypeAlias, TypeVar, TypeVarTuple, type_param

if TYPE_CHECKING or sys.version_info < (3, 14):

    class TemplateStr(ast.expr):
        """``t"..."``: constants and interpolations."""

        _fields = ("values",)
        values: list[ast.expr]

    class Interpolation(ast.expr):
        """``{value!conversion:format_spec}`` in a template, with the source of the value in `str`."""

        _fields = ("value", "str", "conversion", "format_spec")
        value: ast.expr
        str: str
        conversion: int
        format_spec: ast.expr | None = None

else:
    from ast import Interpolation, TemplateStr
