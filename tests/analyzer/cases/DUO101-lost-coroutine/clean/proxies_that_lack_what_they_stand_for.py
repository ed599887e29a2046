"""Proxies look for what they stand for under names that only they themselves could answer to."""


class Connections:
    def __getattr__(self, name):
        return getattr(self._by_alias[self._alias][self._place], name)


class Lazy(Connections):
    def __getattr__(self, name):
        return getattr(self._wrapped[self._first][self._last], name)


def main(connections: Connections, lazy: Lazy) -> None:
    connections.close()
    connections.settings.close()
    lazy.settings.close()
