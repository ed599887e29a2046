"""An async dependency that blocks: as a plain function it would run on a worker thread."""

import time

from fastapi import Depends, FastAPI

app = FastAPI()


async def load_settings() -> dict[str, str]:  # expect: DUO204
    time.sleep(0.1)
    return {"theme": "dark"}


@app.get("/theme")
def theme(settings: dict[str, str] = Depends(load_settings)) -> str:
    return settings["theme"]
