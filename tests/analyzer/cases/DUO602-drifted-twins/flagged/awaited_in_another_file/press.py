"""A plain constructor counts the sheets at once, which nobody awaits."""


class Press:
    def __init__(self, ink, paper: str, count_sheets: bool = True) -> None:
        self.ink = ink
        self.paper = paper
        if count_sheets is True:
            self.sheets = self.count(paper)

    def print(self, text: str) -> str:
        return self.ink.write(text)

    def count(self, paper: str) -> int:
        return len(paper)
