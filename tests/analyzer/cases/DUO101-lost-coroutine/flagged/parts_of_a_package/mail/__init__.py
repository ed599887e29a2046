"""A package imports what it is about, and its parts know one another by what they are given."""

from mail.client.sending import Client

__all__ = ["Client"]
