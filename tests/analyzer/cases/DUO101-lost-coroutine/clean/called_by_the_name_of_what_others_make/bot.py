"""The one class that makes an object for an attribute of that name."""

from threads import Threads


class Bot:
    def __init__(self):
        self.threads = Threads()
