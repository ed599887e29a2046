"""A class of the project that holds nothing of a library."""


class Cache:
    def __init__(self) -> None:
        self.found: dict[str, bytes] = {}
