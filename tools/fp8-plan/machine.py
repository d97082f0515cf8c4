"""Rates of a machine, and the times of its kernels and exchanges."""

import dataclasses
import json


@dataclasses.dataclass(frozen=True)
class Level:
    """A level of the network: links in a node, or between nodes."""

    latency: float  # seconds per message
    bandwidth: float  # bytes per second that a rank sends

    def get_time(self, messages, message_bytes):
        return messages * (self.latency + message_bytes / self.bandwidth)


@dataclasses.dataclass(frozen=True)
class Machine:
    """A GPU and its network. The defaults are the data sheet of an H100 SXM in nodes of 8
    with one 400 Gbit/s adapter per GPU. Latencies, the overhead of a kernel, and the parts
    of the peak rates that kernels reach are assumptions.
    """

    node: int = 8  # ranks
    in_node: Level = Level(latency=2e-6, bandwidth=450e9)
    between: Level = Level(latency=5e-6, bandwidth=50e9)
    fp8: float = 1979e12  # FLOP/s of matmuls
    bf16: float = 989e12
    f32: float = 67e12
    memory: float = 3.35e12  # bytes/s
    matmul_part: float = 0.6  # reached part of the peak
    memory_part: float = 0.8
    overhead: float = 2e-6  # seconds per kernel

    @staticmethod
    def read(path):
        """Reads a JSON object with some of the fields."""
        fields = json.loads(path.read_text())
        unknown = set(fields) - {field.name for field in dataclasses.fields(Machine)}
        if unknown:
            raise ValueError(f"expected fields of a machine in {path}, but got {sorted(unknown)}")
        for level in {"in_node", "between"} & set(fields):
            fields[level] = Level(**fields[level])
        return Machine(**fields)

    def get_rate(self, formats):
        """Returns the FLOP/s of a matmul of two operand types, such as "bf16,bf16"."""
        types = formats.split(",")
        if all(type_.startswith("f8") for type_ in types):
            return self.fp8
        if all(type_.startswith("f8") or type_ in ("bf16", "f16") for type_ in types):
            return self.bf16
        return self.f32

    def time_kernel(self, traffic, flops=0, formats=""):
        seconds = traffic / (self.memory * self.memory_part)
        if flops:
            seconds = max(seconds, flops / (self.get_rate(formats) * self.matmul_part))
        return self.overhead + seconds

    def time_exchange(self, piece, size, in_node, hierarchical):
        """Returns the seconds of an exchange of pieces of `piece` bytes among `size` ranks, of
        which each node has `in_node`.

        Flat: a rank sends a message to each of the others. Links in the node and between
        nodes work at the same time. Hierarchical: ranks with the same position in their
        nodes exchange pieces between nodes, and the ranks of a node exchange all pieces of
        these. A gather begins between nodes. A reduction begins in the node, where each
        rank adds the values of the node, so that only the sums leave it.
        """
        nodes = size // in_node
        if not hierarchical:
            return max(
                self.in_node.get_time(in_node - 1, piece),
                self.between.get_time(size - in_node, piece),
            )
        return self.in_node.get_time(in_node - 1, nodes * piece) + self.between.get_time(
            nodes - 1, piece
        )
