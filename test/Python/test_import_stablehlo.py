# RUN: %pytest %s
"""fp8.jax.import_stablehlo: inputs, names, operations, errors."""

import re
import types

import pytest

import fp8
from stablehlo_modules import (
    ARGUMENTS,
    STEP,
    attributes,
    f32,
    function,
    identity,
    imported,
    lowered,
    refused,
    update,
)

jax = pytest.importorskip("jax", reason="jax is not installed")
jnp = jax.numpy

# Inputs.


def exported():
    from jax import export

    return export.export(jax.jit(update, donate_argnums=0))(*ARGUMENTS)


def bytecode():
    import io

    file = io.BytesIO()
    lowered().compiler_ir("stablehlo").operation.write_bytecode(file)
    return file.getvalue()


def portable():
    from jaxlib.mlir.dialects import stablehlo

    text = lowered().as_text(debug_info=True)
    return stablehlo.serialize_portable_artifact_str(text, "1.0.0")


def generic():
    return (
        lowered()
        .compiler_ir("stablehlo")
        .operation.get_asm(print_generic_op_form=True, enable_debug_info=True)
    )


def serialized():
    pytest.importorskip("flatbuffers", reason="flatbuffers is not installed")
    return exported().serialize()


FORMS = {
    "text": lambda: lowered().as_text(debug_info=True),
    "text as bytes": lambda: lowered().as_text(debug_info=True).encode(),
    "generic text": generic,
    "bytecode": bytecode,
    "portable bytecode": portable,
}
EXPORTS = {
    "object": exported,
    "serialized": serialized,
    "bytecode": lambda: exported().mlir_module_serialized,
}


def captured():
    return fp8.jax.capture(
        update, ARGUMENTS, updates={"result1": "params"}, states={"params": "param"}
    )


@pytest.mark.parametrize("form", FORMS)
def test_what_jax_lowers_is_what_capture_gives(form):
    assert imported(FORMS[form](), states={"params": "param"}) == captured()


@pytest.mark.parametrize("form", EXPORTS)
def test_what_jax_exports_is_what_capture_gives(form):
    text = imported(EXPORTS[form](), states={"params": "param"})

    def outline(text):
        """The signature, and the operations: jax.export orders constants anew."""
        (signature,) = re.findall(r"func\.func.*", text)
        return signature, sorted(re.findall(r"(?:arith|linalg|tensor)\.\w+", text))

    assert outline(text) == outline(captured())


def test_text_of_another_hand():
    text = imported(STEP, updates={"result0": "W0"})
    assert attributes(text, "fp8.name") == ["W0", "x", "lr", "result0", "result1"]
    assert attributes(text, "fp8.updates") == ["W0"]
    assert text.count("linalg.matmul") + text.count("linalg.contract") >= 1


def test_without_attributes():
    assert "fp8." not in imported(STEP, updates={"result0": "W0"}, annotate=False)


def test_the_same_text_each_time():
    assert imported(STEP) == imported(STEP)


def test_what_is_no_stablehlo():
    refused(
        "func.func @main(%a: tensor<2xf32> ->", r"^line 1, column 34: expected '\)'"
    )
    refused(STEP.replace("subtract", "subtrat"), "line 19, column 12: custom op")
    refused(b"\xff\xfe\0\1", "neither MLIR text, nor bytecode, nor a module that jax.export")
    refused(STEP.encode() + b"\0", "neither MLIR text, nor bytecode")
    refused(portable()[:200], "^[^\n]*$")
    refused("", "no function @main, and no other public function")


def test_serialized_without_flatbuffers(monkeypatch):
    monkeypatch.setitem(
        __import__("sys").modules, "jax._src.export.serialization", None
    )
    refused(b"\x10\0\0\0" + bytes(64), "pip install flatbuffers")


# Which function.


def test_entry():
    two = STEP.replace("@main", "@one") + function("return %x : tensor<4xf32>").replace(
        "@main", "@two"
    )
    two = "module {" + two.replace("module @step {", "").replace("}\n}\n", "}\n") + "}"
    refused(two, "no function @main; name the step as `entry`: .* are @one, @two$")
    refused(two, "no function @three; name the step", entry="three")
    assert "linalg.matmul" in imported(two, entry="one")
    assert "linalg" not in imported(two, entry="two")
    # The only public function, whatever its name; and a private one by name.
    assert imported(STEP.replace("@main", "@one")) == imported(STEP)
    assert attributes(imported(STEP, entry="scaled"), "fp8.name")[:2] == ["v", "by"]


def test_functions_that_cannot_be_called():
    call = "%0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>\n"
    main = function(call + "return %0 : tensor<4xf32>")
    declared = "func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32>"
    refused(f"{main}\n{declared}", "function @f is only declared")
    itself = function(call + "return %0 : tensor<4xf32>").replace("@main", "@f")
    refused(
        f"{main}\n{itself.replace('func.func', 'func.func private')}", "calls itself"
    )
    blocks = function("cf.br ^bb1\n^bb1:\nreturn %x : tensor<4xf32>")
    refused(blocks, "function @main has 2 blocks")


def test_module_in_a_module():
    refused(f"module {{ module {{ {STEP} }} }}", "'builtin.module' at module level")


# Names.


def names_of(text, **options):
    return attributes(imported(text, **options), "fp8.name")


def test_names_of_arguments():
    arguments = ", ".join(
        [
            "%W.0: tensor<4xf32>",
            "%0: tensor<4xf32>",
            """%b: tensor<4xf32> loc("params['a'][2].mu")""",
            """%c: tensor<4xf32> loc("x.y z")""",
            """%d: tensor<4xf32> {fp8.name = "mine"} loc("other")""",
        ]
    )
    text = function("return %W.0 : tensor<4xf32>", arguments)
    expected = ["W.0", "arg1", "params.a.2.mu", "x.y z", "mine", "result0"]
    assert names_of(text) == expected
    assert names_of(text, names="abcde") == ["a", "b", "c.a.2.mu", "d", "e", "result0"]
    assert names_of(text, names={"params": "p"})[2] == "p.a.2.mu"
    refused(text, "one name for each of the 5 arguments, got 1", names=["a"])
    refused(text, "no argument is named 'q'", names={"q": "p"})
    refused(text, "two values are named 'mine'", names={"arg1": "mine"})


def test_locations_that_name_several_arguments():
    arguments = """%a: tensor<4xf32> loc("main"), %b: tensor<4xf32> loc("main")"""
    text = function("return %a : tensor<4xf32>", arguments)
    assert names_of(text) == ["arg0", "arg1", "result0"]


@pytest.mark.parametrize(
    "info, name",
    [
        ("result", "result0"),
        ("result['w'].mu", "result0.w.mu"),
        ("result[3]['w']", "result3.w"),
        # jax before 0.5.
        ("[3]['w']", "result3.w"),
        ("", "result0"),
        ("[<flat index 2>]", "result0.2"),
        ("loss", "loss"),
    ],
)
def test_names_of_results(info, name):
    text = identity(results=f'tensor<4xf32> {{jax.result_info = "{info}"}}')
    assert names_of(text) == ["x", name]
    assert names_of(text, result_names=["new"])[1].split(".")[0] == "new"


def test_attributes_of_ours_stay():
    text = identity(
        '%w: tensor<4xf32> {fp8.name = "p.w", fp8.state = #fp8.state<param>}',
        'tensor<4xf32> {fp8.name = "new", fp8.updates = "p.w"}',
    )
    assert "fp8.state = #fp8.state<param>" in imported(text)
    assert attributes(imported(text), "fp8.updates") == ["p.w"]
    assert attributes(imported(text, names={"p": "q"}), "fp8.updates") == ["q.w"]
    refused(
        text.replace('"p.w"}', '"p"}'), "result 0 updates 'p', which is not an argument"
    )


# Operations.


def test_composites():
    body = """func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.add %x, %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }\n"""
    main = function("""%0 = stablehlo.composite "my.twice" %x {decomposition = @twice}
            : (tensor<4xf32>) -> tensor<4xf32>
        return %0 : tensor<4xf32>""")
    assert "arith.addf" in imported(body + main)
    declared = body.split(" {")[0] + "\n"
    refused(declared + main, "function @twice is only declared; its body has to be")


def test_composites_are_captured():
    def step(x):
        return jax.lax.composite(lambda v: v + v, name="my.twice")(x)

    assert "arith.addf" in fp8.jax.capture(step, (f32(4),))


def test_eight_bits_stay_as_they_are(mlir_opt):
    text = function(
        """%0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
        %1 = stablehlo.convert %0 : (tensor<4xf8E4M3FN>) -> tensor<4xf32>
        %2 = stablehlo.convert %y : (tensor<4xf8E5M2>) -> tensor<4xf32>
        %3 = stablehlo.add %1, %2 : tensor<4xf32>
        return %3 : tensor<4xf32>""",
        "%x: tensor<4xf32>, %y: tensor<4xf8E5M2>",
    )
    text = imported(text)
    assert "arith.truncf %in : f32 to f8E4M3FN" in text
    assert "arith.extf %in : f8E5M2 to f32" in text


def test_unsupported_operations():
    custom = "%{} = stablehlo.custom_call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>\n"
    text = function(custom.format(0) + custom.format(1) + "return %1 : tensor<4xf32>")
    refused(text, r"scf: stablehlo.custom_call @f \(x2\): calls of library routines")
    unknown = '%0 = "other.op"(%x) : (tensor<4xf32>) -> tensor<4xf32>\n'
    refused(function(unknown + "return %0 : tensor<4xf32>"), r"other.op \(x1\)")
    pair = "%0 = stablehlo.tuple %x, %x : tuple<tensor<4xf32>, tensor<4xf32>>\n"
    pair += "%1 = stablehlo.get_tuple_element %0[1] "
    pair += ": (tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>\n"
    message = r"get_tuple_element \(x1\): tuples are not .*stablehlo.tuple \(x1\)"
    refused(function(pair + "return %1 : tensor<4xf32>"), message)


@pytest.mark.parametrize(
    "type_", ["tensor<?xf32>", "tensor<*xf32>", "tensor<4xcomplex<f32>>", "f32"]
)
def test_unsupported_types(type_):
    text = function("return %x : tensor<4xf32>", f"%x: tensor<4xf32>, %y: {type_}")
    refused(
        text, f"argument 'y' is {re.escape(type_)}; supported are tensors of static"
    )


def test_unsupported_results():
    text = function(
        "%0 = stablehlo.tuple %x : tuple<tensor<4xf32>>\n"
        "return %0 : tuple<tensor<4xf32>>",
        results="tuple<tensor<4xf32>>",
    )
    refused(text, "result 'result0' is tuple<tensor<4xf32>>; supported are tensors")


def test_dynamic_shapes_inside():
    text = function(
        """%c = stablehlo.constant dense<0.0> : tensor<f32>
        %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
        %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across
            dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
        return %1 : tensor<f32>""",
        "%n: tensor<1xi32>",
        "tensor<f32>",
    )
    refused(text, r"computes tensor<\?xf32>; only static shapes are supported")


def test_exports_for_several_platforms():
    from jax import export

    both = export.export(jax.jit(jnp.sin), platforms=("cpu", "cuda"))(f32(4))
    refused(both, "argument 0 is jax's _platform_index; export the step for one")


def test_missing_jax(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "jax", None)
    with pytest.raises(ImportError, match="import_stablehlo needs jax .*pip install"):
        fp8.jax.import_stablehlo(STEP)


def test_exported_is_known_by_its_bytecode():
    artifact = types.SimpleNamespace(mlir_module_serialized=portable())
    assert imported(artifact) == imported(portable())
