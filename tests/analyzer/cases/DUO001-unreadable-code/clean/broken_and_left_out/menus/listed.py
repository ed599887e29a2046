"""A list that another tool reads."""

salt 3 spoons
