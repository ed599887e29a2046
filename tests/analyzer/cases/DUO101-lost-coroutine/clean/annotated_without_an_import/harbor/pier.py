"""Whoever has a ship has its crew."""

from harbor.ships import Ship


async def leave(ship: Ship) -> None:
    ship.crew.board()
