"""Whether a fix gives back the bytes that a planted fault took, on public projects."""
