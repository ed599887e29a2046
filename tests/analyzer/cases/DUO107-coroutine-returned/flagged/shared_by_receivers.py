"""The receiver is one of several classes, all of which have the method from the same base."""

import asyncio


class Messageable:
    async def send(self, text: str) -> str:
        await asyncio.sleep(0)
        return text


class User(Messageable):
    pass


class Member(Messageable):
    pass


async def answered(author: User | Member, text: str) -> str:
    return author.send(text)  # expect: DUO107


async def asked(author: User | Member | None) -> bool:
    if author is None:
        return False
    answer = author.send("yes or no?")  # expect: DUO104
    return answer.startswith("y")
