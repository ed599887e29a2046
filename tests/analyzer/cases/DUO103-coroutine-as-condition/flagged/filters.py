"""A coroutine is the condition of a comprehension, of `any`/`all`, or of a guard in `match`."""

import asyncio


async def is_alive(host: str) -> bool:
    await asyncio.sleep(0)
    return True


def alive(hosts: list[str]) -> list[str]:
    return [host for host in hosts if is_alive(host)]  # expect: DUO103


def dead(hosts: list[str]) -> set[str]:
    return {host for host in hosts if not is_alive(host)}  # expect: DUO103


def all_alive(hosts: list[str]) -> bool:
    return all(is_alive(host) for host in hosts)  # expect: DUO103 | DUO108


def any_alive(hosts: list[str]) -> bool:
    return any([is_alive(host) for host in hosts])  # expect: DUO103 | DUO108


def classify(host: str) -> str:
    match host:
        case "localhost" if is_alive(host):  # expect: DUO103
            return "near"
        case _:
            return "far"
