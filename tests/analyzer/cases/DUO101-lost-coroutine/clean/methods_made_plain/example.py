"""Plays a song, as the package lets plain code do it."""

from . import plainly
from .client import Client, idle

print(plainly.__doc__)
player = Client()
player.play("one")
idle()
