"""Nothing here leads to where the method is."""


class Counter:
    def __init__(self, office):
        self.office = office

    def accepts(self, stamp: str) -> bool:
        if self.office.sorter.check_stamp_against_weight(stamp):  # expect: DUO103
            return True
        return False
