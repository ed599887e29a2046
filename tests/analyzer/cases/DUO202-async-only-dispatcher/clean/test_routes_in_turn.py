"""A test awaits routes in turn, whose color a server asks for."""


async def alive(request: object) -> dict[str, object]:
    return {"alive": True, "asked": request}


async def ready(request: object) -> dict[str, object]:
    return {"ready": True, "asked": request}


async def test_all_routes_answer() -> None:
    for route in [alive, ready]:
        answer = await route(object())
        assert answer["asked"]
