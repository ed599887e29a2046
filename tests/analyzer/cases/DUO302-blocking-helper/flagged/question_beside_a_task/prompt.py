"""The question."""


def ask() -> str:
    return input("> ")
