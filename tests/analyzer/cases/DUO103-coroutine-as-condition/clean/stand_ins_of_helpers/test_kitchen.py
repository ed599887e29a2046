"""The helpers put a stand-in into an attribute of what they give, whatever the class has there."""

from unittest.mock import MagicMock, patch

import pytest
from kitchen import Kitchen


class TestBaking:
    def _make_kitchen(self, has_pantry=True):
        with patch.object(Kitchen, "__init__", lambda self: None):
            kitchen = Kitchen()
        kitchen._pantry = None
        if has_pantry:
            pantry = MagicMock()
            pantry.has_flour.return_value = False
            kitchen._pantry = pantry
        return kitchen

    def test_without_flour(self):
        kitchen = self._make_kitchen()
        pantry = kitchen._pantry
        can_bake = pantry is not None and pantry.has_flour()
        assert not can_bake


@pytest.fixture
def closed_kitchen():
    kitchen = Kitchen()
    kitchen._pantry = MagicMock()
    yield kitchen


def test_when_closed(closed_kitchen):
    if closed_kitchen._pantry.has_flour():
        assert closed_kitchen._pantry.has_flour.called
