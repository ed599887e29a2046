"""A decorator that runs a function as it is, or keeps what it gives, doesn't keep it from blocking."""

import asyncio
import functools
import time


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        print(function.__name__)
        return function(*args, **kwargs)

    return wrapper


def labelled(label):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            result = function(*args, **kwargs)
            print(label)
            return result

        return wrapper

    return decorate


@logged
def settle():
    time.sleep(2)


@labelled("slow")
def rest(seconds):
    time.sleep(seconds)


@functools.lru_cache(maxsize=None)
def answer(question):
    time.sleep(2)
    return question


async def show(question):
    settle()  # expect: DUO302
    rest(2)  # expect: DUO302
    print(answer(question))  # expect: DUO302


async def show_again(question):
    """What is kept is there by now, or is told above."""
    await asyncio.sleep(1)
    print(answer(question))
