"""Transitions of a state machine in two colors, none of which waits for anything."""

import asyncio
import enum


class State(enum.Enum):
    NEW = "new"
    RUNNING = "running"
    DONE = "done"


class Saga:  # expect: DUO203
    def __init__(self) -> None:
        self.state = State.NEW
        self.history: list[State] = []

    async def start(self) -> None:  # may: DUO201
        self._set(State.RUNNING)

    def finish(self) -> None:
        self._set(State.DONE)

    async def reset(self) -> None:  # may: DUO201
        self._set(State.NEW)

    def undo(self) -> State:
        return self.history.pop()

    def _set(self, state: State) -> None:
        self.history.append(self.state)
        self.state = state


async def main() -> None:
    saga = Saga()
    await saga.start()
    saga.finish()
    await saga.reset()
    await asyncio.sleep(0)
