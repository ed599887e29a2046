"""A flag of the caller says whether what is called on an object has to be awaited."""


async def download(source, target, has_async_target: bool = False) -> None:
    while chunk := await source.read(1024):
        if has_async_target:
            await target.write(chunk)
        else:
            target.write(chunk)
