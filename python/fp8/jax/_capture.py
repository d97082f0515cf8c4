"""capture(): converts a JAX training step to text that upstream MLIR 22.1 reads."""

import dataclasses

from fp8._errors import CaptureError
from fp8.jax import _names, _ranks, _read, _signature
from fp8.jax._legalize import legalize
from fp8.jax._packages import import_jax

_DTYPES = (
    "float32",
    "bfloat16",
    "float16",
    "int32",
    "uint32",
    "int8",
    "uint8",
    "bool",
    "key<fry>",
)


def capture(
    step,
    example_args,
    *,
    names=None,
    result_names=None,
    updates=None,
    states=None,
    annotate=True,
    locations=False,
):
    """Captures `step(*example_args)` as MLIR text.

    The text contains one function, ``@train_step``, on static ranked tensors, in
    the dialects func, linalg, tensor, arith, math and scf only. The leaves of
    the arguments, in jax's order, are its arguments; the leaves of the results
    are its results.

    A step that jax.shard_map divides between devices becomes the step of one
    rank of its mesh. Arguments and results that in_specs and out_specs divide
    have the shape of a part. Collectives become ``fp8.all_reduce``,
    ``fp8.all_gather`` and ``fp8.reduce_scatter``. A step that uses axis_index
    has one more argument, ``fp8.rank``, an i32.

    Args:
      step: a function that jax can trace. It is called once, with tracers.
      example_args: its positional arguments; arrays, jax.ShapeDtypeStruct, and
        Python's int, float and bool in any tree. Only shapes and dtypes matter.
        A number is an argument, of int32, float32 or bool and weakly typed, as
        under jax.jit. Floating point leaves must be float32, bfloat16 or float16.
        Integer leaves must be int32, uint32, int8 (for example moments with a
        scale) or uint8 (for example images). bool and keys of the threefry
        generator are allowed. The text has i32 for all integers of 32 bits, i8
        for all of 8. The compiler can store float32 states in fewer bits; other
        states are unchanged.
      names: a name per argument; default: the parameter names of `step`.
      result_names: a name per element of the returned tuple (or the one name of
        a single result); default result0, result1... fp8-run writes a result
        that overwrites an argument under the name of the argument, so that the
        file can be read back.
      updates: {result name: argument name}, of leaves or of trees of them: the
        result overwrites the argument in the next step. The trees must agree, and
        no two results may overwrite one argument. A result that is not listed
        overwrites nothing. Without `updates` the compiler determines which
        results overwrite which arguments.
      states: {argument name: kind}, the ``#fp8.state`` of an argument: param,
        moment or step. A moment and a step are updated arguments. A param may
        be frozen, such as the weights that LoRA adds to, which would otherwise
        be treated as data.
      annotate: False omits every ``fp8.*`` attribute. With them, an upstream
        mlir-opt needs --allow-unregistered-dialect.
      locations: True keeps the lines of Python and the scopes of jax.named_scope.
        Errors then show the line of the model, and matmuls without a weight are
        named after their scope. The text contains the paths of source files.

    Attributes: every argument and result has ``fp8.name``, the dotted path
    of the leaf (``params.h0.attn.qkv.weight``). A result that overwrites an
    argument has ``fp8.updates``, the ``fp8.name`` of that argument. The step of
    a rank has ``fp8.mesh`` on the module, ``fp8.batch`` on batches of a rank, and
    ``fp8.shard`` on states of which a rank has some rows. Shardings of jax.jit
    have no effect; ``mhlo.sharding`` marks the arguments that they divide, and
    the compiler rejects such a step for several ranks.

    Returns:
      The text, ending in a newline; the same text for the same step, shapes and
      jax version.

    Raises:
      ImportError: jax is not installed.
      CaptureError: dynamic shapes, unsupported dtypes, operations without an
        equivalent in the dialects above, inconsistent names, updates or states;
        for several devices, other collectives and types than float32, bfloat16
        and float16, groups that are not axes of the mesh, states divided
        otherwise than by rows, and annotate=False.
    """
    import_jax("fp8.jax.capture")
    options = (names, result_names, updates, states, annotate, locations)
    return capture_trees(step, example_args, *options).text


@dataclasses.dataclass(frozen=True)
class Captured:
    """A captured step: its text, and the trees of its arguments and results."""

    text: str
    #: A name for each argument, and for each result.
    roots: list
    result_roots: list
    #: The element of each result, a tree of shapes and dtypes.
    result_trees: list
    #: False if the step returns its only result, and not a tuple of one.
    returns_tuple: bool
    #: [(root, name of a leaf, leaf)], in the order of the text.
    arguments: list
    results: list


def capture_trees(
    step,
    example_args,
    names,
    result_names,
    updates,
    states,
    annotate,
    locations=False,
):
    """Captures a step; see capture()."""
    import jax

    roots = _names.argument_names(step, len(example_args), names)
    arguments = _names.leaf_names(roots, example_args)
    arguments = _checked(arguments)
    lowered = jax.jit(step, keep_unused=True).lower(*example_args)
    returns_tuple = isinstance(lowered.out_info, (tuple, list))
    result_trees = list(lowered.out_info) if returns_tuple else [lowered.out_info]
    result_roots = _names.result_names(len(result_trees), result_names)
    results = _names.leaf_names(result_roots, result_trees)
    pairs = _names.pair_updates(updates or {}, roots, arguments, result_roots, results)
    _signature.check_states(states or {}, roots, arguments, pairs)
    # jax caches the module and returns it when the step is lowered again.
    module = _read.copy(lowered.compiler_ir("stablehlo"))
    with module.context:
        devices = legalize(module, argument_names=[name for _, name, _ in arguments])
        _signature.finish(
            module,
            devices,
            _ranks.Step(arguments, results, pairs, states or {}, donated=()),
            _signature.argument_attributes(arguments, states or {}),
            _signature.result_attributes(results, pairs),
            annotate,
        )
        text = module.operation.get_asm(enable_debug_info=locations)
        text = text.rstrip("\n") + "\n"
    return Captured(
        text, roots, result_roots, result_trees, returns_tuple, arguments, results
    )


def _checked(arguments):
    """Returns [(root, name, leaf)] with the abstract values of Python numbers, after
    checking that all can be captured.
    """
    return [(root, name, _checked_leaf(name, leaf)) for root, name, leaf in arguments]


def _checked_leaf(name, leaf):
    # A bool is an int.
    if isinstance(leaf, (int, float)):
        leaf = _abstract(name, leaf)
    if not hasattr(leaf, "shape") or not hasattr(leaf, "dtype"):
        raise CaptureError(
            f"argument '{name}' is a {type(leaf).__name__}; expected an array, a "
            "jax.ShapeDtypeStruct, an int, a float or a bool"
        )
    if not all(isinstance(extent, int) for extent in leaf.shape):
        raise CaptureError(
            f"argument '{name}' has the shape {tuple(leaf.shape)}; only static "
            "shapes are supported"
        )
    if str(leaf.dtype) not in _DTYPES:
        raise CaptureError(
            f"argument '{name}' is {leaf.dtype}; supported are float32, "
            "bfloat16, float16, int32, uint32, int8, uint8, bool and keys of "
            "generators (8-bit floats are chosen later, by the compiler: "
            "keep the state in float32)"
        )
    return leaf


def _abstract(name, number):
    """Returns the shape and dtype of a Python number under jax.jit."""
    import jax

    try:
        return jax.eval_shape(lambda x: x, number)
    except OverflowError as error:
        raise CaptureError(
            f"argument '{name}' is {number}, which does not fit in int32"
        ) from error
