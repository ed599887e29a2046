"""An order whose end was waited for has its result."""

from concurrent.futures import Future


class Order:
    def __init__(self, future: "Future[str]") -> None:
        self.future = future

    def done(self) -> bool:
        return self.future.done()

    def result(self) -> str:
        return self.future.result()
