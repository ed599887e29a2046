"""The tests, laid out as src is; meta holds the rules of the house, typing what the checkers must infer."""
