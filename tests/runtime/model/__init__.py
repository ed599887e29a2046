"""Random sagas and workflows on the real runtimes, against a model that is small enough to be seen to be right."""
