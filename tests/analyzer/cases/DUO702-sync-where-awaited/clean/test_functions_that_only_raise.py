"""Functions that fail where they are called, and functions that are there to be named and never run."""

from collections.abc import Awaitable, Callable

from starlette.routing import Route, WebSocketRoute


def fail(request: object) -> None:
    raise RuntimeError("no such page")


def refuse(request: object) -> None:
    text = "no such page"
    raise ValueError(text)


def listen(session: object) -> None:
    """Nobody asks for it."""
    pass  # pragma: no cover


async def notify(handler, text):
    await handler(text)


async def tell(handler: Callable[[str], Awaitable[None]], text: str) -> None:
    await handler(text)


async def test_failing() -> None:
    await notify(fail, "ready")
    await tell(refuse, "ready")


routes = [
    Route("/fails", endpoint=fail),
    WebSocketRoute("/fails", endpoint=fail),
    WebSocketRoute("/refuses", endpoint=refuse),
    WebSocketRoute("/ws", endpoint=listen),
]
