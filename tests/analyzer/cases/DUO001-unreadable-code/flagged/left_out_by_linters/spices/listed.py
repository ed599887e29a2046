"""A list that linters read as well."""

salt 3 spoons  # expect: DUO001
