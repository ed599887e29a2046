# Made by `duotone mirror` from ../_async/__init__.py: edit that file, and run it again.
"""Tests of the faces, from which `duotone mirror` makes those of the sync one."""
