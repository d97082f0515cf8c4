"""Exceptions shared by the frontends."""


class CaptureError(Exception):
    """A training step cannot be captured; the message says what is supported."""
