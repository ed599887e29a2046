"""A governed session: an agent may look by itself, and may pay only after a person has approved it."""

from __future__ import annotations

import asyncio

from duotone.errors import ApprovalNeeded
from duotone.runtime import Action, AsyncHypervisor, Hypervisor, Risk, Rule, Verdict

LOOK = Action("look", Risk.READ)
PAY = Action("pay", Risk.IRREVERSIBLE)
POLICY = (Rule(Verdict.ALLOW, action="look"), Rule(Verdict.ASK, action="pay", reason="money leaves the house"))


def balance() -> int:
    return 100


async def pay(amount: int) -> str:
    await asyncio.sleep(0.01)  # the bank is called
    return f"{amount} paid"


def governed() -> str:
    """Let an agent act under a policy, in sync code."""
    with Hypervisor(policy=POLICY) as hypervisor:
        session = hypervisor.create_session(creator="alice")
        ring = hypervisor.join_session(session, "agent", trust=0.95)
        hypervisor.activate_session(session)
        seen = hypervisor.act(session, "agent", LOOK, balance)
        try:
            hypervisor.act(session, "agent", PAY, pay, seen // 2)
        except ApprovalNeeded as asked:
            hypervisor.approve(session, asked.request, by="alice")
        done = hypervisor.act(session, "agent", PAY, pay, seen // 2)
        root = hypervisor.terminate_session(session, by="alice")
        audit = hypervisor.verify_audit(session)
        assert audit.holds
        assert audit.root == root
        return f"{done}, ring {ring}"


async def governed_async() -> str:
    """The same in async code."""
    async with AsyncHypervisor(policy=POLICY) as hypervisor:
        session = await hypervisor.create_session(creator="alice")
        ring = await hypervisor.join_session(session, "agent", trust=0.95)
        await hypervisor.activate_session(session)
        seen = await hypervisor.act(session, "agent", LOOK, balance)
        try:
            await hypervisor.act(session, "agent", PAY, pay, seen // 2)
        except ApprovalNeeded as asked:
            await hypervisor.approve(session, asked.request, by="alice")
        done = await hypervisor.act(session, "agent", PAY, pay, seen // 2)
        root = await hypervisor.terminate_session(session, by="alice")
        audit = await hypervisor.verify_audit(session)
        assert audit.holds
        assert audit.root == root
        return f"{done}, ring {ring}"


def main() -> None:
    print(governed())
    print(asyncio.run(governed_async()))


if __name__ == "__main__":
    main()
