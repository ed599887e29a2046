"""Tests of the contract library, a file for each of its modules."""
