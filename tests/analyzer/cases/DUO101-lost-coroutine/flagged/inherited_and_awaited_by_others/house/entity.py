"""The base of all entities keeps what it is given."""


class Entity:
    def __init__(self, device):
        self.device = device
