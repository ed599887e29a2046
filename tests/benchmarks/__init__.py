"""The programs that measure, on what they read and count."""
