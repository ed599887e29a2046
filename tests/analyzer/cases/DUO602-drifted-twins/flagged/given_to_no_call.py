"""Of two arguments that a twin gives to another call, it forgets one."""


class Programs:
    def run(self, command: str, in_background=False, copy=None, most=0) -> object:
        if not command:
            raise ValueError("nothing to run")
        command = command.strip()
        program = self.start(command)
        return program if in_background else program.wait(copy=copy, most=most)

    def stop(self, command: str) -> None:
        self.kill(command)


class AsyncPrograms:
    async def run(self, command: str, in_background=False, copy=None, most=0) -> object:  # expect: DUO602
        if not command:
            raise ValueError("nothing to run")
        command = command.strip()
        program = await self.start(command, copy=copy)
        return program if in_background else await program.wait()

    async def stop(self, command: str) -> None:
        await self.kill(command)
