"""The step of one rank, read from the report of the compiler, for any number of ranks.

The compiler reports the step for one number of ranks. Sizes that depend on that number
come with the rows of the whole tensor and the unit of its cut, so they can be computed
for another number.
"""

import dataclasses
import math


@dataclasses.dataclass(frozen=True)
class Axis:
    """An axis of the mesh."""

    name: str
    ranks: int
    stride: int  # difference between the numbers of neighbouring ranks


class Mesh:
    """The axes of a mesh, from major to minor, for some number of ranks."""

    def __init__(self, axes):
        self.axes = {}
        stride = 1
        for name, ranks in reversed(axes):
            self.axes[name] = Axis(name, ranks, stride)
            stride *= ranks
        self.ranks = stride

    def get_group_size(self, names):
        return math.prod(self.axes[name].ranks for name in names)

    def count_in_node(self, names, node):
        """Returns how many members of a group are in one node of `node` ranks."""
        return math.prod(
            min(max(node // axis.stride, 1), axis.ranks) for axis in map(self.axes.get, names)
        )


def get_rows(rows, unit, ranks):
    """Returns the rows of a rank: whole units, as `--fp8-shard` distributes them."""
    return unit * math.ceil(math.ceil(rows / unit) / ranks)


@dataclasses.dataclass(frozen=True)
class Sent:
    """A tensor that an exchange moves."""

    use: str
    piece: int  # bytes of the rows of a rank
    total: int  # bytes of all rows without padding

    def count_bytes(self, is_gather, group_size, member=0):
        """Returns the bytes that a member of a group sends to the others."""
        own = min(max(self.total - member * self.piece, 0), self.piece)
        return own * (group_size - 1) if is_gather else self.total - own


class PlanError(Exception):
    """A report from which no plan follows."""


class Step:
    """The function of a report, scaled to `ranks` ranks along the major axis."""

    def __init__(self, report, ranks):
        if not report.get("mesh") or "uses" not in report:
            raise PlanError(
                f"expected the report of a step of several ranks in Planned form, but"
                f" @{report.get('function')} has no exchanges"
            )
        axes = [(axis["axis"], axis["ranks"]) for axis in report["mesh"]]
        self.old = Mesh(axes)
        minor = math.prod(size for _, size in axes[1:])
        if ranks % minor or (axes[0][1] < 3 and ranks != self.old.ranks):
            # Two ranks reduce large tensors by another exchange than more ranks.
            raise PlanError(
                f"expected a multiple of {minor} ranks, and a report for 3 or more along the"
                f" first axis, but got {ranks} ranks and a report for {axes[0][1]}"
            )
        self.mesh = Mesh([(axes[0][0], ranks // minor), *axes[1:]])
        self.function = report["function"]
        self.parameters = report["parameters"]
        self.ops = report["ops"]
        # Rows of tensors that the compiler would not cut for this number of ranks.
        self.padded = set()
        self.arguments = sum(self.scale(entry) for entry in report["arguments"])
        self.peak = self.find_peak(report["buffers"])

    def scale_rows(self, rows, unit, axes):
        """Returns the rows of a rank for the old and the new number of ranks."""
        if unit == 0:
            raise PlanError(
                f"expected one unit for all states of {rows} rows and of one shape, but they"
                f" have several; give them the same --shard-override=PATTERN=unit:N"
            )
        new = self.mesh.get_group_size(axes)
        pair = [get_rows(rows, unit, mesh.get_group_size(axes)) for mesh in (self.old, self.mesh)]
        if pair[1] * new > 2 * rows:
            self.padded.add(rows)
        return pair

    def scale(self, entry):
        """Returns the bytes of an entry for the new number of ranks."""
        kind = entry.get("size")
        if kind is None:
            return entry["bytes"]
        factor = self.mesh.get_group_size(entry["axes"]), self.old.get_group_size(entry["axes"])
        if kind == "pieces":
            return entry["bytes"] * factor[0] // factor[1]
        old, new = self.scale_rows(entry["rows"], entry["unit"], entry["axes"])
        if kind == "rows":
            factor = 1, 1
        return entry["bytes"] * new * factor[0] // (old * factor[1])

    def get_sent(self, op):
        """Returns the tensors that an exchange moves, for the new number of ranks."""
        size = self.mesh.get_group_size(op["axes"])
        tensors = []
        for tensor in op["sent"]:
            piece, total = tensor["piece_bytes"], tensor["total_bytes"]
            if "rows" in tensor:
                old, new = self.scale_rows(tensor["rows"], tensor["unit"], op["axes"])
                piece = piece // old * new
            else:
                total = piece * size
            tensors.append(Sent(tensor["use"], piece, total))
        return tensors

    def get_traffic(self, op):
        """Returns the bytes that a kernel reads and writes."""
        traffic = op["bytes_read"] + op["bytes_written"]
        for entry in op.get("read_by_ranks", []) + op.get("written_by_ranks", []):
            traffic += self.scale(entry) - entry["bytes"]
        return traffic

    def find_peak(self, buffers):
        """Returns the most bytes of buffers that are live at one op."""
        change = [0] * (len(self.ops) + 1)
        for buffer in buffers:
            size = self.scale(buffer)
            change[buffer["first"]] += size
            change[buffer["last"] + 1] -= size
        live = most = 0
        for difference in change:
            live += difference
            most = max(most, live)
        return most

    def count_uses(self):
        """Returns {use: (calls, bytes that rank 0 sends)}, as the report does."""
        uses = {use: [0, 0] for use in ("parameters", "gradients", "scalars")}
        for op in self.ops:
            if "sent" not in op:
                continue
            tensors = self.get_sent(op)
            uses[max(tensors, key=lambda tensor: tensor.total).use][0] += 1
            for tensor in tensors:
                size = self.mesh.get_group_size(op["axes"])
                uses[tensor.use][1] += tensor.count_bytes(op["name"] == "all_gather", size)
        return uses
