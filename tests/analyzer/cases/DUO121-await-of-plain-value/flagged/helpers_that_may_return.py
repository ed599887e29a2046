"""One way through a helper ends without an error, and gives nothing to await."""


class Refused(Exception):
    pass


def refuse(reason: str):
    if reason:
        raise Refused(reason)


def pass_on(reason: str):
    try:
        print(reason.strip())
    except AttributeError as error:
        raise Refused from error


async def serve(guest: str) -> None:
    if guest == "nobody":
        await refuse("empty")  # expect: DUO121
    if guest == "somebody":
        await pass_on("unknown")  # expect: DUO121
