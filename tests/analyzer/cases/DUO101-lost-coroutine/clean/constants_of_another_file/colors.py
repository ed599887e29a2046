"""Says which color this is, to whoever asks, and has tests of the other one left out."""

from collections.abc import Callable

IS_SYNC = False
Test = Callable[..., object]


class Context:
    def _require(self, condition: Callable[[], bool], function: Test) -> Test:
        def run(*args: object) -> object:
            return function(*args) if condition() else None

        return run

    def require_sync(self, function: Test) -> Test:
        return self._require(lambda: IS_SYNC, function)


context = Context()
