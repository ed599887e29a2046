"""A method is annotated with what its future gives in the end, and makes the future with a library that isn't there."""

import both_worlds


class Receipt:
    number: int


class Session:
    def post(self, letter: str, *, is_registered: bool = False) -> Receipt | None:
        reply = both_worlds.create_future() if is_registered else None
        self.send(letter, reply)
        return reply

    def send(self, letter: str, reply: object) -> None:
        print(letter, reply)


async def post_all(session: Session) -> None:
    session.post("a")
    receipt = await session.post("b", is_registered=True)
    print(receipt.number)
