"""How long the checkers take, cold and warm, and how much memory, on trees of three sizes."""
