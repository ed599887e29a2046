"""One of the twins takes what is to be told of a failure, and raises it where there is none, as the other does."""


class Bells:
    def __init__(self):
        self.ringers = []
        self.rung = 0

    def ring(self, hour):
        for ringer in self.ringers:
            try:
                ringer(hour)
            finally:
                self.rung += 1

    def toll(self, hour):
        for ringer in self.ringers:
            try:
                ringer(hour)
            finally:
                self.rung += 1

    def count(self):
        return self.rung


class AsyncBells:
    def __init__(self, *, on_silence=None):
        self.ringers = []
        self.rung = 0
        self._on_silence = on_silence

    async def ring(self, hour):
        for ringer in self.ringers:
            try:
                await ringer(hour)
            except Exception as error:
                if self._on_silence is not None:
                    self._on_silence(error)
                else:
                    raise
            finally:
                self.rung += 1

    async def toll(self, hour):
        for ringer in self.ringers:
            try:
                await ringer(hour)
            except ValueError as error:
                if self._on_silence is None:
                    raise
                self._on_silence(error)
            finally:
                self.rung += 1

    def count(self):
        return self.rung
