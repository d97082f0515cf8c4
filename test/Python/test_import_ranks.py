# RUN: %pytest %s
"""fp8.jax.import_stablehlo of steps for several devices: meshes, groups, refusals."""

import re

import pytest

import fp8
from stablehlo_modules import f32, function, identity, imported, jax, refused

ADD, MAX = "stablehlo.add", "stablehlo.maximum"
CHANNEL = ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"
GLOBAL = CHANNEL + ", use_global_device_ids"


def groups_text(groups):
    """Returns the attribute of lists of devices."""
    return f"dense<{groups}> : tensor<{len(groups)}x{len(groups[0])}xi64>"


def reduced(groups, by=ADD, type_="tensor<4xf32>", extra=""):
    """Returns an all_reduce of %x, in the text of a body."""
    element = "tensor<" + re.match(r"tensor<(?:\d+x)*(\w+)>", type_).group(1) + ">"
    return f"""%0 = "stablehlo.all_reduce"(%x) <{{replica_groups =
            {groups_text(groups)}{extra}}}> ({{
        ^bb0(%a: {element}, %b: {element}):
          %s = {by} %a, %b : {element}
          stablehlo.return %s : {element}
        }}) : ({type_}) -> {type_}"""


def module(body, devices="", type_="tensor<4xf32>", results=None):
    attributes = f" attributes {{{devices}}}" if devices else ""
    results = results or type_
    return f"""module{attributes} {{
      func.func @main(%x: {type_}) -> {results} {{
        {body}
        return %0 : {results}
      }}
    }}"""


def replicas(count):
    return f"mhlo.num_replicas = {count} : i32, mhlo.num_partitions = 1 : i32"


def partitions(count):
    return f"mhlo.num_replicas = 1 : i32, mhlo.num_partitions = {count} : i32"


def mesh_of(text, **options):
    text = fp8.jax.import_stablehlo(text, **options)
    assert not re.search(r"(stablehlo|sdy|mhlo)\.", text)
    return re.search("fp8.mesh = (#fp8.mesh<.*>)}", text).group(1)


# Replicas and partitions.


@pytest.mark.parametrize(
    "devices, extra",
    [("", ""), (replicas(2), ""), (partitions(2), GLOBAL), (replicas(2), GLOBAL)],
)
def test_all_devices(devices, extra):
    text = module(reduced([[0, 1]], extra=extra), devices)
    assert mesh_of(text) == '#fp8.mesh<"dp" = 2>'


def test_replicas_in_each_partition():
    """Without a channel, groups contain replicas, of which there is one."""
    text = module(reduced([[0]]), partitions(2))
    assert "fp8.all_reduce" not in fp8.jax.import_stablehlo(text)


def test_channels_of_partitions():
    """With a channel, a group contains all partitions of its replicas."""
    text = module(reduced([[0]], extra=CHANNEL), partitions(2))
    assert mesh_of(text) == '#fp8.mesh<"dp" = 2>'


def test_replicas_and_partitions():
    both = "mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 2 : i32"
    text = module(reduced([[0, 1, 2, 3]], extra=GLOBAL), both)
    refused(text, "the step has 2 replicas of 2 partitions; supported are several")


def test_numbers_of_replicas():
    body = """%n = stablehlo.replica_id : tensor<ui32>
      %p = stablehlo.partition_id : tensor<ui32>
      %s = stablehlo.add %n, %p : tensor<ui32>
      %f = stablehlo.convert %s : (tensor<ui32>) -> tensor<f32>
      %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4xf32>
      %0 = stablehlo.multiply %x, %b : tensor<4xf32>"""
    text = fp8.jax.import_stablehlo(module(body, replicas(3)))
    assert '#fp8.mesh<"dp" = 3>' in text
    assert (
        '%arg1: tensor<i32> {fp8.name = "fp8.rank", fp8.state = #fp8.state<rank>}'
        in text
    )
    # A name that is taken.
    other = module(body, replicas(3)).replace(
        "%x: tensor<4xf32>", "%x: tensor<4xf32> " '{fp8.name = "fp8.rank"}'
    )
    assert 'fp8.name = "fp8.rank_"' in fp8.jax.import_stablehlo(other)


# Collectives.


def test_maxima():
    text = fp8.jax.import_stablehlo(module(reduced([[0, 1]], MAX)))
    assert '"fp8.all_reduce"(%arg0, %0) <{axes = ["dp"], kind = 1 : i32}>' in text


def test_several_operands():
    body = f"""%0:2 = "stablehlo.all_reduce"(%x, %x) <{{replica_groups =
            {groups_text([[0, 1]])}}}> ({{
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }}) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
        %1 = stablehlo.add %0#0, %0#1 : tensor<4xf32>"""
    text = module(body).replace("return %0 :", "return %1 :")
    assert fp8.jax.import_stablehlo(text).count('"fp8.all_reduce"') == 2


def test_loops():
    """A loop is unrolled, with the collectives in it."""
    body = f"""%c = stablehlo.constant dense<0> : tensor<i32>
      %l:2 = stablehlo.while(%i = %c, %v = %x) : tensor<i32>, tensor<4xf32>
      cond {{
        %n = stablehlo.constant dense<3> : tensor<i32>
        %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      }} do {{
        {reduced([[0, 1]]).replace("(%x)", "(%v)")}
        %o = stablehlo.constant dense<1> : tensor<i32>
        %j = stablehlo.add %i, %o : tensor<i32>
        stablehlo.return %j, %0 : tensor<i32>, tensor<4xf32>
      }}"""
    text = module(body).replace(
        "return %0 : tensor<4xf32>\n      }", "return %l#1 : tensor<4xf32>\n      }"
    )
    text = fp8.jax.import_stablehlo(text)
    assert text.count('"fp8.all_reduce"') == 3 and "scf." not in text


@pytest.mark.parametrize(
    "groups, message",
    [
        (
            [[0, 1], [2, 3]],
            r"all_reduce between the devices \[\[0, 1\], \[2, 3\]\]; supported are "
            r'groups along axes of the mesh #fp8.mesh<"dp" = 4>, such as '
            r"\[\[0, 1, 2, 3\]\]$",
        ),
        ([[0, 2, 1, 3]], r"between the devices \[\[0, 2, 1, 3\]\]; supported"),
    ],
)
def test_groups_without_an_axis(groups, message):
    refused(module(reduced(groups), replicas(4)), message)


def test_other_reductions():
    text = module(reduced([[0, 1]], "stablehlo.minimum"))
    refused(
        text, r"all_reduce by stablehlo.minimum \(.*\); supported are sums, .*maxima"
    )
    constant = reduced([[0, 1]]).replace("stablehlo.return %s", "stablehlo.return %a")
    refused(module(constant), "all_reduce by stablehlo.add .*; supported are sums")


@pytest.mark.parametrize("element", ["i32", "f64", "i1"])
def test_other_types(element):
    type_ = f"tensor<4x{element}>"
    by = "stablehlo.or" if element == "i1" else ADD
    text = module(reduced([[0, 1]], by, type_), type_=type_)
    message = (
        "all_reduce by stablehlo.or"
        if element == "i1"
        else (
            rf"all_reduce of tensor<4x{element}> \(.*\); supported are tensors of f32, bf16"
        )
    )
    refused(text, message)


def test_gathers_of_integers():
    text = """%0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64,
        replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>
        : (tensor<4xi32>) -> tensor<8xi32>"""
    text = module(text, type_="tensor<4xi32>", results="tensor<8xi32>")
    refused(text, r"all_gather of tensor<4xi32> \(.*\); supported are tensors of f32")


def test_other_exchanges():
    body = """%0 = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64,
      concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups =
      dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>"""
    refused(
        module(body), r"all_to_all between 2 ranks \(.*\): .*; supported are all_red"
    )
    body = """%0 = "stablehlo.collective_permute"(%x) <{source_target_pairs =
      dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>"""
    refused(module(body, replicas(2)), r"collective_permute between 2 ranks")


def test_without_attributes():
    refused(module(reduced([[0, 1]])), "expected annotate=True", annotate=False)


# One device.


def sum_over(groups, extra=""):
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


ONE = "dense<0> : tensor<1x1xi64>"
TWO = "dense<[[0, 1]]> : tensor<1x2xi64>"
ALL = "dense<0> : tensor<0x0xi64>"
ONE_REPLICA = "module attributes {mhlo.num_replicas = 1 : i32} {%s}"
ONE_PARTITION = "module attributes {mhlo.num_partitions = 1 : i32} {%s}"


def is_identity(text, **options):
    return imported(text, **options) == imported(identity())


def test_groups_of_one():
    assert is_identity(sum_over(ONE))
    assert is_identity(sum_over("dense<[[0], [1]]> : tensor<2x1xi64>"))
    assert is_identity(sum_over(ONE, CHANNEL + ", use_global_device_ids"))
    assert is_identity(ONE_REPLICA % sum_over(ALL))
    # One replica of each of the partitions, whose number is not said.
    refused(sum_over(ONE, CHANNEL), "runs on several devices: stablehlo.all_reduce")
    assert is_identity(ONE_PARTITION % sum_over(ONE, CHANNEL))
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
    assert is_identity(sum_over(groups), one_device=True)


def test_sums_over_all_of_an_unknown_number_of_devices():
    refused(
        sum_over(ALL),
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
