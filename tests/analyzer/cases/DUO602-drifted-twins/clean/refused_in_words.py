"""What the command line says isn't supported with the async twin is nothing that it lacks by mistake."""


def measure(engine, rows: list[str], early_rows: bool = False) -> int:
    if early_rows:
        engine.warm(rows)
    return engine.run(rows)


async def measure_async(engine, rows: list[str]) -> int:
    return await engine.run(rows)


def check(options) -> None:
    if options.early_rows and options.async_engine:
        raise ValueError("--early-rows is not supported with --async-engine")
