"""Plugins are found by name; the base answers to any name, or another plugin has a plain method of it."""


class Plugin:
    def __getattr__(self, name: str):
        return lambda *given: None


class Part:
    name = ""


class Registry:
    def __init__(self) -> None:
        self.plugins: dict[str, Plugin] = {}
        self.parts: dict[str, Part] = {}

    def find(self, name: str) -> Plugin | None:
        return self.plugins.get(name)

    def part(self, name: str) -> Part | None:
        return self.parts.get(name)
