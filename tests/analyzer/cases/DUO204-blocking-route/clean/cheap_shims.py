"""Async routes over sync helpers that do not block."""

from fastapi import Depends, FastAPI

app = FastAPI()


class Catalog:
    def __init__(self) -> None:
        self.items = {"tea": 3}

    def price(self, item: str) -> int:
        return self.items.get(item, 0)


catalog = Catalog()


def get_catalog() -> Catalog:
    return catalog


async def current_item(item: str = "tea") -> str:
    return item.lower()


@app.get("/price")
async def price(item: str = Depends(current_item), catalog: Catalog = Depends(get_catalog)) -> int:
    return catalog.price(item)
