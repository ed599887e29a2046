"""The name of the host is kept in a global name."""

import socket

_name = None


def host_name() -> str:
    global _name
    if _name is None:
        _name = socket.getfqdn()
    return _name
