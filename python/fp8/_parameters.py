"""Parameters of the functions that users pass to the frontends."""

import inspect


def positional_names(function, count):
    """Returns the names of the first `count` arguments that are passed by position.

    The arguments of `*batch` are batch0, batch1... There are fewer names if the
    function takes fewer arguments.
    """
    positional = (
        inspect.Parameter.POSITIONAL_ONLY,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
    )
    names = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind in positional:
            names.append(parameter.name)
        elif parameter.kind == inspect.Parameter.VAR_POSITIONAL:
            rest = max(0, count - len(names))
            names += [f"{parameter.name}{i}" for i in range(rest)]
    return names[:count]
