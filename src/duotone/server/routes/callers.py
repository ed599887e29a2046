"""Who asks, as the server knows them: so that a console offers only what its token may do."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel, Field

from duotone.server.asking import Reader

__all__ = ["CallerBody", "read_caller", "router"]

router = APIRouter(prefix="/api/caller", tags=["callers"])


class CallerBody(BaseModel):
    """A caller: whose sessions they see, and what they may do."""

    name: str = Field(description="The name of the token.", examples=["ann"])
    tenant: str = Field(description="Whose sessions they see.", examples=["local"])
    scopes: list[str] = Field(description="What they may do.", examples=[["read", "run"]])
    prefix: str = Field(
        examples=[""], description="What the log puts before the names of this tenant, as it is hashed."
    )


@router.get("", operation_id="read_caller")
async def read_caller(caller: Reader) -> CallerBody:
    """Tell the caller who they are."""
    return CallerBody(name=caller.name, tenant=caller.tenant, scopes=sorted(caller.scopes), prefix=caller.inside(""))
