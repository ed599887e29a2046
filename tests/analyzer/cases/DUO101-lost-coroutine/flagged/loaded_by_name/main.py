"""Modules that are loaded by a name that is written down."""

import importlib
from importlib import import_module

cranes = importlib.import_module("harbor.cranes")
Crane = cranes.Crane


def work(name: str) -> None:
    cranes.lower(2)  # expect: DUO101
    Crane().lift(2)  # expect: DUO101
    import_module(".cranes", "harbor").lower(3)  # expect: DUO101
    import_module(name="..cranes", package="harbor.shifts").lower(3)  # expect: DUO101
    import_module(name).lower(4)
