"""The receiver is one of several classes that share a name, but not what it does."""

import asyncio


class Messageable:
    async def send(self, text: str) -> str:
        await asyncio.sleep(0)
        return text


class User(Messageable):
    pass


class Log:
    def send(self, text: str) -> str:
        return text


def answered(author: User | Log, text: str):
    return author.send(text)


async def main(author: User | Log) -> None:
    answer = answered(author, "a")
    print(answer if isinstance(answer, str) else await answer)
