"""Imports begin at its own folder."""

from failures import failure_answer
from greeting import welcome
from swift_server import Server

server = Server(handlers={OSError: failure_answer}, on_start=welcome)
