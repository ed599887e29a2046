"""A route returns what another route gives, without `await`: the decorators of both give back what they are given."""

import asyncio

from fastapi import APIRouter

router = APIRouter(prefix="/parcels")


@router.post("/many", response_model=list[int], status_code=201)
async def add_many(*, count: int):
    await asyncio.sleep(0)
    return [count]


@router.post("/import", response_model=list[int])
async def bring_in(*, count: int):
    return add_many(count=count)  # expect: DUO107


@router.post("/first", response_model=int)
async def bring_first(*, count: int):
    added = add_many(count=count)  # expect: DUO104
    return added[0]
