"""Copied with what is beside it, and run from there, where imports begin at its own folder."""

from _shared import failures
from greeting import welcome
from swift_server import Server


def make() -> Server:
    refusals = failures.Refusals()
    handlers = {OSError: failures.failure_answer, ValueError: refusals.refusal_answer}
    return Server(handlers=handlers, on_start=welcome)
