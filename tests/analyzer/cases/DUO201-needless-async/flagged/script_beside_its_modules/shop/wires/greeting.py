"""A module that has the name of one that a script of another folder imports from elsewhere."""


async def welcome(name: str) -> str:  # expect: DUO201
    return f"hello {name}"


async def greet(name: str) -> None:
    print(await welcome(name))
