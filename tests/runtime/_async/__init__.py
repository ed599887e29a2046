"""Tests of the faces, from which `duotone mirror` makes those of the sync one."""
