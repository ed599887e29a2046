"""Where the work succeeds its result goes out, where it fails a text does, at the same place of a tuple."""

import asyncio


class Painter:
    async def paint(self, words):
        await asyncio.sleep(0)
        return f"{words}.png"


class Command:
    def __init__(self, painter: Painter):
        self.painter = painter

    def draw(self, words):
        if not words:
            return False, "nothing to paint", "draw"
        try:
            picture = self.painter.paint(words)  # expect: DUO108
            return True, picture, "draw"
        except Exception as error:
            return False, f"failed: {error}", "draw"

    def draw_again(self, words):
        try:
            return True, self.painter.paint(words)  # expect: DUO108
        except Exception:
            return False, "failed"
