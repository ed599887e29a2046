"""What one twin names, the other takes and gives to nobody."""

from kitchens import atell, tell


class Waiter:
    def on_order(self, dish: str, table: int, guests: int | None = None, **more: object) -> str:
        name = dish.strip()
        tell("order", name, table=table, guests=guests)
        return name


class AsyncWaiter:
    async def on_order(self, dish: str, table: int, **more: object) -> str:  # expect: DUO602
        name = dish.strip()
        await atell("order", name, table=table)
        return name
