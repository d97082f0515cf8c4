# RUN: %pytest %s
"""fp8.jax.capture: names, pairs, errors."""

import re
import subprocess
import sys

import pytest

import fp8

jax = pytest.importorskip("jax", reason="jax is not installed")
jnp = jax.numpy


def f32(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.float32)


def i32(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.int32)


def sgd(params, x, lr):
    loss, grads = jax.value_and_grad(lambda p: jnp.sum((x @ p["w"][0]) ** 2))(params)
    return loss, jax.tree_util.tree_map(lambda p, g: p - lr * g, params, grads)


SGD_ARGUMENTS = ({"w": [f32(16, 32)]}, f32(16, 16), f32())


def attributes(text, key):
    return re.findall(rf'{re.escape(key)} = "([^"]*)"', text)


def parse(mlir_opt, text, *flags):
    done = subprocess.run(
        [mlir_opt, *flags, "-o", "-"], input=text, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_names_and_updates():
    text = fp8.jax.capture(
        sgd,
        SGD_ARGUMENTS,
        result_names=("loss", "new"),
        updates={"new": "params"},
        states={"params": "param"},
    )
    assert "func.func public @train_step(" in text
    assert attributes(text, "fp8.name") == ["params.w.0", "x", "lr", "loss", "new.w.0"]
    assert attributes(text, "fp8.updates") == ["params.w.0"]
    assert text.count("fp8.state = #fp8.state<param>") == 1
    assert "stablehlo" not in text and "jax." not in text and "mhlo." not in text


def test_text_parses(mlir_opt):
    parse(mlir_opt, fp8.jax.capture(sgd, SGD_ARGUMENTS), "--allow-unregistered-dialect")


def test_without_attributes_stock_mlir_needs_no_flag(mlir_opt):
    text = fp8.jax.capture(sgd, SGD_ARGUMENTS, annotate=False)
    assert "fp8." not in text
    parse(mlir_opt, text)


def test_unused_arguments_stay():
    text = fp8.jax.capture(lambda x, unused: x + 1.0, (f32(4), i32(3)))
    assert attributes(text, "fp8.name") == ["x", "unused", "result0"]


def test_capture_twice_is_the_same():
    assert fp8.jax.capture(sgd, SGD_ARGUMENTS) == fp8.jax.capture(sgd, SGD_ARGUMENTS)


def test_embedding_gradient_is_a_loop_over_rows():
    def step(table, index):
        rows = lambda t: jnp.sum(jnp.take(t, index, axis=0, mode="clip"))  # noqa: E731
        return jax.grad(rows)(table)

    text = fp8.jax.capture(step, (f32(32, 16), i32(4, 8)))
    loop = text[text.index("scf.for") :]
    order = ["tensor.extract ", "arith.index_cast", "extract_slice", "arith.addf"]
    positions = [loop.index(op) for op in order + ["tensor.insert_slice", "scf.yield"]]
    assert positions == sorted(positions)


def test_missing_jax(monkeypatch):
    monkeypatch.setitem(sys.modules, "jax", None)
    with pytest.raises(ImportError, match=r"pip install 'jax\[cpu\]=="):
        fp8.jax.capture(sgd, SGD_ARGUMENTS)


def refused(step, arguments, message, **options):
    with pytest.raises(fp8.CaptureError, match=message):
        fp8.jax.capture(step, arguments, **options)


def test_dynamic_shape():
    from jax import export

    (n,) = export.symbolic_shape("n")
    refused(jnp.sin, (f32(n, 4),), "only static shapes", names=["x"])


@pytest.mark.parametrize("dtype", ["float8_e4m3fn", "complex64", "int16", "uint16"])
def test_unsupported_dtype(dtype):
    argument = jax.ShapeDtypeStruct((4,), dtype)
    refused(lambda x: x, (argument,), f"'x' is {dtype}; supported are float32")


def test_argument_without_shape():
    refused(lambda x: x, ("3",), "'x' is a str; expected an array")


def test_loop_of_unknown_length():
    def step(x):
        return jax.lax.while_loop(lambda y: jnp.sum(y) > 1.0, lambda y: y * 0.5, x)

    refused(step, (f32(4),), "number of iterations is not known before it runs")


def test_long_loop():
    def step(x):
        return jax.lax.fori_loop(0, 50_000, lambda _, y: jnp.sin(y), x)

    refused(step, (f32(4),), "supported are 100000 operations")


def call_back(x, **options):
    from jax.experimental import io_callback

    return io_callback(lambda v: v, f32(4), x, **options)


def debug(x):
    jax.debug.print("{x}", x=x)
    return x


@pytest.mark.parametrize(
    "step",
    [
        lambda x: jax.pure_callback(lambda v: v, f32(4), x),
        call_back,
        lambda x: call_back(x, ordered=True),
        debug,
        lambda x: jax.lax.scan(lambda v, _: (debug(v), None), x, length=2)[0],
    ],
    ids=["pure", "io", "ordered", "debug", "in a loop"],
)
def test_callbacks(step):
    refused(step, (f32(4),), "_callback .*: a step runs without Python", names=["x"])


def test_long_sort():
    refused(
        jnp.sort, (f32(10_000),), "supported are up to 8192, because each", names=["x"]
    )


def test_scatter_of_another_form():
    def step(x, i):
        return x.at[i].apply(jnp.sin)

    refused(step, (f32(4), i32(2)), "stablehlo.scatter .*supported: sums, products")


def test_wrong_number_of_names():
    refused(sgd, SGD_ARGUMENTS, "each of the 3 example arguments, got 1", names=["a"])
    message = "returns 2 results, got 1 result names"
    refused(sgd, SGD_ARGUMENTS, message, result_names=["loss"])


def test_names_of_variadic_arguments():
    text = fp8.jax.capture(
        lambda w, *batch: w + batch[0] + batch[1], [jnp.zeros(3)] * 3
    )
    assert re.findall(r'arg\d: [^{]*{fp8.name = "(\w+)"', text) == [
        "w",
        "batch0",
        "batch1",
    ]


def test_duplicate_names():
    refused(sgd, SGD_ARGUMENTS, "two values are named 'x'", names=["p", "x", "x"])


def test_updates_of_unknown_values():
    results = ("loss", "new")
    options = {"result_names": results, "updates": {"old": "params"}}
    refused(sgd, SGD_ARGUMENTS, "updates names no result: 'old'", **options)
    message = r"there are \['result0', 'result1'\], and result_names sets other names"
    refused(sgd, SGD_ARGUMENTS, message, updates={"params": "params"})
    options["updates"] = {"new": "weights"}
    refused(sgd, SGD_ARGUMENTS, "updates names no argument: 'weights'", **options)


def test_updates_of_another_tree_or_type():
    options = {"result_names": ("loss", "new"), "updates": {"new": "x"}}
    refused(sgd, SGD_ARGUMENTS, "their trees differ", **options)
    message = "the argument 'y' that it updates is"
    refused(lambda y: y[:2], (f32(4),), message, updates={"result0": "y"})


def test_updates_of_a_state_without_leaves():
    text = fp8.jax.capture(
        lambda w, state: (w * 0.5, state),
        (f32(4), ()),
        result_names=("w", "state"),
        updates={"w": "w", "state": "state"},
    )
    assert attributes(text, "fp8.updates") == ["w"]


def test_two_updates_of_one_argument():
    def step(p, g):
        return p - g, p + g

    options = {"result_names": ("u", "v"), "updates": {"u": "p", "v": "p"}}
    message = "two results for argument 'p': 'u' and 'v'"
    refused(step, (f32(4), f32(4)), message, **options)


def test_states_of_unknown_argument():
    refused(sgd, SGD_ARGUMENTS, "states names no argument", states={"m": "moment"})


def test_states_of_unknown_kind():
    message = "argument 'params' a 'weights'; supported are param, moment, step"
    refused(sgd, SGD_ARGUMENTS, message, states={"params": "weights"})


def test_states_that_nothing_updates():
    options = {"result_names": ("loss", "new"), "updates": {"new": "params"}}
    message = "argument 'x' a moment, but no result updates it"
    refused(sgd, SGD_ARGUMENTS, message, states={"x": "moment"}, **options)


def test_frozen_param():
    options = {"result_names": ("loss", "new"), "updates": {"new": "params"}}
    text = fp8.jax.capture(sgd, SGD_ARGUMENTS, states={"x": "param"}, **options)
    assert text.count("fp8.state = #fp8.state<param>") == 1


def test_checkpoint_is_no_barrier():
    def step(w, x):
        layer = jax.checkpoint(lambda v: jnp.tanh(v @ w))
        return jnp.sum(layer(layer(x)))

    text = fp8.jax.capture(jax.grad(step), (f32(8, 8), f32(4, 8)))
    # The compiler chooses the recomputed values: equal values are one value.
    assert text.count("math.tanh") == 2
    assert "stablehlo" not in text


def test_reduction_over_no_dimension_is_its_operand():
    # The gradient of a scalar that scales a scalar is a sum over nothing.
    def step(s):
        return jax.lax.reduce(s * 2.0, 0.0, jax.lax.add, ())

    text = fp8.jax.capture(step, (f32(),))
    assert "stablehlo" not in text
    assert text.count("arith.mulf") == 1 and "arith.addf" not in text


def test_reduction_of_an_empty_tensor(mlir_opt):
    text = fp8.jax.capture(lambda x: jnp.sum(jnp.tanh(x)) + 1.0, (f32(2, 0),))
    parse(mlir_opt, text, "--allow-unregistered-dialect")


def test_layer_without_units(mlir_opt):
    def step(w, b, x):
        loss, grads = jax.value_and_grad(lambda b: jnp.sum(x @ w + b))(b)
        return loss, b - grads

    text = fp8.jax.capture(step, (f32(3, 0), f32(0), f32(2, 3)))
    assert "stablehlo" not in text
    parse(mlir_opt, text, "--allow-unregistered-dialect")


def test_unrolled_scan_has_no_empty_tensors(mlir_opt):
    def step(w, x):
        layer = lambda v, u: (jnp.tanh(v @ u), None)  # noqa: E731
        return jnp.sum(jax.lax.scan(layer, x, w, unroll=True)[0])

    text = fp8.jax.capture(jax.grad(step), (f32(3, 8, 8), f32(4, 8)))
    assert "tensor<0x" not in text
    parse(mlir_opt, text, "--allow-unregistered-dialect")
