"""The tests of edits and of writing them."""
