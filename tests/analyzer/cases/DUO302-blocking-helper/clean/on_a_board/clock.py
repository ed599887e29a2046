"""The clock of a board."""

import socket

import utime


def set_clock(port: int) -> int:
    return len(socket.getaddrinfo("kitchen.example", port)) + utime.time()
