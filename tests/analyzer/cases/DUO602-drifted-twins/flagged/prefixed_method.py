"""Two methods of one class, `invoke` and `ainvoke`, have drifted apart in their parameters."""


class Chain:
    def __init__(self, model) -> None:
        self.model = model

    def invoke(self, prompt: str, *, stop: list[str] | None = None, seed: int = 0) -> str:  # either: DUO602
        prepared = prompt.strip()
        return self.model.complete(prepared, stop=stop, seed=seed)

    async def ainvoke(self, prompt: str, *, stop: list[str] | None = None) -> str:  # either: DUO602
        prepared = prompt.strip()
        return await self.model.acomplete(prepared, stop=stop)
