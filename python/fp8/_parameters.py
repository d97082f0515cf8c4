"""Parameters of the functions that users pass to the frontends."""

import inspect


def positional_names(function):
    """Returns the names of the parameters that can be passed by position."""
    positional = (
        inspect.Parameter.POSITIONAL_ONLY,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
    )
    parameters = inspect.signature(function).parameters.values()
    return [p.name for p in parameters if p.kind in positional]
