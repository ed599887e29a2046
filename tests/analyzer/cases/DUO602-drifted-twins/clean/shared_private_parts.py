"""Twins that call private twins of the same meaning, each in its color."""


class Database:
    def __init__(self, driver) -> None:
        self._driver = driver

    def execute(self, statement: str) -> list[str]:
        rows = self._driver.execute(statement)
        return [row.strip() for row in rows]

    async def aexecute(self, statement: str) -> list[str]:
        rows = await self._driver.aexecute(statement)
        return [row.strip() for row in rows]
