"""Descriptions of the functions of a compiled step."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Argument:
    """An argument of a function."""

    name: str
    dtype: str
    shape: tuple
    #: "input", "scalar", "state" or "result".
    role: str
    #: The kind of a state: "param", "moment", "step", "rng"..., or "".
    kind: str
    #: The initial value of every element, or None.
    initial: float | None
    #: True if storage has added the argument.
    is_added: bool
    is_loss: bool


@dataclasses.dataclass(frozen=True)
class Function:
    """A function, and the names of its results."""

    index: int
    name: str
    arguments: list
    #: {result name: Argument that it is written to}.
    results: dict

    def with_role(self, *roles):
        """Returns the arguments with one of these roles."""
        return [a for a in self.arguments if a.role in roles]


def read_functions(described):
    """Returns {name: Function} from the description of the compiled module."""
    functions = {}
    for index, (name, arguments, results) in enumerate(described):
        arguments = [Argument(**argument) for argument in arguments]
        results = {result: arguments[i] for result, i in results}
        functions[name] = Function(index, name, arguments, results)
    return functions
