"""A package that loads what it has when somebody asks for it."""

from importlib import import_module

_HOMES = {"Barge": "wharf.barges", "unload": "wharf.barges"}


def __getattr__(name):
    return getattr(import_module(_HOMES[name]), name)
