"""The elements fail when they are used, and a broad except hides it."""

import asyncio


async def score(text: str) -> float:
    await asyncio.sleep(0)
    return 0.0


def best(texts: list[str]) -> float:
    try:
        scores = [score(text) for text in texts]  # expect: DUO108
        return sorted(scores)[-1] + 1.0  # lost: DUO108
    except Exception:  # hides
        return 0.0
