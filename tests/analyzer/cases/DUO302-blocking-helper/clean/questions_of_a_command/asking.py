"""The question."""


def confirmed(question: str) -> bool:
    return input(question) == "y"
