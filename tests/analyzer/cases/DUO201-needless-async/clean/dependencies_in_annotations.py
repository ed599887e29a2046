"""Dependencies that annotations name: as plain functions they would run on a thread each."""

from typing import Annotated

from fastapi import APIRouter, Depends

router = APIRouter()


async def _user(name: str) -> str:
    return name


async def _other(name: str) -> str:
    return name


async def _third(name: str) -> str:
    return name


User = Annotated[str, Depends(_user)]


@router.get("/")
async def read(user: User, other: Annotated[str, Depends(_other)], third: str = Depends(_third)) -> str:
    return user + other + third
