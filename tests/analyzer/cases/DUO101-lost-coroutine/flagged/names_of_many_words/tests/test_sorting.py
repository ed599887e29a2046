"""A function of the project gives an object that nothing else is known of."""

from mail import sorting


def made(kinds, name):
    return kinds[name](name)


def test_weighing():
    sorter = made(vars(sorting), "Sorter")
    sorter._weigh_all_parcels(2)  # expect: DUO101
