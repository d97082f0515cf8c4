"""Where the time of a step goes: the time, the bytes and the group of each op."""
import math
import statistics

from fp8_step import Step

REPEAT = 5
# The groups in the order of the table.
GROUPS = ("FP8 matmuls", "bf16 matmuls", "f32 matmuls", "batched matmuls", "attention",
          "norms, softmaxes, losses", "sums over columns", "updates", "casts", "rest")
COLUMNS = ("op", "group", "location", "ms", "bytes", "part of copy")
FP8RT_F32, FP8RT_BF16 = 0, 1
# A sum over columns reads at least so many times as many elements as it writes.
REDUCTION = 4


def count(kind):
    """Returns the number of elements of a type such as 64x2xf32."""
    return math.prod(int(extent) for extent in kind.split("x")[:-1])


def is_of_rows(kind):
    """Returns true for the type of a number per row, such as a mean: 64x1xf32."""
    return kind.endswith("x1xf32") and count(kind) > 1


def is_cast(op):
    """Returns true if a kernel, or each kernel of a launch, only changes the type of its
    elements.
    """
    tensors = len(op.get("bucket", {}).get("sizes", [0]))
    pairs = list(zip(op["inputs"], op["results"]))
    return (len(op["inputs"]) == len(op["results"]) == tensors
            and all(count(source) == count(result) and source.split("x")[-1] != result.split("x")[-1]
                    for source, result in pairs))


def updates_state(op, arguments):
    """Returns true if an op writes a state of more than one element."""
    if "bucket" in op:
        return not is_cast(op)
    first = len(op["inputs"])
    buffers = op["buffers"][first:first + len(op["results"])]
    return any(count(kind) > 1 and arguments[argument]["kind"] == "state"
               for kind, (argument, _) in zip(op["results"], buffers, strict=True))


def find_product_group(product):
    types = {product[name][0] for name in ("lhs", "rhs")}
    if math.prod(product["batch"]) > 1:
        return "batched matmuls"
    if types == {FP8RT_BF16}:
        return "bf16 matmuls"
    return "f32 matmuls" if types == {FP8RT_F32} else "FP8 matmuls"


def find_group(op, arguments):
    """Returns the group of an op of a description."""
    if "product" in op:
        return find_product_group(op["product"])
    if "attention" in op:
        return "attention"
    if "main" not in op:
        return "rest"
    name, types = op["main"][0], op["inputs"] + op["results"]
    largest = [max((count(kind) for kind in kinds), default=0)
               for kinds in (op["inputs"], op["results"])]
    if name.startswith("reduce") and 1 < largest[1] <= largest[0] / REDUCTION:
        if not any(map(is_of_rows, op["results"])):
            return "sums over columns"
    if updates_state(op, arguments) and not name.startswith("quantize"):
        return "updates"
    reads_targets = "f32" in op["results"] and any("xi32" in kind for kind in op["inputs"])
    if name.startswith("reduce") or any(map(is_of_rows, types)) or reads_targets:
        return "norms, softmaxes, losses"
    return "casts" if name.startswith("quantize") or is_cast(op) else "rest"


def name_op(op):
    if "main" in op:
        return op["main"][0]
    if "product" in op:
        return "product " + "x".join(map(str, op["product"]["extents"]))
    if "attention" in op:
        return "attention_backward" if op["attention"]["is_backward"] else "attention"
    return "exchange"


def summarize(ops, bandwidth):
    """Returns the totals of each group of `ops`: (op, group, location, seconds, bytes)."""
    groups = {}
    for group in GROUPS:
        rows = [row for row in ops if row[1] == group]
        if rows:
            seconds, moved = (sum(row[i] for row in rows) for i in (3, 4))
            groups[group] = {"launches": len(rows), "seconds": seconds, "bytes": moved,
                             "part_of_copy": moved / seconds / bandwidth if seconds else None}
    return groups


def make_table(name, profile):
    """Returns a line for each group of the ops of a case."""
    return "\n".join(f"{name}: {total['seconds'] * 1e3:8.3f} ms {total['bytes'] / 1e9:8.3f} GB"
                     f" {total['launches']:4} launches  {group}"
                     for group, total in profile["groups"].items())


def measure(device, path, write, bandwidth):
    """Returns the record of the ops of a step, which run one after another.

    `write` fills the arguments; `bandwidth` is the bandwidth of a copy, in bytes per second.
    """
    with Step(device, path, is_timed=True) as step:
        write(step)
        step.run()
        samples = []
        for _ in range(REPEAT):
            step.run()
            samples.append(step.read_times())
        seconds = [statistics.median(times) for times in zip(*samples, strict=True)]
        ops = [(name_op(op), find_group(op, step.arguments), op["location"], time, op["bytes"])
               for op, time in zip(step.record["ops"], seconds, strict=True)]
    # One line of text for each op keeps the record readable.
    lines = [" | ".join([name, group, location, f"{time * 1e3:.4f}", str(moved),
                         f"{moved / time / bandwidth:.3f}" if time else ""])
             for name, group, location, time, moved in ops]
    return {"seconds": sum(seconds), "groups": summarize(ops, bandwidth),
            "columns": " | ".join(COLUMNS), "ops": lines}
