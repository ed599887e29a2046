"""A library gets the whole object, and awaits what it has; here only a test does."""

from typing import cast

import wirelibrary


class Connection:
    def __init__(self) -> None:
        self.open: set[str] = set()

    async def cancel(self, session: str) -> None:
        self.open.discard(session)


class Desk:
    def __init__(self) -> None:
        self.asked: list[str] = []

    async def ask(self, question: str) -> None:
        self.asked.append(question)


def serve() -> None:
    wirelibrary.route(Connection())
    desk = cast(wirelibrary.Agent, Desk())
    wirelibrary.listen(desk)
