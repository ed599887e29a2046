"""What a server says at its start."""


async def welcome(name: str) -> str:
    return f"hello {name}"
