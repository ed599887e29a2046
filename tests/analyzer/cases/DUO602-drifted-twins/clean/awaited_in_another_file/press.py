"""A plain constructor may test the ink at once."""


class Press:
    def __init__(self, ink, paper: str, test_ink: bool = True) -> None:
        self.ink = ink
        self.paper = paper
        if test_ink is True:
            self.ink.run_test(paper)

    def print(self, text: str) -> str:
        return self.ink.write(text)
