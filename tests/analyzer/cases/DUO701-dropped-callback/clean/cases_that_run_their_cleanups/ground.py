"""A test case that runs itself, and its cleanups, on a loop of its own."""

import asyncio
import unittest


class LoopCase(unittest.TestCase):
    def run(self, result=None):
        self.loop = asyncio.new_event_loop()
        try:
            getattr(self, self._testMethodName)()
            while self._cleanups:
                function, args, kwargs = self._cleanups.pop()
                made = function(*args, **kwargs)
                if asyncio.iscoroutine(made):
                    self.loop.run_until_complete(made)
        finally:
            self.loop.close()
