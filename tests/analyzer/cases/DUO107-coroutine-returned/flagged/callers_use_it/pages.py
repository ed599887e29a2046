"""Callers; the fault is where the value is returned, or here, but it is one fault per place."""

from preferences import preferences


def theme(user):
    return preferences(user)["theme"]  # may: DUO104


def language(user):
    found = preferences(user)  # may: DUO104
    return found.get("language")
