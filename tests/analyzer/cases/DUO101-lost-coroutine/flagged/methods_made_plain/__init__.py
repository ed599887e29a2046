"""A package whose methods are made plain by one of its modules."""
