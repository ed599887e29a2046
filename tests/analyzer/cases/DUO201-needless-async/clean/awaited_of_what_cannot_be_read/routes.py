"""Who has the driver through an application."""


def register(app):
    async def level(name: str) -> str:
        found = await app.driver.read_level(name)
        return found["level"]

    return level
