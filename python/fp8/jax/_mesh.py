"""The devices that a module is written for: the mesh of its ranks."""

import itertools
import math

from fp8._errors import CaptureError
from fp8.jax._inline import walk

#: Attributes of a module: numbers of devices.
REPLICAS, PARTITIONS = "mhlo.num_replicas", "mhlo.num_partitions"

#: The axis of a module without named axes.
_AXIS = "dp"


class Mesh:
    """Named axes, from major to minor, with the number of ranks along each.

    A rank is numbered as a device of jax: its positions along the axes, the last
    axis fastest.
    """

    def __init__(self, sizes, of_replicas=False):
        self.sizes = dict(sizes)
        #: Whether the ranks are replicas; otherwise they are partitions.
        self.of_replicas = of_replicas

    @property
    def num_ranks(self):
        return math.prod(self.sizes.values())

    def groups(self, axes):
        """Returns the groups of ranks that differ only along `axes`."""
        others = [axis for axis in self.sizes if axis not in axes]
        inside = self.ranks_along([axis for axis in self.sizes if axis in axes])
        return [[first + i for i in inside] for first in self.ranks_along(others)]

    def ranks_along(self, axes):
        """Returns the ranks with the position 0 along all other axes. The last one of
        `axes` varies fastest."""
        strides, stride = {}, 1
        for axis in reversed(self.sizes):
            strides[axis] = stride
            stride *= self.sizes[axis]
        offsets = [
            [i * strides[axis] for i in range(self.sizes[axis])] for axis in axes
        ]
        return [sum(position) for position in itertools.product(*offsets)]

    def axes_of(self, groups):
        """Returns the axes whose groups are `groups`, in the order of the mesh; None
        if there are none."""
        wide = [axis for axis, size in self.sizes.items() if size > 1]
        for count in range(len(wide) + 1):
            for axes in itertools.combinations(wide, count):
                if sorted(groups) == sorted(self.groups(axes)):
                    return list(axes)
        return None

    def attribute(self):
        """Returns the text of `fp8.mesh`."""
        axes = ", ".join(f'"{axis}" = {size}' for axis, size in self.sizes.items())
        return f"#fp8.mesh<{axes}>"

    def option(self):
        """Returns the value of fp8-run --mesh."""
        return ",".join(f"{axis}:{size}" for axis, size in self.sizes.items())


def find(module, groups):
    """Returns the mesh of a module, None for one of one device.

    It is the only sdy.mesh with several devices, or else consists of the
    replicas, or the partitions, that the module declares. If it declares
    neither, `groups` of collectives contain all replicas.
    """
    meshes = [
        read(op.attributes["mesh"])
        for op in walk(module.operation)
        if op.name == "sdy.mesh"
    ]
    meshes = [mesh for mesh in meshes if mesh.num_ranks > 1]
    if meshes:
        if any(mesh.sizes != meshes[0].sizes for mesh in meshes):
            listed = " and ".join(mesh.attribute() for mesh in meshes)
            raise CaptureError(f"the step is written for several meshes: {listed}")
        return meshes[0]
    replicas = extent(module, REPLICAS)
    partitions = extent(module, PARTITIONS)
    if replicas is None and partitions is None:
        replicas = max((max(group) for group in groups), default=0) + 1
    replicas, partitions = replicas or 1, partitions or 1
    if replicas > 1 and partitions > 1:
        raise CaptureError(
            f"the step has {replicas} replicas of {partitions} partitions; supported "
            "are several replicas or several partitions, or axes of a mesh"
        )
    if replicas * partitions == 1:
        return None
    return Mesh({_AXIS: replicas * partitions}, of_replicas=replicas > 1)


def extent(module, key):
    """Returns the number of devices, None if the module does not declare it."""
    attributes = module.operation.attributes
    return attributes[key].value if key in attributes else None


def read(attribute):
    """Returns the mesh of the attribute of an sdy.mesh."""
    from jaxlib.mlir.dialects import sdy

    attribute = sdy.MeshAttr(attribute)
    axes = [sdy.MeshAxisAttr(axis) for axis in attribute.axes]
    mesh = Mesh({axis.name: axis.size for axis in axes})
    devices = list(attribute.device_ids)
    if devices and devices != list(range(mesh.num_ranks)):
        raise CaptureError(
            f"the mesh {mesh.attribute()} has the devices {devices}; supported are "
            "meshes of all devices in order"
        )
    return mesh
