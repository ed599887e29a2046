"""Words that are keywords only in places: match, case, type, print, exec, async as text."""

match = {"case": 1}
case = match["case"]
type = str
_ = type(case)


def print_match(match: dict[str, int], *, type: object = None) -> None:
    print(match, type, "async", "await")
    match match:
        case {"case": case}:
            print(case)
        case _:
            print(_)
