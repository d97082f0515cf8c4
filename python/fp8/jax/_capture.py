"""capture(): a JAX training step as MLIR text that stock MLIR 22.1 reads."""

import collections

from fp8._errors import CaptureError
from fp8.jax import _empty, _inline, _loops, _names, _pool, _scatter, _signless, _sort

#: Versions whose output is tested against mlir-opt 22.1; see requirements.txt.
TESTED_JAX = "0.10.2"

ENTRY = "train_step"

_DIALECTS = ("builtin", "func", "arith", "math", "linalg", "tensor", "scf")

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

_STATE_KINDS = ("param", "moment", "step")

_HINTS = {
    "stablehlo.scatter": (
        "supported: sums, products, maxima and minima of float32 or int32, and "
        "slices that are written, at int32 indices"
    ),
    "stablehlo.rng_bit_generator": "pass random numbers in as an argument",
    "stablehlo.custom_call": "calls of library routines are not supported",
}

_DROP_INLINED = "builtin.module(symbol-dce)"
_TO_STABLEHLO = "builtin.module(func.func(chlo-legalize-to-stablehlo))"
_LEGALIZE = "builtin.module(func.func(stablehlo-legalize-to-linalg))"
_CLEAN = "builtin.module(symbol-dce,func.func(canonicalize,cse,canonicalize))"


def capture(
    step,
    example_args,
    *,
    names=None,
    result_names=None,
    updates=None,
    states=None,
    annotate=True,
):
    """Captures `step(*example_args)` as MLIR text.

    The text holds one function, ``@train_step``, on static ranked tensors, in
    the dialects func, linalg, tensor, arith, math and scf only. The leaves of
    the arguments, in jax's order, are its arguments; the leaves of the results
    its results.

    Args:
      step: a function that jax can trace. It is called once, with tracers.
      example_args: its positional arguments; arrays or jax.ShapeDtypeStruct in
        any tree. Only shapes and dtypes matter. Floating point leaves must be
        float32, bfloat16 or float16; integer leaves int32, uint32, int8, as of
        moments with a scale, or uint8, as of images; bool and keys of the
        threefry generator are allowed. The text has i32 for all integers of 32
        bits, i8 for all of 8. States that are float32 can be stored in fewer
        bits by the compiler; others stay as they are.
      names: a name per argument; default: the parameter names of `step`.
      result_names: a name per element of the returned tuple (or the one name of
        a single result); default result0, result1...
      updates: {result name: argument name}, both of the top level: the result
        overwrites the argument in the next step. The trees must agree, and no two
        results overwrite one argument. A result that is not listed overwrites
        nothing; without `updates` the compiler finds what overwrites what.
      states: {argument name: kind}, the ``#fp8.state`` of an argument: param,
        moment or step. A moment and a step are updated arguments; a param may
        be frozen, such as the weights that LoRA adds to, which would be taken
        for data otherwise.
      annotate: False leaves out every ``fp8.*`` attribute. With them, stock
        mlir-opt needs --allow-unregistered-dialect.

    Attributes: every argument and result carries ``fp8.name``, the dotted path
    of the leaf (``params.h0.attn.qkv.weight``); a result that overwrites an
    argument carries ``fp8.updates``, the ``fp8.name`` of that argument.

    Returns:
      The text, ending in a newline; the same text for the same step, shapes and
      jax version.

    Raises:
      ImportError: jax is not installed.
      CaptureError: dynamic shapes, unsupported dtypes, operations without a
        form in the dialects above, inconsistent names, updates or states.
    """
    jax = _import_jax()
    roots = _names.argument_names(step, len(example_args), names)
    arguments = _names.leaf_names(roots, example_args)
    _check_leaves(arguments)
    lowered = jax.jit(step, keep_unused=True).lower(*example_args)
    result_trees = _result_trees(lowered.out_info)
    result_roots = _names.result_names(len(result_trees), result_names)
    results = _names.leaf_names(result_roots, result_trees)
    pairs = _names.pair_updates(updates or {}, roots, arguments, result_roots, results)
    _check_states(states or {}, roots, updates)
    argument_attrs = _argument_attributes(arguments, states or {})
    result_attrs = [
        {"fp8.name": name} | ({"fp8.updates": pairs[name]} if name in pairs else {})
        for _, name, _ in results
    ]
    module = lowered.compiler_ir("stablehlo")
    with module.context:
        # fp8 is not registered in jaxlib's context.
        module.context.allow_unregistered_dialects = True
        _legalize(module)
        _finish_signature(
            module,
            argument_attrs if annotate else [{} for _ in arguments],
            result_attrs if annotate else [{} for _ in results],
        )
        return str(module).rstrip("\n") + "\n"


def _import_jax():
    try:
        import jax
        import jaxlib.mlir.dialects.stablehlo  # noqa: F401
    except ImportError as error:
        raise ImportError(
            "fp8.jax.capture needs jax with jaxlib's MLIR bindings; tested: "
            f"python -m pip install 'jax[cpu]=={TESTED_JAX}'"
        ) from error
    return jax


def _check_leaves(arguments):
    for _, name, leaf in arguments:
        if not hasattr(leaf, "shape") or not hasattr(leaf, "dtype"):
            raise CaptureError(
                f"argument '{name}' is a {type(leaf).__name__}; expected an array or "
                "a jax.ShapeDtypeStruct"
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


def _result_trees(out_info):
    """The results: each element of a tuple or list, else the one."""
    return list(out_info) if isinstance(out_info, (tuple, list)) else [out_info]


def _check_states(states, roots, updates):
    """Without `updates`, only the compiler knows which arguments are updated."""
    unknown = sorted(set(states) - set(roots))
    if unknown:
        raise CaptureError(f"states names no argument: {unknown}; there are {roots}")
    for root, kind in states.items():
        if kind not in _STATE_KINDS:
            raise CaptureError(
                f"states calls argument '{root}' a {kind!r}; supported are "
                f"{', '.join(_STATE_KINDS)}"
            )
        if updates and kind != "param" and root not in updates.values():
            raise CaptureError(
                f"states calls argument '{root}' a {kind}, but no result updates it; "
                "name the result in `updates` (only a param may be frozen)"
            )


def _argument_attributes(arguments, states):
    return [
        {"fp8.name": name} | ({"fp8.state": states[root]} if root in states else {})
        for root, name, _ in arguments
    ]


def _legalize(module):
    """StableHLO to linalg, in place."""
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo
    from jaxlib.mlir.passmanager import PassManager

    stablehlo.register_stablehlo_passes()
    _inline.inline_all(module)
    PassManager.parse(_DROP_INLINED).run(module.operation)
    _drop_advice(module)
    _drop_empty_reductions(module)
    _loops.expand_all(module)
    PassManager.parse(_TO_STABLEHLO).run(module.operation)
    _empty.drop_all(module)
    _sort.expand_all(module)
    _pool.expand_all(module)
    scatters = _scatter.declare(module)
    try:
        PassManager.parse(_LEGALIZE).run(module.operation)
    except ir.MLIRError as error:
        raise CaptureError(f"stablehlo-legalize-to-linalg failed: {error}") from error
    with ir.Location.unknown(module.context):
        _signless.convert_signature(module)
    _check_legal(module)
    _scatter.expand(module, scatters)
    PassManager.parse(_CLEAN).run(module.operation)


_ADVICE = ("stablehlo.optimization_barrier", "sdy.sharding_constraint")


def _drop_advice(module):
    """Replaces what jax.checkpoint puts around its inputs by the inputs, and what
    says where a tensor lies: advice to a compiler, without a form in linalg."""
    for op in list(_inline.walk(module.operation)):
        if op.name in _ADVICE:
            for result, operand in zip(op.results, op.operands, strict=True):
                result.replace_all_uses_with(operand)
        if op.name in (*_ADVICE, "sdy.mesh"):
            op.erase()


def _drop_empty_reductions(module):
    """Replaces what is reduced over no dimension, as the gradient of a scalar
    that a gate divides by, by itself."""
    for op in list(_inline.walk(module.operation)):
        if op.name == "stablehlo.reduce" and not len(op.attributes["dimensions"]):
            for result, operand in zip(op.results, op.operands, strict=False):
                result.replace_all_uses_with(operand)
            op.erase()


def _check_legal(module):
    left = collections.Counter(
        op.name
        for op in _inline.walk(module.operation)
        if op.name.split(".")[0] not in _DIALECTS
    )
    # What stands inside a region goes with the operation that holds the region.
    left.pop("stablehlo.return", None)
    if left:
        lines = [
            f"  {name} (x{count})" + (f": {_HINTS[name]}" if name in _HINTS else "")
            for name, count in sorted(left.items())
        ]
        raise CaptureError(
            "the step uses operations without a form in linalg, tensor, arith, math "
            "or scf:\n" + "\n".join(lines)
        )


def _finish_signature(module, argument_attrs, result_attrs):
    """Names the entry and replaces jax's attributes by ours."""
    from jaxlib.mlir import ir

    for name in list(module.operation.attributes):
        del module.operation.attributes[getattr(name, "name", name)]
    (entry,) = module.body.operations
    entry.attributes["sym_name"] = ir.StringAttr.get(ENTRY)

    def value(key, text):
        # The kind of a state is an enumeration of the fp8 dialect.
        if key == "fp8.state":
            return ir.Attribute.parse(f"#fp8.state<{text}>")
        return ir.StringAttr.get(text)

    def attribute(values):
        return ir.DictAttr.get({k: value(k, v) for k, v in values.items()})

    for key, attrs in (("arg_attrs", argument_attrs), ("res_attrs", result_attrs)):
        if any(attrs):
            entry.attributes[key] = ir.ArrayAttr.get([attribute(a) for a in attrs])
        elif key in entry.attributes:
            del entry.attributes[key]
