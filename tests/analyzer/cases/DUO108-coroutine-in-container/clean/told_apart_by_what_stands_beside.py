"""A word beside it says whether there is something to wait for, or a text."""

import asyncio


class Painter:
    async def paint(self, words):
        await asyncio.sleep(0)
        return f"{words}.png"


class Command:
    def __init__(self, painter: Painter):
        self.painter = painter

    def begin(self, words):
        if not words:
            return False, "nothing to paint"
        return True, self.painter.paint(words)

    def prepare(self, words):
        try:
            return self.painter.paint(words), "paint"
        except Exception:
            return None, "nothing"

    async def draw(self, words):
        is_begun, what = self.begin(words)
        if is_begun:
            return await what
        work, name = self.prepare(words)
        return f"{name}: {await work if work else what}"
