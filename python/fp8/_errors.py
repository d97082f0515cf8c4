"""Exceptions shared by the frontends."""


class CaptureError(Exception):
    """A step cannot be captured or imported; the message lists the supported
    alternatives."""
