"""Plugins are found by name, and so are known by their base alone."""


class Plugin:
    name = ""


class Registry:
    def __init__(self) -> None:
        self.plugins: dict[str, Plugin] = {}

    def find(self, name: str) -> Plugin | None:
        return self.plugins.get(name)
