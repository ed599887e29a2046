"""Nobody can know."""


def print_all(printer, pages):
    for page in pages:
        printer.print_page(page)
