"""The error of the wrong use is swallowed, so that the default is always what comes back."""

import asyncio
import logging
from dataclasses import dataclass

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Plan:
    tier: str


async def plan_of(account: str) -> Plan:
    await asyncio.sleep(0)
    return Plan("free")


async def tier(account: str) -> str:
    try:
        plan = await plan_of(account)
        return plan.get("tier", "free")  # expect: DUO110
    except Exception:  # hides
        logger.warning("no plan for %s", account)
        return "free"
