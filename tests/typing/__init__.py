"""What mypy and pyright must infer: nothing here runs, both checkers read it.

A case is a function whose body says what it expects:

* `assert_type(value, type)` where a type must be inferred exactly;
* a wrong call with both `# type: ignore[code]` and `# pyright: ignore[rule]` where one must be refused. Each checker
  reports a comment of its own that hides nothing, so a call that becomes acceptable fails the check.
"""
