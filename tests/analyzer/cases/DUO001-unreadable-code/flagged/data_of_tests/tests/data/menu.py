"""A menu of which nothing says that it is broken on purpose."""


def serve(:  # expect: DUO001
    pass
