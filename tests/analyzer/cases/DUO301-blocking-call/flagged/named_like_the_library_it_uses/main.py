"""Runs what lies in packages and folders of its own."""

from cogs import redis
from jobs import requests


async def main():
    return await redis.ping(), await requests.fetch()
