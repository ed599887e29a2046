"""Coroutines made of generators, Deferreds and greenlets are no coroutine functions of ours."""

import types

from twisted.internet import defer, task
from twisted.internet.defer import inlineCallbacks


@types.coroutine
def switch():
    yield


def count_down(start: int):
    while start:
        yield start
        start -= 1


@inlineCallbacks
def fetch(reactor, url):
    response = yield reactor.get(url)
    defer.returnValue(response)


def start(reactor) -> None:
    fetch(reactor, "http://localhost").addErrback(print)
    fetch(reactor, "http://localhost")
    task.LoopingCall(fetch, reactor, "x").start(1)
    count_down(3)


async def yield_control() -> None:
    await switch()
