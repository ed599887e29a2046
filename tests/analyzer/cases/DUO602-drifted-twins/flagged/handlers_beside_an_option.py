"""One of the twins takes an option, and swallows failures without it as well, which the other doesn't."""


class Bells:
    def __init__(self, *, on_silence=None):
        self.ringers = []
        self.rung = 0
        self._on_silence = on_silence

    def ring(self, hour):
        for ringer in self.ringers:
            try:
                ringer(hour)
            except Exception as error:
                if self._on_silence is not None:
                    self._on_silence(error)
                else:
                    self.rung -= 1
            finally:
                self.rung += 1

    def count(self):
        return self.rung


class AsyncBells:
    def __init__(self):
        self.ringers = []
        self.rung = 0

    async def ring(self, hour):  # expect: DUO602
        for ringer in self.ringers:
            try:
                await ringer(hour)
            finally:
                self.rung += 1

    def count(self):
        return self.rung
