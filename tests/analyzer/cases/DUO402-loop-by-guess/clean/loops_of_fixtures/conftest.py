"""A plugin sets the loop that it gives to this fixture."""

import pytest


class App:
    def __init__(self, loop) -> None:
        self.loop = loop


@pytest.fixture
def app(event_loop):
    return App(event_loop)
