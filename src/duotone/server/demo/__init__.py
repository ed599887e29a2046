"""Something to look at without a key: an agent, a governed session, a workflow, and a saga that was undone."""

from __future__ import annotations

from duotone.server.demo.agent import demo_agent, has_model
from duotone.server.demo.seeding import Seeded, seed
from duotone.server.demo.shop import ACTIONS, POLICY, SAGAS, UNITS

__all__ = ["ACTIONS", "POLICY", "SAGAS", "UNITS", "Seeded", "demo_agent", "has_model", "seed"]
