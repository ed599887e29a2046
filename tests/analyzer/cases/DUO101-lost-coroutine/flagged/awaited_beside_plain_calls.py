"""One call of a method is awaited and the other isn't, on an object that has plain methods too."""


async def set_state(store, key: str, state: str) -> bool:
    store.begin_turn(key)
    await store.save_row(key, "data")
    store.save_row(key, state)  # expect: DUO101
    return True


async def set_all(cache, keys: list[str]) -> None:
    await cache.open_all()
    for key in keys:
        cache.append(key)
    await cache.save_row(keys[0])
    cache.save_row(keys[1])  # expect: DUO101
