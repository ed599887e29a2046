"""A name that a conditional binds to itself, or to another that does, is no deep code."""


class Requests:
    def __init__(self, root: str) -> None:
        self.root = root

    def path(self, name: str) -> str:
        name = name.strip("/") if "/" in name else name
        return name

    def pair(self, first: str) -> str:
        second = self.path(first) if first else second  # noqa: F821, F841
        third = second if first else third  # noqa: F821
        return third

    def absolute(self, name: str) -> str:
        path = self.path(name) if name else path  # noqa: F821
        return path
