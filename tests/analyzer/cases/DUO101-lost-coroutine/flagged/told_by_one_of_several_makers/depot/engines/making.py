"""One of several objects is made, of which one alone has the method."""

import depot.stores.shelves


class Drawers:
    def __init__(self, key):
        self.key = key


def make_engine(kind, key):
    if kind == "shelves":
        return depot.stores.shelves.Shelves()
    return Drawers(key)
