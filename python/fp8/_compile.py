"""compile(): a training step as a callable of this process."""

import contextlib
import os
import pathlib

from fp8 import _native
from fp8._errors import CompileError
from fp8._step import Step
from fp8._transport import raise_interrupt


def compile(
    source,
    *,
    target="cpu",
    states=None,
    seed=0,
    target_options=None,
    file_name=None,
    mesh=None,
    process_group=None,
    **options,
):
    """Compiles a training step.

    Args:
      source: MLIR text; bytes of MLIR text or bytecode; or a pathlib.Path of a
        file. It must come from a trusted source.
      target: "cpu", or "reference", "sim" or "upstream", which copy arguments.
      states: {name: array}, values of states before they are stored. They are
        copied. Other states get the results of @init, the initial value that
        the module specifies, or zeros. A parameter without any value has to be
        loaded before the first call.
      seed: the argument of @init, if it has one.
      target_options: {name: value}, options of the target: {"num-threads": 2}.
      file_name: the name of the module in messages.
      mesh: {axis: number of ranks} of data parallelism: {"dp": 4}. The ranks are
        processes that mpirun has started, or those of `process_group`. All compile
        the same steps in the same order, start from the same states, and call each
        step together, with the same scalars, each with a batch of its own.
      process_group: a torch.distributed.ProcessGroup, whose processes are the ranks
        of `mesh` in their order.
      options: every option of --fp8-train-pipeline, with _ for -: recipe=
        "delayed", storage="fp8-split8", wide_type="bf16", override=["w1=wide"].
        Without `recipe` nothing is quantized.

    Returns:
      A Step.

    Raises:
      CompileError: a step or an option that is not supported.
      ImportError: the compiler is not built.
      ValueError, TypeError: a source or a state of the wrong kind; states that
        differ between the processes of `process_group`.
      RuntimeError: another process of `process_group` has failed.
    """
    options |= {"mesh": mesh, "process_group": process_group}
    with agreement(options, "the reading of a step"):
        text, name = _read(source)
    native = compile_native(text, target, target_options, file_name or name, options)

    def make():
        step = Step(native, states or {}, seed)
        return step, step.states

    return make_alike(options, make)


def compile_native(text, target, target_options, file_name, options):
    """Returns the step of the native module for the bytes of a module."""
    train = dict(options)
    mesh, group = train.pop("mesh", None), train.pop("process_group", None)
    context = _native.load().Context()
    try:
        return context.compile(
            text,
            _option_text(train),
            target,
            _option_text(target_options or {}),
            file_name,
            mesh_text(mesh),
            _transport_address(mesh, group),
        )
    except Exception as error:
        raise_interrupt(error)
        if target != "cuda" or not isinstance(error, CompileError):
            raise
        raise CompileError(
            f"{error}; fp8-run --target=cuda trains on a GPU with the text of "
            "fp8.jax.capture or fp8.torch.capture"
        ) from None


def agreement(options, place):
    """Returns a context for a part of a compilation, which `place` names. If the part
    fails in one of the processes of options["process_group"], it fails in all."""
    mesh, group = options.get("mesh"), options.get("process_group")
    if group is None:
        return contextlib.nullcontext()
    return _load_groups(mesh).agreement(group, mesh_text(mesh), place)


@contextlib.contextmanager
def announcing(options, place):
    """A context that one process of options["process_group"] enters beside others. If
    it fails, the others fail as well, wherever they wait for this process."""
    try:
        yield
    except BaseException:
        with agreement(options, place):
            raise


def make_alike(options, make):
    """Returns the value that `make` returns beside {name: array}. The arrays are equal
    in all processes of options["process_group"]."""
    mesh, group = options.get("mesh"), options.get("process_group")
    if group is None:
        return make()[0]
    return _load_groups(mesh).make_alike(group, mesh_text(mesh), make)


def mesh_text(mesh):
    """Returns {axis: number of ranks} as text."""
    if mesh is None:
        return ""
    if not isinstance(mesh, dict):
        raise TypeError(
            "expected mesh to be {axis: number of ranks}, such as {'dp': 4}, but got "
            f"{mesh!r}"
        )
    return ",".join(f"{axis}:{number}" for axis, number in mesh.items())


def _transport_address(mesh, group):
    """Returns the address of the transport of a process group, 0 without a group."""
    if group is None:
        return 0
    return _load_groups(mesh).connect(group, mesh_text(mesh))


def _load_groups(mesh):
    """Returns the module for process groups."""
    if mesh is None:
        raise TypeError(
            "expected mesh, such as {'dp': 4}, for the processes of process_group"
        )
    from fp8.torch._packages import check_torch

    check_torch("process_group")
    from fp8.torch import _process_group

    return _process_group


def _read(source):
    """Returns the bytes of a module, and its name."""
    if isinstance(source, os.PathLike):
        path = pathlib.Path(source)
        return path.read_bytes(), str(path)
    if isinstance(source, str):
        names_file = source.endswith((".mlir", ".mlirbc")) or len(source.split()) == 1
        if "\n" not in source and names_file:
            raise TypeError(
                f"expected MLIR text, but got {source!r}; for a file pass "
                f"pathlib.Path({source!r})"
            )
        return source.encode(), "step"
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), "step"
    raise TypeError(
        "expected MLIR text, bytes or a pathlib.Path, but got a "
        + type(source).__name__
    )


def _option_text(options):
    """Returns {name: value} as the text that the tools take."""
    return " ".join(
        f"{name.replace('_', '-')}={_value_text(name, value)}"
        for name, value in options.items()
    )


def _value_text(name, value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_value_text(name, element) for element in value)
    text = str(value)
    if any(c in text for c in "{}'\""):
        raise CompileError(
            f"unsupported characters in the option {name}: {text}; braces and "
            "quotes have a meaning in the text of options"
        )
    return "{" + text + "}" if any(c in text for c in " ,") else text
