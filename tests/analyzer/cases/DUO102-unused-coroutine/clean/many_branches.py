"""However many branches make the coroutine, the one await after them takes whichever it was."""


async def send(text: str) -> int:
    return len(text)


async def report(level: int) -> int:
    if level == 0:
        sent = send("debug")
    elif level == 1:
        sent = send("info")
    elif level == 2:
        sent = send("notice")
    elif level == 3:
        sent = send("warning")
    elif level == 4:
        sent = send("error")
    elif level == 5:
        sent = send("critical")
    elif level == 6:
        sent = send("alert")
    elif level == 7:
        sent = send("emergency")
    elif level == 8:
        sent = send("panic")
    elif level == 9:
        sent = send("fire")
    elif level == 10:
        sent = send("flood")
    elif level == 11:
        sent = send("storm")
    elif level == 12:
        sent = send("frost")
    else:
        sent = send("nothing")
    return await sent


async def repeat(level: int) -> None:
    again = send("0")
    if level == 1:
        again = send("1")
    if level == 2:
        again = send("2")
    if level == 3:
        again = send("3")
    if level == 4:
        again = send("4")
    if level == 5:
        again = send("5")
    if level == 6:
        again = send("6")
    if level == 7:
        again = send("7")
    if level == 8:
        again = send("8")
    if level == 9:
        again = send("9")
    if level == 10:
        again = send("10")
    if level == 11:
        again = send("11")
    if level == 12:
        again = send("12")
    if level == 13:
        again = send("13")

    async def last() -> None:
        await again

    await last()
