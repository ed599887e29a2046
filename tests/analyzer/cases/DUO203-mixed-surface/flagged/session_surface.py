"""Half of the public methods are async without ever suspending, beside plain siblings of the same kind."""

import asyncio


class Hypervisor:  # expect: DUO203
    def __init__(self) -> None:
        self.sessions: dict[str, list[str]] = {}

    async def create_session(self, name: str) -> list[str]:  # may: DUO201
        self.sessions[name] = []
        return self.sessions[name]

    async def terminate_session(self, name: str) -> None:  # may: DUO201
        del self.sessions[name]

    async def join_session(self, name: str, member: str) -> None:  # may: DUO201
        self.sessions[name].append(member)

    def get_session(self, name: str) -> list[str] | None:
        return self.sessions.get(name)

    def list_sessions(self) -> list[str]:
        return sorted(self.sessions)

    def leave_session(self, name: str, member: str) -> None:
        self.sessions[name].remove(member)


async def main() -> None:
    hypervisor = Hypervisor()
    await hypervisor.create_session("a")
    await hypervisor.join_session("a", "root")
    hypervisor.leave_session("a", "root")
    await hypervisor.terminate_session("a")
    await asyncio.sleep(0)
