# RUN: %pytest %s
"""fp8.jax.import_stablehlo: inputs, names, pairs, errors."""

import os
import pathlib
import re
import subprocess
import types

import pytest

import fp8

jax = pytest.importorskip("jax", reason="jax is not installed")
jnp = jax.numpy
RUN = os.environ.get("FP8_RUN")

STEP = """
module @step {
  func.func private @scaled(%v: tensor<4x8xf32>, %by: tensor<f32>) -> tensor<4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %by, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %1 = stablehlo.multiply %v, %0 : tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
  func.func @main(%W0: tensor<4x8xf32>, %x: tensor<2x4xf32>, %lr: tensor<f32>)
      -> (tensor<4x8xf32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %y = stablehlo.dot_general %x, %W0, contracting_dims = [1] x [0]
        : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
    %a = chlo.sinh %y : tensor<2x8xf32> -> tensor<2x8xf32>
    %loss = stablehlo.reduce(%a init: %zero) applies stablehlo.add across
        dimensions = [0, 1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<f32>
    %g = stablehlo.dot_general %x, %a, contracting_dims = [0] x [0]
        : (tensor<2x4xf32>, tensor<2x8xf32>) -> tensor<4x8xf32>
    %s = call @scaled(%g, %lr) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %new = stablehlo.subtract %W0, %s : tensor<4x8xf32>
    return %new, %loss : tensor<4x8xf32>, tensor<f32>
  }
}
"""


def function(body, arguments="%x: tensor<4xf32>", results="tensor<4xf32>"):
    return f"func.func @main({arguments}) -> ({results}) {{\n{body}\n}}"


def identity(arguments="%x: tensor<4xf32>", results="tensor<4xf32>"):
    """A step that returns its first argument."""
    name, type_ = re.match(r"(%\w+): (tensor<[^>]*>)", arguments).groups()
    return function(f"return {name} : {type_}", arguments, results)


def attributes(text, key):
    return re.findall(rf'{re.escape(key)} = "([^"]*)"', text)


def imported(source, **options):
    text = fp8.jax.import_stablehlo(source, **options)
    assert "func.func public @train_step(" in text
    assert not re.search(r"(stablehlo|chlo|jax|mhlo|sdy)\.", text)
    return text


def refused(source, message, **options):
    with pytest.raises(fp8.CaptureError, match=message) as error:
        fp8.jax.import_stablehlo(source, **options)
    assert "\n" not in str(error.value)


# Inputs.


def update(params, x, lr):
    loss, grads = jax.value_and_grad(
        lambda p: jnp.sum(jnp.clip(x @ p["w"][0], -1.0, 1.0) ** 2)
    )(params)
    return loss, jax.tree_util.tree_map(lambda p, g: p - lr * g, params, grads)


def f32(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.float32)


def i32(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.int32)


ARGUMENTS = ({"w": [f32(16, 32)]}, f32(16, 16), f32())


def lowered():
    return jax.jit(update, donate_argnums=0).lower(*ARGUMENTS)


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


# Updates and states.


def pairs_of(text, **options):
    return attributes(imported(text, **options), "fp8.updates")


def two_states(first, second, results="tensor<4xf32>, tensor<4xf32>"):
    return function(
        "return %a, %b : tensor<4xf32>, tensor<4xf32>",
        f"%a: tensor<4xf32> {first}, %b: tensor<4xf32> {second}",
        results,
    )


ALIAS = "tf.aliasing_output"


def test_aliases_of_memory_are_left_to_the_compiler():
    """They identify states, but do not pair two states of one type."""
    one, zero = f"{{{ALIAS} = 1 : i32}}", f"{{{ALIAS} = 0 : i32}}"
    text = imported(two_states(one, zero))
    assert attributes(text, "fp8.updates") == []
    assert re.findall(rf"{ALIAS} = (\d)", text) == ["1", "0"]
    # Only the caller's updates count.
    for updates, expected in (({"result0": "a"}, ["a"]), ({}, [])):
        text = imported(two_states(one, zero), updates=updates)
        assert attributes(text, "fp8.updates") == expected and ALIAS not in text
    refused(two_states(f"{{{ALIAS} = 2 : i32}}", ""), "does not have the type of 'a'")


def test_aliases_are_updates_where_types_leave_no_choice():
    assert pairs_of(identity(f"%x: tensor<4xf32> {{{ALIAS} = 0 : i32}}")) == ["x"]


def test_donors_are_aliases_where_types_leave_no_choice():
    donor = "{jax.buffer_donor = true}"
    assert ALIAS not in imported(two_states(donor, donor))
    text = imported(two_states(donor, f"{{{ALIAS} = 0 : i32}}"))
    assert re.findall(rf"{ALIAS} = (\d)", text) == ["1", "0"]
    assert pairs_of(identity(f"%x: tensor<4xf32> {donor}")) == ["x"]


@pytest.mark.skipif(not RUN, reason="FP8_RUN does not name the fp8-run binary")
def test_memory_of_the_loss(tmp_path):
    """jax gives the loss the memory of the scalar that is donated first, and
    moments that are returned first that of the parameters."""

    def step(params, moments, x):
        def loss(p):
            return jnp.mean((x @ p["w"] * jnp.exp(p["t"])) ** 2)

        value, grads = jax.value_and_grad(loss)(params)
        moments = {k: 0.5 * moments[k] + grads[k] for k in grads}
        return value, moments, {k: params[k] - moments[k] for k in params}

    params = {"t": f32(), "w": f32(8, 4)}
    lowered = jax.jit(step, donate_argnums=(0, 1)).lower(params, params, f32(2, 8))
    (tmp_path / "step.mlir").write_text(imported(lowered.as_text(debug_info=True)))
    fp8_opt = pathlib.Path(RUN).with_name("fp8-opt")
    done = subprocess.run(
        [fp8_opt, tmp_path / "step.mlir", "--fp8-annotate-states"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    pairs = re.findall(
        r'fp8.name = "(\S*)", fp8.state = #fp8.state<\w+>, fp8.updates = "(\S*)"',
        done.stdout,
    )
    assert pairs == [
        ("result1.t", "moments.t"),
        ("result1.w", "moments.w"),
        ("result2.t", "params.t"),
        ("result2.w", "params.w"),
    ]


def test_trees_pair_with_trees():
    """Arguments that are donated, or contain the tree of a donated one, in any order."""

    def step(params, moments, x):
        grads = jax.grad(lambda p: jnp.sum((x @ p["w"]) ** 2))(params)
        moments = {"mu": {"w": 0.5 * moments["mu"]["w"] + grads["w"]}}
        return moments, {"w": params["w"] - moments["mu"]["w"]}

    params, moments = {"w": f32(8, 4)}, {"mu": {"w": f32(8, 4)}}
    for donated in (0, (0, 1)):
        jitted = jax.jit(step, donate_argnums=donated)
        lowered = jitted.lower(params, moments, f32(2, 8))
        text = imported(lowered.as_text(debug_info=True))
        assert attributes(text, "fp8.updates") == ["moments.mu.w", "params.w"]
    # Two of one tree, of which one is donated, are left to the compiler; so is
    # a count, which has the memory of that in the tree that is returned first.
    text = imported(
        jax.jit(
            lambda p, ema, n: (
                {"w": p["w"] * 0.5, "n": p["n"] + 1},
                {"w": ema["w"] + p["w"], "n": ema["n"]},
                n + 1,
            ),
            donate_argnums=(0, 2),
        )
        .lower(*[{"n": i32(), "w": f32(4)}] * 2, i32())
        .as_text(debug_info=True)
    )
    assert attributes(text, "fp8.updates") == []
    assert re.findall(rf"{ALIAS} = (\d)", text) == ["0", "1", "4"]
    # Without donations there is no attribute.
    text = imported(
        jax.jit(step).lower(params, moments, f32(2, 8)).as_text(debug_info=True)
    )
    assert attributes(text, "fp8.updates") == [] and ALIAS not in text


def test_gradients_are_no_parameters():
    """They have the tree of parameters, which are not donated."""

    def step(params, moments, x):
        value, grads = jax.value_and_grad(lambda p: jnp.sum((x @ p["w"]) ** 2))(params)
        return value, grads, jax.tree.map(lambda m, g: m / 2 + g, moments, wrap(grads))

    params = {"w": f32(8, 4)}
    for wrap in (lambda tree: {"mu": tree}, lambda tree: tree):
        for donated in ((), 1):
            jitted = jax.jit(step, donate_argnums=donated)
            text = imported(
                jitted.lower(params, wrap(params), f32(2, 8)).as_text(debug_info=True)
            )
            assert "params.w" not in attributes(text, "fp8.updates")
            signature = text[text.index("%arg0") : text.index("%arg1")]
            assert ALIAS not in signature


def test_donated_batch_takes_no_result_of_a_tree():
    jitted = jax.jit(
        lambda params, x: (jnp.sum(x), {"w": params["w"] * x}), donate_argnums=1
    )
    lowered = jitted.lower({"w": f32(8, 8)}, f32(8, 8))
    text = imported(lowered.as_text(debug_info=True))
    assert attributes(text, "fp8.updates") != ["x"]


def test_updates_of_leaves():
    text = lowered().as_text(debug_info=True)
    assert pairs_of(text, updates={"result1.w.0": "params.w.0"}) == ["params.w.0"]
    refused(text, "updates names no result: 'new'", updates={"new": "params"})
    both = {"result1": "params", "result1.w": "params.w"}
    assert pairs_of(text, updates=both) == ["params.w.0"]
    refused(text, "their trees differ", updates={"result1": "x"})


def test_states():
    text = imported(STEP, updates={"result0": "W0"}, states={"W0": "param"})
    assert text.count("fp8.state = #fp8.state<param>") == 1
    refused(STEP, "states names no argument: 'w'", states={"w": "param"})
    refused(STEP, "supported are param, moment, step", states={"W0": "weight"})


# Several devices.


def reduced(groups, extra=""):
    return function(
        f"""%0 = "stablehlo.all_reduce"(%x) <{{replica_groups = {groups}{extra}}}> ({{
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }}) : (tensor<4xf32>) -> tensor<4xf32>
        return %0 : tensor<4xf32>"""
    )


def collective(name, attributes):
    return function(f"""%0 = "stablehlo.{name}"(%x) <{{{attributes}}}>
            : (tensor<4xf32>) -> tensor<4xf32>
        return %0 : tensor<4xf32>""")


CHANNEL = ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"
ONE = "dense<0> : tensor<1x1xi64>"
TWO = "dense<[[0, 1]]> : tensor<1x2xi64>"
ALL = "dense<0> : tensor<0x0xi64>"
ONE_REPLICA = "module attributes {mhlo.num_replicas = 1 : i32} {%s}"
ONE_PARTITION = "module attributes {mhlo.num_partitions = 1 : i32} {%s}"


def is_identity(text, **options):
    return imported(text, **options) == imported(identity())


def test_groups_of_one():
    assert is_identity(reduced(ONE))
    assert is_identity(reduced("dense<[[0], [1]]> : tensor<2x1xi64>"))
    assert is_identity(reduced(ONE, CHANNEL + ", use_global_device_ids"))
    assert is_identity(ONE_REPLICA % reduced(ALL))
    # One replica of each of the partitions, whose number is not said.
    refused(reduced(ONE, CHANNEL), "runs on several devices: stablehlo.all_reduce")
    assert is_identity(ONE_PARTITION % reduced(ONE, CHANNEL))
    gather = f"all_gather_dim = 0 : i64, replica_groups = {ONE}"
    assert is_identity(collective("all_gather", gather))
    exchange = (
        "split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, "
    )
    exchange += f"replica_groups = {ONE}"
    assert is_identity(collective("all_to_all", exchange))
    broadcast = f"replica_groups = {ONE}"
    assert is_identity(collective("collective_broadcast", broadcast))
    permute = f"source_target_pairs = {ONE.replace('1x1', '1x2')}"
    assert is_identity(collective("collective_permute", permute))


@pytest.mark.parametrize("groups", [TWO, ALL])
def test_sums_over_devices_on_one(groups):
    assert is_identity(reduced(groups), one_device=True)


def test_sums_over_all_of_an_unknown_number_of_devices():
    refused(
        reduced(ALL),
        r"stablehlo.all_reduce \(x1\); supported are .*num_replicas.*--one-device",
    )


def test_what_one_device_cannot_do():
    permute = "source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>"
    text = collective("collective_permute", permute)
    refused(text, "collective_permute .x1.; supported are modules with")
    refused(text, "which one device cannot compute", one_device=True)
    gather = f"all_gather_dim = 0 : i64, replica_groups = {TWO}"
    text = collective("all_gather", gather).replace("-> tensor<4x", "-> tensor<8x")
    text = text.replace("-> (tensor<4x", "-> (tensor<8x")
    text = text.replace("return %0 : tensor<4x", "return %0 : tensor<8x")
    message = "turns tensor<4xf32> into tensor<8xf32>; on one device both must be"
    refused(text, message, one_device=True)


def test_numbers_of_devices():
    body = """%0 = stablehlo.replica_id : tensor<ui32>
      %1 = stablehlo.partition_id : tensor<ui32>
      return %0, %1 : tensor<ui32>, tensor<ui32>"""
    text = function(body, "", "tensor<ui32>, tensor<ui32>")
    refused(text, r"stablehlo.partition_id \(x1\), stablehlo.replica_id \(x1\)")
    assert "arith.constant dense<0>" in imported(text, one_device=True)
    one = "mhlo.num_replicas = 1 : i32, mhlo.num_partitions = 1 : i32"
    assert "arith.constant" in imported(f"module attributes {{{one}}} {{{text}}}")
    refused(ONE_REPLICA % text, r"several devices: stablehlo.partition_id \(x1\);")


def test_hints_where_values_lie():
    text = """sdy.mesh @mesh = <["x"=2]>
    func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
        -> (tensor<4xf32> {mhlo.sharding = "{replicated}"}) {
      %0 = sdy.sharding_constraint %x <@mesh, [{"x"}]> : tensor<4xf32>
      %1 = stablehlo.custom_call @Sharding(%0) {mhlo.sharding = "{replicated}"}
          : (tensor<4xf32>) -> tensor<4xf32>
      %2 = stablehlo.optimization_barrier %1 : tensor<4xf32>
      return %2 : tensor<4xf32>
    }"""
    # A batch of all devices is marked.
    mark = ', mhlo.sharding = "{devices=[2]0,1}"'
    marked = fp8.jax.import_stablehlo(text)
    assert mark in marked and marked.replace(mark, "") == imported(identity())
    assert is_identity(text, one_device=True)
    added = text.replace("stablehlo.optimization_barrier %1", "stablehlo.add %1, %1")
    hint = 'stablehlo.add %1, %1 {mhlo.sharding = "{replicated}"}'
    one = {"one_device": True}
    assert imported(added, **one) == imported(
        added.replace("stablehlo.add %1, %1", hint), **one
    )


def manual(shard, extra=""):
    return f"""sdy.mesh @mesh = <["x"=2]>
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
      %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{shard}]>]
          out_shardings=[<@mesh, [{shard}]>] manual_axes={{"x"}}
          (%a: tensor<{2 if shard == '{"x"}' else 4}xf32>) {{
        sdy.return %a : tensor<{2 if shard == '{"x"}' else 4}xf32>
      }} : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }}"""


def test_computations_of_each_device():
    assert is_identity(manual("{}"))
    message = r"is divided between devices: sdy.manual_computation \(x1\);"
    refused(manual('{"x"}'), message, one_device=True)


def test_mesh_of_one_device():
    import numpy as np
    from jax.sharding import Mesh, PartitionSpec

    mesh = Mesh(np.array(jax.devices()[:1]), ("x",))

    def step(x):
        mean = jax.shard_map(
            lambda v: jax.lax.pmean(v, "x") + jax.lax.axis_index("x"),
            mesh=mesh,
            in_specs=PartitionSpec("x"),
            out_specs=PartitionSpec("x"),
            check_vma=False,
        )
        return mean(x)

    text = fp8.jax.capture(step, (f32(4),))
    assert text == imported(jax.jit(step).lower(f32(4)).as_text(), names=["x"])


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
