"""The decorator is in another file, takes arguments, and swallows what it wraps."""

import functools


def quiet(default=None):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            function(*args, **kwargs)  # either: DUO703  # may: DUO101
            return default

        return wrapper

    return decorate
