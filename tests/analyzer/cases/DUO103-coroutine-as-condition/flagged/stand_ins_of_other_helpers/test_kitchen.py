"""The stand-in is put into another attribute, or into what another helper gives."""

from unittest.mock import MagicMock

from kitchen import Kitchen


def make_kitchen() -> Kitchen:
    kitchen = Kitchen()
    kitchen.stove = MagicMock()
    return kitchen


def make_closed_kitchen() -> Kitchen:
    kitchen = Kitchen()
    kitchen._pantry = MagicMock()
    return kitchen


def test_baking() -> None:
    kitchen = make_kitchen()
    if kitchen._pantry.has_flour():  # expect: DUO103
        assert kitchen.stove.heat.called


def test_both() -> None:
    kitchen = make_closed_kitchen()
    assert not kitchen._pantry.clean()
    kitchen = make_kitchen()
    if kitchen._pantry.has_flour():  # expect: DUO103
        assert kitchen.stove.heat.called
