"""A server that starts a loop of its own unless it is given the application to join."""

import asyncio


async def served(app: object) -> None:
    await asyncio.sleep(1)


def create_app() -> object:
    return object()


def initialize(port: int, app: object = None) -> None:
    is_embedded = True
    if not app:
        is_embedded = False
        app = create_app()
    print(port)
    if not is_embedded:
        asyncio.run(served(app))


async def test_client() -> None:
    app = create_app()
    initialize(80, app)
    await asyncio.sleep(0)
