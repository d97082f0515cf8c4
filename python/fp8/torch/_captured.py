"""Captured: the text of a step, its arguments and their values."""

import dataclasses
import pathlib

from fp8._errors import CaptureError


@dataclasses.dataclass(frozen=True)
class Argument:
    """An argument of a captured step.

    Attributes:
      name: the `fp8.name` of the argument.
      role: param, buffer, state, hyperparameter, rng or batch.
      dtype: the torch.dtype of the argument.
      shape: its extents.
      updated: whether a result of the step overwrites it.
      value: a tensor with its value at the time of the capture. It is a copy.
    """

    name: str
    role: str
    dtype: object
    shape: tuple
    updated: bool
    value: object = dataclasses.field(repr=False, compare=False)


@dataclasses.dataclass(frozen=True)
class Result:
    """A result of a captured step; `updates` names the argument that it overwrites."""

    name: str
    dtype: object
    shape: tuple
    updates: str | None = None


@dataclasses.dataclass(frozen=True)
class Captured:
    """A captured step.

    Attributes:
      text: one function, @train_step, in Model form of fp8.
      arguments: a tuple with an Argument for each argument of the function.
      results: a tuple with a Result for each result of the function.
    """

    text: str = dataclasses.field(repr=False)
    arguments: tuple
    results: tuple

    def table(self):
        """Returns the arguments as lines of text: name, role, type, update."""
        rows = [
            (a.name, a.role, _type_text(a), "updated" if a.updated else "")
            for a in self.arguments
        ]
        widths = [max(len(row[i]) for row in rows) for i in range(3)]
        lines = (
            "  ".join([*(c.ljust(w) for c, w in zip(row, widths)), row[3]]).rstrip()
            for row in rows
        )
        return "\n".join(lines) + "\n"

    def save(self, path, *, batches=None, values=None):
        """Writes PATH.mlir and PATH.safetensors, which fp8-run reads:

            fp8-run PATH.mlir --inputs=PATH.safetensors --steps=N

        Args:
          path: the path without a suffix; a suffix .mlir is ignored.
          batches: a sequence of batches, each a tuple like the `*batch` of capture().
            Step k reads batch k; after the last one, the first follows. The default
            is the batch of the capture.
          values: {argument name: tensor} of values that replace the captured ones. A
            tensor with one more leading dimension has a value for each step, such as
            the learning rates of a schedule.

        Returns:
          The paths of both files.

        Raises:
          CaptureError: a name that is not an argument; another shape or dtype.
          OSError: a file cannot be written.
        """
        from safetensors.torch import save_file

        path = pathlib.Path(path)
        if path.suffix == ".mlir":
            path = path.with_suffix("")
        tensors = {a.name: a.value for a in self.arguments}
        if batches is not None:
            tensors |= self._stacked(batches)
        known = {a.name: a for a in self.arguments}
        for name, value in (values or {}).items():
            if name not in known:
                raise CaptureError(
                    f"expected the name of an argument in `values`, got '{name}'; "
                    f"there are {', '.join(known)}"
                )
            tensors[name] = _checked(known[name], value)
        module = path.with_name(path.name + ".mlir")
        data = path.with_name(path.name + ".safetensors")
        module.write_text(self.text, encoding="utf-8")
        # Copies, because the library rejects tensors that share memory.
        save_file(
            {k: v.detach().clone().contiguous() for k, v in tensors.items()}, data
        )
        return module, data

    def _stacked(self, batches):
        import torch

        from fp8.torch._batch import flatten

        arguments = [a for a in self.arguments if a.role == "batch"]
        columns = {a.name: [] for a in arguments}
        for number, batch in enumerate(batches):
            leaves = flatten(batch, self._batch_roots)
            found = {name: leaf for name, leaf in leaves if name in columns}
            for argument in arguments:
                if argument.name not in found:
                    raise CaptureError(
                        f"batch {number} has no tensor for argument '{argument.name}'"
                    )
                value = torch.as_tensor(found[argument.name])
                columns[argument.name].append(
                    _checked(argument, value, f" of batch {number}", leading=False)
                )
        if not batches:
            raise CaptureError("expected at least one batch in `batches`")
        return {name: torch.stack(column) for name, column in columns.items()}

    _batch_roots: tuple = dataclasses.field(default=(), repr=False, compare=False)


def _checked(argument, value, which="", leading=True):
    """Returns a tensor with the dtype of an argument, after checking it."""
    import torch

    value = torch.as_tensor(value).detach()
    shape = tuple(value.shape)
    fits = shape == argument.shape or (leading and shape[1:] == argument.shape)
    # A Python number is converted to the dtype of the argument.
    if value.dtype != argument.dtype and value.dim() == 0:
        value = value.to(argument.dtype)
    if not fits or value.dtype != argument.dtype:
        raise CaptureError(
            f"argument '{argument.name}'{which} is {value.dtype} of shape {shape}; "
            f"expected {argument.dtype} of shape {argument.shape}"
            + (", or one more leading dimension" if leading else "")
        )
    return value


def _type_text(argument):
    shape = "x".join(str(extent) for extent in argument.shape)
    return f"{str(argument.dtype).removeprefix('torch.')}[{shape}]"
