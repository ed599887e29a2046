"""Has it run for plain tests, which says nothing of others."""

from asgiref.sync import async_to_sync
from mail import post


def test_post() -> None:
    async_to_sync(post)("a")
