"""Defaults differ in one pair and not in the next, or each in its own way; and another parameter is refused."""


class Desk:
    def __init__(self, wire) -> None:
        self.wire = wire

    def publish(self, text: str, listen: bool = False, tries: int = 3) -> str:
        return self.wire.send(text, listen, tries)

    async def publish_async(self, text: str, listen: bool = True, tries: int = 5) -> str:  # expect: DUO602
        return await self.wire.send(text, listen, tries)

    def work(self, job: str, listen: bool = False, tries: int = 3) -> str:
        return self.wire.start(job, listen, tries)

    async def work_async(self, job: str, listen: bool = False, tries: int = 9) -> str:  # expect: DUO602
        return await self.wire.start(job, listen, tries)


def measure(engine, rows: list[str], depth: int = 3) -> int:
    """Measure rows; the order of engines is deprecated."""
    return engine.run(rows, depth)


async def measure_async(engine, rows: list[str]) -> int:  # expect: DUO602
    return await engine.run(rows)


def check(options) -> None:
    if options.early_rows and options.async_engine:
        raise ValueError("--early-rows is not supported with --async-engine")
