"""Since when a connection waits for a request, as uvicorn's own objects tell it."""

from __future__ import annotations

from dataclasses import dataclass, field

from duotone.server.connections import Silences


@dataclass(eq=False)
class Transport:
    is_closed: bool = False

    def close(self) -> None:
        self.is_closed = True


@dataclass(eq=False)
class Answer:
    response_complete: bool = False


@dataclass(eq=False)
class Connection:
    cycle: Answer | None = None
    transport: Transport = field(default_factory=Transport)


@dataclass(eq=False)
class Socket:
    transport: Transport = field(default_factory=Transport)


def test_who_asks_again_and_again_never_waits_long_however_long_the_connection_lives() -> None:
    silences, busy = Silences(3), Connection()
    for now in range(10):
        busy.cycle = Answer(response_complete=True)
        silences.end([busy], now)
    assert not busy.transport.is_closed
    for now in range(10, 14):
        silences.end([busy], now)
    assert busy.transport.is_closed


def test_an_answer_that_is_being_made_and_a_socket_are_left_alone() -> None:
    silences, answering, socket = Silences(3), Connection(Answer()), Socket()
    for now in range(10):
        silences.end([answering, socket], now)
    assert not answering.transport.is_closed
    assert not socket.transport.is_closed
