"""Tests of channels, promises and the outbox."""
