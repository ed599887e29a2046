"""A broad except, with and without logging, hides what goes wrong around the lost call."""

import asyncio
import contextlib
import logging

logger = logging.getLogger(__name__)


class Metrics:
    async def increment(self, name: str) -> None:
        await asyncio.sleep(0)


def count(metrics: Metrics) -> None:
    try:
        metrics.increment("requests")  # expect: DUO101
    except Exception:  # hides
        pass


def count_and_log(metrics: Metrics) -> None:
    try:
        metrics.increment("requests")  # expect: DUO101
    except Exception as error:  # hides
        logger.warning("metrics are not available: %s", error)


def count_bare(metrics: Metrics) -> None:
    try:
        metrics.increment("requests")  # expect: DUO101
    except:  # noqa: E722  # hides
        logger.debug("no metrics")


def count_suppressed(metrics: Metrics) -> None:
    with contextlib.suppress(Exception):  # hides
        metrics.increment("requests")  # expect: DUO101


def count_base(metrics: Metrics) -> None:
    try:
        metrics.increment("requests")  # expect: DUO101
    except (ValueError, BaseException):  # hides
        return
