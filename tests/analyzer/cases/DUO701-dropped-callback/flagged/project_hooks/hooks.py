"""A project's own registry calls its hooks and drops what they return."""

from collections.abc import Callable


class Hooks:
    def __init__(self) -> None:
        self._hooks: list[Callable[[str], None]] = []

    def register(self, hook: Callable[[str], None]) -> None:
        self._hooks.append(hook)

    def fire(self, event: str) -> None:
        for hook in self._hooks:
            hook(event)  # may: DUO101


def on_change(callback, name):
    callback(name)  # may: DUO101
