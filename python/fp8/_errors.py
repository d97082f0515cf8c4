"""Exceptions and warnings of the package."""


class CaptureError(Exception):
    """A step cannot be captured or imported; the message lists the supported
    alternatives."""

    # A traceback shows the name that `except` needs.
    __module__ = "fp8"


class CompileError(Exception):
    """A step or an option is not supported. The first line of the message has the
    location in the module; notes follow."""

    __module__ = "fp8"


class CompilerWarning(UserWarning):
    """The compiler accepts a step, but warns of a part of it. The message has one
    line, with the location in the module; notes follow the warning."""

    __module__ = "fp8"
