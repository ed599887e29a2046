"""A result that comes after the turn: promised where the channel can keep it, refused where it can't.

Run it: python examples/late_delivery.py
"""

from __future__ import annotations

import threading
from tempfile import TemporaryDirectory

from duotone.runtime import Channel, InProcess, InTurn, Log, Outbox, Promise, ask_delivery, turn_channel


def build(outbox: Outbox, promise: Promise) -> None:
    """Work in the background, and say when it has ended."""
    outbox.ready(promise, "the build is green")


def turn(outbox: Outbox, channel: Channel) -> Promise | None:
    """Begin a build in the background if somebody can be told of its end, else have it done before the turn ends."""
    with turn_channel(channel):
        answer = ask_delivery("task.completed", "build", session="demo")
        if isinstance(answer, Promise):
            outbox.make(answer)
            print("begun; you will be told")
            return answer
        print(f"done inline, since {answer.reason}")
        return None


def main() -> None:
    """Take a turn on a channel that closes with it, and one on a channel that stays."""
    with TemporaryDirectory() as folder, Log(f"{folder}/log.db") as log, Outbox(log) as outbox:
        turn(outbox, InTurn())
        screen = InProcess(print)
        outbox.bind(screen)
        promise = turn(outbox, screen)
        worker = threading.Thread(target=build, args=(outbox, promise))
        worker.start()
        worker.join()
        print("left:", outbox.drain(5))


if __name__ == "__main__":
    main()
