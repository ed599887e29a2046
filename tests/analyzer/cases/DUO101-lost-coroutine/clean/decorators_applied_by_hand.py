"""Decorators that are annotated as what they decorate, and applied without the sign for it."""

from collections.abc import Callable, Coroutine
from typing import Any, cast

Handler = Callable[..., Coroutine[Any, Any, str]]


class App:
    def __init__(self) -> None:
        self.routes: dict[str, Handler] = {}

    def route(self, path: str) -> Callable[[Handler], Handler]:
        def decorator(handler: Handler) -> Handler:
            self.routes[path] = handler
            return handler

        return decorator

    def get(self, path: str) -> Handler:
        return cast(Handler, self.route(path))


async def show(request: object) -> str:
    return str(request)


class Pages:
    def __init__(self, app: App) -> None:
        app.get("/status")(self.status)

    async def status(self, request: object) -> str:
        return str(request)


def setup(app: App) -> None:
    app.get("/")(show)
    app.get("/hidden")(lambda request: show(request))
