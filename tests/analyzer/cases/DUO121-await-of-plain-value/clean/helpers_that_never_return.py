"""Nobody comes back from a helper that raises whichever way it goes, so that nothing of it is awaited."""


class Refused(Exception):
    pass


class Closed(Exception):
    pass


def refuse(reason: str):
    if reason:
        raise Refused(reason)
    else:
        raise Closed


def pass_on(reason: str):
    try:
        text = reason.strip()
    except AttributeError as error:
        raise Closed from error
    raise Refused(text)


async def serve(guest: str) -> None:
    if guest == "nobody":
        await refuse("empty")
    if guest == "somebody":
        await pass_on("unknown")
