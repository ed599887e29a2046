"""An argument that one twin gives when it starts something, the other one gives when it waits for it."""


class Programs:
    def run(self, command: str, in_background: bool = False, copy: object = None, most: int = 0) -> object:
        if not command:
            raise ValueError("nothing to run")
        command = command.strip()
        program = self.start(command)
        return program if in_background else program.wait(copy=copy, most=most)

    def stop(self, command: str) -> None:
        self.kill(command)


class AsyncPrograms:
    async def run(self, command: str, in_background: bool = False, copy: object = None, most: int = 0) -> object:
        if not command:
            raise ValueError("nothing to run")
        command = command.strip()
        program = await self.start(command, copy=copy, most=most)
        return program if in_background else await program.wait()

    async def stop(self, command: str) -> None:
        await self.kill(command)
