"""Code that is not of the tests, whatever it is called."""


def serve(:  # expect: DUO001
    pass
