# RUN: %pytest %s
"""fp8.jax.import_stablehlo of jax.shard_map: parts of arguments and results."""

import pytest

import fp8

pytest.importorskip("jax", reason="jax is not installed")


def refused(text, message, **options):
    with pytest.raises(fp8.CaptureError, match=message) as error:
        fp8.jax.import_stablehlo(text, **options)
    assert "\n" not in str(error.value)


def computation(
    operands="%x",
    sources='<@mesh, [{"dp"}, {}]>',
    targets="<@mesh, []>",
    part="tensor<2x3xf32>",
    mesh='["dp"=2]',
    axes='"dp"',
    result="tensor<f32>",
    returned=None,
    rest="return %0 : tensor<f32>",
    before="",
    types="tensor<4x3xf32>",
    results="tensor<f32>",
):
    """Returns a step with a computation of each device on parts of %x."""
    sums = f"""%z = stablehlo.constant dense<0.0> : tensor<f32>
        %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across
            dimensions = [0, 1] : ({part}, tensor<f32>) -> tensor<f32>
        sdy.return %s : tensor<f32>"""
    return f"""sdy.mesh @mesh = <{mesh}>
    func.func @main(%x: tensor<4x3xf32>) -> ({results}) {{
      {before}
      %0 = sdy.manual_computation({operands}) in_shardings=[{sources}]
          out_shardings=[{targets}] manual_axes={{{axes}}} (%a: {part}) {{
        {returned or sums}
      }} : ({types}) -> {result}
      {rest}
    }}"""


def test_a_part_of_a_batch():
    text = fp8.jax.import_stablehlo(computation())
    assert '(%arg0: tensor<2x3xf32> {fp8.batch, fp8.name = "x"})' in text


def test_a_part_along_another_dimension():
    text = computation(
        sources='<@mesh, [{}, {"dp"}]>', mesh='["dp"=3]', part="tensor<4x1xf32>"
    )
    text = fp8.jax.import_stablehlo(text)
    assert '(%arg0: tensor<4x1xf32> {fp8.batch, fp8.name = "x"})' in text


def test_rows_of_a_frozen_state():
    text = fp8.jax.import_stablehlo(computation(), states={"x": "param"})
    assert 'fp8.shard = #fp8.shard<"dp", rows = 4, unit = 1>' in text
    columns = computation(
        sources='<@mesh, [{}, {"dp"}]>', mesh='["dp"=3]', part="tensor<4x1xf32>"
    )
    message = (
        r"state 'x' is divided along the axes \[\[\], \['dp'\]\] of its dimensions"
    )
    refused(columns, message, states={"x": "param"})


def test_axes_of_the_compiler():
    text = computation(mesh='["dp"=2, "tp"=2]')
    message = (
        r"leaves the axes \['tp'\] of #fp8.mesh<\"dp\" = 2, \"tp\" = 2> to the compiler"
    )
    refused(text, message)
    assert 'fp8.mesh<"dp" = 2, "tp" = 1>' in fp8.jax.import_stablehlo(
        computation(mesh='["dp"=2, "tp"=1]')
    )


def test_batches_of_some_axes():
    text = computation(mesh='["dp"=2, "tp"=2]', axes='"dp", "tp"')
    refused(text, r"argument 'x' is the same along the axes \['tp'\] of")


def test_devices_in_another_order():
    text = computation(mesh='["dp"=2], device_ids=[1, 0]')
    refused(text, r"the mesh #fp8.mesh<\"dp\" = 2> has the devices \[1, 0\]; supported")


def test_axes_that_are_divided():
    text = computation(sources='<@mesh, [{"dp":(1)2}, {}]>', mesh='["dp"=4]')
    refused(text, "divides an axis of the mesh; supported are whole axes")


def test_other_readers_of_a_part():
    rest = """%1 = stablehlo.add %x, %x : tensor<4x3xf32>
      return %0, %1 : tensor<f32>, tensor<4x3xf32>"""
    text = computation(rest=rest, results="tensor<f32>, tensor<4x3xf32>")
    refused(text, "stablehlo.add reads all of argument 'x', but a shard_map gives")


def test_values_computed_outside():
    before = "%v = stablehlo.add %x, %x : tensor<4x3xf32>"
    text = computation(operands="%v", before=before)
    refused(
        text, "a shard_map divides 'tensor<4x3xf32>', a value|divides tensor<4x3xf32>"
    )


def test_readers_of_divided_results():
    rest = """%1 = stablehlo.add %0, %0 : tensor<4x3xf32>
      return %1 : tensor<4x3xf32>"""
    text = computation(
        targets='<@mesh, [{"dp"}, {}]>',
        result="tensor<4x3xf32>",
        returned="sdy.return %a : tensor<2x3xf32>",
        rest=rest,
        results="tensor<4x3xf32>",
    )
    refused(text, "stablehlo.add reads the result of a shard_map, but each device")


def returned(**options):
    """Returns a step whose result is the part of %x."""
    return computation(
        targets='<@mesh, [{"dp"}, {}]>',
        result="tensor<4x3xf32>",
        returned="sdy.return %a : tensor<2x3xf32>",
        rest="return %0 : tensor<4x3xf32>",
        results="tensor<4x3xf32>",
        **options,
    )


def test_batches_or_states():
    """A divided result may be the new value of a divided argument."""
    message = (
        r"argument 'x' may be a batch, or a state whose new value is result 'result0'"
    )
    refused(returned(), message)
    text = fp8.jax.import_stablehlo(returned(), updates={"result0": "x"})
    assert text.count("fp8.shard") == 4 and 'fp8.updates = "x"' in text
    donated = returned().replace(
        "%x: tensor<4x3xf32>", "%x: tensor<4x3xf32> " "{jax.buffer_donor = true}"
    )
    assert fp8.jax.import_stablehlo(donated).count("#fp8.shard<") == 2


def test_updates_of_other_shardings():
    text = computation(
        result="tensor<4x3xf32>",
        returned="""%e = stablehlo.concatenate %a, %a, dim = 0
            : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
          sdy.return %e : tensor<4x3xf32>""",
        targets="<@mesh, [{}, {}]>",
        rest="return %0 : tensor<4x3xf32>",
        results="tensor<4x3xf32>",
    )
    message = (
        r"result 'result0' is divided along no axis, and argument 'x', which it "
        r"overwrites, along \[\['dp'\], \[\]\]; expected one sharding"
    )
    refused(text, message, updates={"result0": "x"})


# Programs in global view.


def test_values_in_global_view():
    text = """sdy.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.add %x, %x : tensor<4xf32>
      %1 = sdy.sharding_constraint %0 <@mesh, [{"dp"}]> : tensor<4xf32>
      return %1 : tensor<4xf32>
    }"""
    mark = 'module attributes {mhlo.sharding = "{devices=[2]0,1}"}'
    assert mark in fp8.jax.import_stablehlo(text)
    assert "mhlo" not in fp8.jax.import_stablehlo(text, one_device=True)
    whole = text.replace('[{"dp"}]', "[{}]")
    assert "mhlo" not in fp8.jax.import_stablehlo(whole)


def test_copies_in_global_view():
    text = """sdy.mesh @mesh = <["dp"=2, "tp"=2]>
    func.func @main(%x: tensor<4x3xf32>
          {sdy.sharding = #sdy.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<4x3xf32> {
      return %x : tensor<4x3xf32>
    }"""
    mark = '"{devices=[2,1,2]0,2,1,3 last_tile_dim_replicate}"'
    assert f"mhlo.sharding = {mark}" in fp8.jax.import_stablehlo(text)
