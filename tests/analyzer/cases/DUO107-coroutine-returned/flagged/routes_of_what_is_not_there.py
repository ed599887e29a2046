"""The same where the package of the routes can't be read, and is known to give back what it is given."""

import asyncio

from quart import Quart

app = Quart(__name__)


@app.get("/all")
async def all_parcels():
    await asyncio.sleep(0)
    return ["one"]


@app.get("/first")
async def first_parcel():
    parcels = all_parcels()  # expect: DUO104
    return parcels[0]


@app.get("/same")
async def same_parcels():
    return all_parcels()  # expect: DUO107
