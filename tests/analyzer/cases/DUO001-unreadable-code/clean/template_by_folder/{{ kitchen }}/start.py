"""What a new kitchen begins with."""

from .% import crew
