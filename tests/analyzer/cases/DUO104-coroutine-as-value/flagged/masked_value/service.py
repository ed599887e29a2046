"""Every handler here hides the fault."""

import contextlib
import logging

from repository import Repository

logger = logging.getLogger(__name__)


class Service:
    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def limit(self, key: str) -> int:
        try:
            return int(self._repository.load(key)["limit"])  # expect: DUO104
        except Exception:  # hides
            return 10

    def owner(self, key: str) -> str:
        try:
            record = self._repository.load(key)  # expect: DUO104
            return str(record["owner"])  # lost: DUO104
        except Exception as error:  # hides
            logger.warning("no owner: %s", error)
            return "nobody"

    def label(self, key: str) -> str:
        with contextlib.suppress(Exception):  # hides
            return str(self._repository.load(key).get("label"))  # expect: DUO104
        return ""
