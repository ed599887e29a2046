"""What an operator needs: health, figures, logs, spans, and an end in good order."""

from __future__ import annotations
