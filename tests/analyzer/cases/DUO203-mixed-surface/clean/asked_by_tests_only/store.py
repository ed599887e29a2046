"""A store for others, who may have reasons to await what it does."""


class Store:
    def __init__(self) -> None:
        self.rows: dict[str, str] = {}

    async def keys(self) -> list[str]:
        return sorted(self.rows)

    async def size(self) -> int:
        return len(self.rows)

    def clear(self) -> None:
        self.rows.clear()

    def put(self, key: str, row: str) -> None:
        self.rows[key] = row
