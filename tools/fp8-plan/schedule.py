"""Simulates the ops of a step on one GPU and its network."""

import collections
import dataclasses


@dataclasses.dataclass
class Plan:
    """The cost of a step. Times in seconds, sizes in bytes."""

    ranks: int
    seconds: float
    compute: float  # of all kernels and matmuls
    exchange: float  # of all exchanges
    exposed: float  # in which no kernel runs
    flops: int
    arguments: int
    peak: int  # of live buffers, without arguments
    calls: int
    sent: int  # by rank 0
    network: int  # of these, to other nodes
    uses: dict  # {use: (calls, bytes)}
    parameters: int
    padded: list  # rows of tensors that the compiler would keep whole

    @property
    def memory(self):
        return self.arguments + self.peak

    def get_bytes_per_parameter(self, use=None):
        """Returns bytes sent, divided by the number of parameters and by (N-1)/N."""
        sent = self.uses[use][1] if use else self.sent
        return sent / self.parameters * self.ranks / max(self.ranks - 1, 1)


def get_durations(step, machine, hierarchical):
    """Returns the seconds of each op."""
    durations = []
    for op in step.ops:
        if "sent" not in op:
            traffic = step.get_traffic(op)
            durations.append(machine.time_kernel(traffic, op.get("flops", 0), op.get("formats", "")))
            continue
        # The tensors of an exchange travel in one message.
        piece = sum(tensor.piece for tensor in step.get_sent(op))
        size = step.mesh.get_group_size(op["axes"])
        in_node = step.mesh.count_in_node(op["axes"], machine.node)
        durations.append(machine.time_exchange(piece, size, in_node, hierarchical))
    return durations


def run(ops, durations):
    """Runs ops on a GPU and a network, each of which runs one op at a time.

    The ops of a stream run in order, after the ops that they depend on. Of the ops that
    could run next, the first to be ready runs first. Returns the times at which ops end.
    """
    streams = {}
    for position, op in enumerate(ops):
        streams.setdefault(op["stream"], collections.deque()).append(position)
    ends = [None] * len(ops)
    free = {True: 0.0, False: 0.0}  # of the network, of the GPU
    last = dict.fromkeys(streams, 0.0)
    while any(streams.values()):
        ready = []
        for stream, queue in streams.items():
            if not queue:
                continue
            op = ops[queue[0]]
            before = [ends[position] for position in op["after"]]
            if None not in before:
                start = max([last[stream], free["sent" in op], *before])
                ready.append((start, queue[0], stream))
        if not ready:
            raise ValueError("expected a list of ops that follow only earlier ops")
        start, position, stream = min(ready)
        streams[stream].popleft()
        end = start + durations[position]
        ends[position] = last[stream] = free["sent" in ops[position]] = end
    return ends


def count_network_bytes(step, machine, hierarchical):
    """Returns the bytes that rank 0 sends to other nodes."""
    total = 0
    for op in step.ops:
        if "sent" not in op:
            continue
        size = step.mesh.get_group_size(op["axes"])
        in_node = step.mesh.count_in_node(op["axes"], machine.node)
        peers = size // in_node - 1 if hierarchical else size - in_node
        total += peers * sum(tensor.piece for tensor in step.get_sent(op))
    return total


def make_plan(step, machine, hierarchical=False):
    durations = get_durations(step, machine, hierarchical)
    ends = run(step.ops, durations)
    is_exchange = ["sent" in op for op in step.ops]
    compute = sum(seconds for seconds, sends in zip(durations, is_exchange) if not sends)
    uses = step.count_uses()
    return Plan(
        ranks=step.mesh.ranks,
        seconds=max(ends),
        compute=compute,
        exchange=sum(durations) - compute,
        exposed=max(ends) - compute,
        flops=sum(op.get("flops", 0) for op in step.ops),
        arguments=step.arguments,
        peak=step.peak,
        calls=sum(is_exchange),
        sent=sum(sent for _, sent in uses.values()),
        network=count_network_bytes(step, machine, hierarchical),
        uses=uses,
        parameters=step.parameters,
        padded=sorted(step.padded),
    )
