"""The groups of devices between which a collective exchanges data."""

from fp8._errors import CaptureError

_GROUPS = "replica_groups"


def of(op):
    """Returns (groups of device numbers, whether the numbers are partitions).

    `groups` is empty if there is one group, of all replicas or partitions. The
    second is None if the numbers are those of replicas, and each group contains
    all partitions of its replicas.
    """
    from jaxlib.mlir import ir

    attribute = op.attributes[_GROUPS]
    if not isinstance(attribute, ir.DenseIntElementsAttr):
        raise CaptureError(
            f"{op.name} between the groups {attribute}; supported are lists of "
            "devices, such as dense<[[0, 1]]>"
        )
    count, size = ir.RankedTensorType(attribute.type).shape
    numbers = [int(number) for number in attribute]
    groups = [numbers[i * size : (i + 1) * size] for i in range(count)] if size else []
    # Smaller groups are padded.
    groups = [[number for number in group if number >= 0] for group in groups]
    if "channel_handle" not in op.attributes:
        return groups, False
    return groups, True if "use_global_device_ids" in op.attributes else None


def in_mesh(op, mesh):
    """Returns the groups of a collective as lists of ranks."""
    groups, of_partitions = of(op)
    if of_partitions:
        return groups
    if of_partitions is None:
        # The group contains all partitions of some replicas.
        everyone = [list(range(mesh.num_ranks))]
        return groups or everyone if mesh.of_replicas else everyone
    if mesh.of_replicas:
        return groups or [list(range(mesh.num_ranks))]
    # The groups contain replicas of one partition, and there is one replica.
    return [[rank] for rank in range(mesh.num_ranks)]


def axes_of(op, mesh):
    """Returns the axes of `mesh` along which the ranks of each group differ."""
    groups = in_mesh(op, mesh)
    axes = mesh.axes_of(groups)
    if axes is None:
        axes = [axis for axis, size in mesh.sizes.items() if size > 1]
        raise CaptureError(
            f"{op.name} between the devices {groups}; supported are groups along axes "
            f"of the mesh {mesh.attribute()}, such as {mesh.groups(axes)}"
        )
    return axes


def listed(ops):
    """Returns the groups of all collectives of `ops`."""
    return [group for op in ops if _GROUPS in op.attributes for group in of(op)[0]]
