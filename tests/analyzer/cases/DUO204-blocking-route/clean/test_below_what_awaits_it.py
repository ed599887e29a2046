"""A decorator awaits what the routes give, so no thread would be used; that they block holds up nobody but a test."""

import functools
import time
from collections.abc import Callable
from typing import Any

from fastapi import Depends, FastAPI

app = FastAPI()


def require_permission(permission: str) -> Callable:
    def decorator(func: Callable) -> Callable:
        @functools.wraps(func)
        async def wrapper(*args, **kwargs: dict[str, Any]):
            if permission not in kwargs.get("granted", ()):
                raise PermissionError(permission)
            return await func(*args, **kwargs)

        setattr(wrapper, "_permission", permission)
        return wrapper

    return decorator


def traced(func):
    @functools.wraps(func)
    async def wrapper(*args, **kwargs):
        result = await func(*args, **kwargs)
        print(func.__name__)
        return result

    return wrapper


def renew() -> list[str]:
    time.sleep(1)
    return ["a", "b"]


@app.post("/refresh")
@require_permission("admin")
async def refresh_workers() -> list[str]:
    return renew()


@app.post("/renew")
@traced
@require_permission("admin")
async def renew_workers() -> list[str]:
    return renew()


@traced
async def renewed() -> list[str]:
    return renew()


@app.get("/renewed")
def show(workers: list[str] = Depends(renewed)) -> list[str]:
    return workers
