"""Shardings of a program in global view, as jax.jit writes them.

The arguments of such a program are whole batches and states, which a partitioner
would divide. fp8 does not divide them: one device can run the program unchanged, but
one of several ranks cannot, because its batch is smaller.
"""

import math

from fp8.jax import _manual, _mesh
from fp8.jax._inline import definition, walk

#: Attribute of an argument that a partitioner would divide: its sharding, as text.
SHARDING = "mhlo.sharding"


def find(module):
    """Returns {index: sharding} of the divided arguments of the step.

    If only values inside of the step are divided, the only index is None.
    """
    operations = walk(module.operation)
    meshes = {
        op.attributes["sym_name"].value: op.attributes["mesh"]
        for op in operations
        if op.name == "sdy.mesh"
    }
    found, inside = {}, {}
    for op in operations:
        if op.name == "func.func" and "arg_attrs" in op.attributes:
            found |= _of_arguments(op, meshes)
        elif op.name == "sdy.sharding_constraint":
            sharding = _of_mesh(op.attributes["sharding"], meshes)
            if sharding is None:
                continue
            if definition(op.operands[0]) is None:
                found.setdefault(op.operands[0].arg_number, sharding)
            else:
                inside[None] = sharding
    return found or inside


def _of_arguments(function, meshes):
    from jaxlib.mlir import ir

    found = {}
    for i, entries in enumerate(function.attributes["arg_attrs"]):
        attrs = {entry.name: entry.attr for entry in ir.DictAttr(entries)}
        sharding = None
        if "sdy.sharding" in attrs:
            sharding = _of_mesh(attrs["sdy.sharding"], meshes)
        elif SHARDING in attrs and "devices=[" in attrs[SHARDING].value:
            sharding = attrs[SHARDING].value
        if sharding is not None:
            found[i] = sharding
    return found


def _of_mesh(sharding, meshes):
    """Returns a sharding as a list of devices, None if no dimension is divided."""
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import sdy

    mesh = sdy.TensorShardingAttr(sharding).mesh_or_ref
    if not sdy.MeshAttr.isinstance(mesh):
        mesh = meshes[ir.FlatSymbolRefAttr(mesh).value]
    mesh = _mesh.read(mesh)
    dims = _manual.axes_of(sharding)
    tiles = [math.prod(mesh.sizes[axis] for axis in axes) for axes in dims]
    if math.prod(tiles) == 1:
        return None
    used = [axis for axes in dims for axis in axes]
    order = [*used, *(axis for axis in mesh.sizes if axis not in used)]
    devices = ",".join(str(rank) for rank in mesh.ranks_along(order))
    copies = mesh.num_ranks // math.prod(tiles)
    last = " last_tile_dim_replicate" if copies > 1 else ""
    tiles += [copies] if copies > 1 else []
    return f"{{devices=[{','.join(map(str, tiles))}]{devices}{last}}}"
