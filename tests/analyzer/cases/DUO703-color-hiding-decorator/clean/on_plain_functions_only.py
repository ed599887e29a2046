"""Decorators that drop the result are put on plain functions only."""

import functools
import threading


def fire_and_forget(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        threading.Thread(target=function, args=args, kwargs=kwargs).start()

    return wrapper


def silenced(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        function(*args, **kwargs)

    return wrapper


@fire_and_forget
def upload(name: str) -> None:
    print(name)


@silenced
@functools.lru_cache
def count(name: str) -> int:
    return len(name)


upload("a")
count("b")
