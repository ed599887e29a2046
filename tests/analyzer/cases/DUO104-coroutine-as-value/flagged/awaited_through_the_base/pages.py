"""The callers of the base."""

from templates import Template


async def page(template: Template) -> str:
    return (await template.fetch("page")).upper()


async def mail(template: Template) -> str:
    return (await template.fetch("mail")).lower()
