"""A short body that leaves a parameter alone says what holds by default: who overrides or calls it has a contract."""

import asyncio


class Answer:
    def __init__(self, is_allowed: bool) -> None:
        self.is_allowed = is_allowed


class Policy:
    """What holds where nobody has put another policy in place of this one."""

    async def is_enabled(self, customer: str) -> bool:
        """Always so here."""
        return True

    async def choose_engine(self, wanted: str, *, customer: str) -> str:
        return wanted

    async def decide(self, *, customer: str, order: str) -> Answer:
        del customer, order
        return Answer(is_allowed=True)

    async def is_trial(self, order: str) -> bool:
        return order.startswith("trial")


async def by_words(text: str, **options: str) -> str:
    return text.strip()


async def by_model(text: str, **options: str) -> str:
    await asyncio.sleep(0)
    return options["model"] + text


async def serve(policy: Policy, customer: str) -> str:
    if not await policy.is_enabled(customer) or await policy.is_trial(customer):
        return ""
    if not (await policy.decide(customer=customer, order="a")).is_allowed:
        return await by_words("none")
    return await by_model(await policy.choose_engine("fast", customer=customer), model="m")


async def sample(text: str, **options: str) -> list[str]:
    """Stands for a search, and finds always the same."""
    found = ["first"]
    if len(found) < 2:
        found.append("second")
    for one in found[:1]:
        found.append(one)
    return found


async def searched(text: str) -> str:
    return " ".join(await sample(text, model="m"))
