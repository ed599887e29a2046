"""Nobody here calls a function whose parameters somebody else fills in."""

from tasks_of_others import Given


def database():
    return {"rows": 3}


async def count_rows(rows: dict = Given(database)) -> None:
    print(len(rows))
