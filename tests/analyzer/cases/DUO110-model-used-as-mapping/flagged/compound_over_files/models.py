"""The model, the coroutine and its lost use are in three files."""

from dataclasses import dataclass


@dataclass
class SessionInfo:
    state: str
    owner: str
