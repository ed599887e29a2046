"""Dependencies that a framework would send to a thread if they were plain."""

from rooms import open_rooms


async def get_rooms():
    """FastAPI dependency for the rooms of a house."""
    return open_rooms()


async def get_keys():
    """Dependency injection for what opens them."""
    return [room.key for room in open_rooms()]
