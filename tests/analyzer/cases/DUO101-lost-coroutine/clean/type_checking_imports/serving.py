"""Uses both names in their places."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from models import Model
else:
    from models import forward


async def serve(model: Model, text: str) -> str:
    return await model.forward(text)


def serve_now(text: str) -> None:
    forward(text)
