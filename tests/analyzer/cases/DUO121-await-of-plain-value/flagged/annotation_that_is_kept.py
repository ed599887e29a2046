"""Where one of several callers awaits, or the body keeps to the annotation, the await is wrong."""

import json


class Table:
    def __init__(self, decode) -> None:
        self.decode = decode

    def rows(self, text: str) -> list:
        return self.decode(text)

    def names(self, text: str) -> list[str]:
        return text.split(",")


async def first(table: Table):
    print(table.rows("[1]")[0])
    print(await table.rows("[2]"))  # expect: DUO121


async def second(table: Table):
    print(await table.names("a,b"))  # expect: DUO121
    print(await table.names("c"))  # expect: DUO121


print(Table(json.loads).rows("[3]"))
