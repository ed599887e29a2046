"""A module beside another one, loaded by its relative name."""

import importlib

cranes = importlib.import_module(".cranes", __package__)


def begin() -> None:
    cranes.lower(1)  # expect: DUO101
