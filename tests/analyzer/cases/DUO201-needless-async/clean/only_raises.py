"""Functions that only refuse keep the color of what they stood for."""


class Unsupported(Exception):
    pass


class Player:
    async def regroup(self, members):
        """Not every player can."""
        raise Unsupported

    async def sign_up(self, name):
        message = f"{name} can't do this any more"
        raise ValueError(message)


async def regroup_all(players):
    for player in players:
        await Player().regroup(player)
