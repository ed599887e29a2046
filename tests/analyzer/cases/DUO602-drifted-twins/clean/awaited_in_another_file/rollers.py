"""The rollers test the ink before they turn."""


async def turn(ink, paper: str) -> None:
    await ink.run_test(paper)
    await ink.flow(paper)
