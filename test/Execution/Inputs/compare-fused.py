#!/usr/bin/env python3
"""Runs steps of a graph by the reference evaluator in Scaled form and in Fused form,
and fails unless all results have the same bits.

What `fp8-run --explain` says of the graph decides the inputs of both: analyses
of Model form that tell a learning rate from a counter do not look into kernels.
"""

import argparse
import array
import json
import math
import os
import pathlib
import random
import re
import struct
import subprocess
import sys

# Element type: safetensors name, array typecode.
TYPES = {"f32": ("F32", "f"), "i32": ("I32", "i"), "i64": ("I64", "q")}
RUN = os.environ["FP8_RUN"]
OPT = os.path.join(os.path.dirname(RUN), "fp8-opt")

# "#3 lr: tensor<f32>, not updated, is 0.001": the name, the type, its shape and
# element type, and where the value comes from, which may hold commas.
ARGUMENT = re.compile(
    r"#(\d+) (\S+): (tensor<((?:\d+x)*)(\w+)>|\w+), .*?(?:is|starts as) "
    r"(N\(.*|uniform .*|[^,]*)"
)


def call(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stderr}")
    return result.stdout


def fill(source, count, typecode):
    """The values that `source` describes, or None if it is one number."""
    generator = random.Random(1)
    if match := re.match(r"N\(0, (\S+)\)", source):
        scale = float(match[1]) * math.sqrt(12)
        values = (scale * (generator.random() - 0.5) for _ in range(count))
        return array.array(typecode, values)
    if match := re.match(r"uniform integers in \[(\d+), (\d+)\)", source):
        low, high = int(match[1]), int(match[2])
        values = (generator.randrange(low, high) for _ in range(count))
        return array.array(typecode, values)
    return None


def read_inputs(explanation, graph):
    """Splits the arguments into tensors and options. Only fp8-run finds the names in
    the text of `graph`; for fp8-opt, an argument without fp8.name is argN."""
    tensors, options = {}, []
    for line in explanation.splitlines():
        if not line.startswith("#"):
            continue
        match = ARGUMENT.fullmatch(line)
        if not match:
            sys.exit(f"expected a line about an argument, but got {line}")
        number, name, _, dims, element, source = match.groups()
        if f'fp8.name = "{name}"' not in graph:
            name = f"arg{number}"
        shape = [int(d) for d in (dims or "").split("x") if d]
        dtype, typecode = TYPES[element or match[3]]
        if (values := fill(source, math.prod(shape), typecode)) is not None:
            tensors[name] = (dtype, shape, values.tobytes())
        elif source.endswith(" plus the step"):
            options.append(f"--arg={name}=counter:{source.split()[0]}")
        else:
            options.append(f"--arg={name}={source}")
    return tensors, options


def write_safetensors(path, tensors):
    header, offset = {}, 0
    for name, (dtype, shape, data) in tensors.items():
        end = offset + len(data)
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for _, _, data in tensors.values():
            file.write(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graph", type=pathlib.Path)
    parser.add_argument("--recipe", default="none")
    parser.add_argument("--scope", default="linear")
    parser.add_argument("--microbatches", type=int, default=1)
    parser.add_argument("--wide-type", default="f32")
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--steps", type=int, default=2)
    options = parser.parse_args()

    options.work.mkdir(parents=True, exist_ok=True)
    train = (
        f"fp8-train-pipeline{{recipe={options.recipe} scope={options.scope} "
        f"microbatches={options.microbatches} wide-type={options.wide_type}}}"
    )
    explanation = call(RUN, options.graph, "--explain", "--inputs=random:1")
    tensors, arguments = read_inputs(explanation, options.graph.read_text())
    inputs = options.work / "inputs.safetensors"
    write_safetensors(inputs, tensors)
    outputs = []
    for form, passes in (("scaled", train), ("fused", f"{train},fp8-fuse-pipeline")):
        module = options.work / f"form-{form}.mlir"
        result = options.work / f"form-{form}.safetensors"
        pipeline = f"--pass-pipeline=builtin.module({passes})"
        call(OPT, options.graph, pipeline, "-o", module)
        call(
            RUN,
            module,
            "--target=reference",
            f"--steps={options.steps}",
            f"--inputs={inputs}",
            *arguments,
            f"--outputs={result}",
        )
        outputs.append(result.read_bytes())
    if "fp8.kernel" not in (options.work / "form-fused.mlir").read_text():
        sys.exit("expected kernels in Fused form, but there are none")
    if outputs[0] != outputs[1]:
        sys.exit(f"expected equal bits, but the results in {options.work} differ")
    print(f"{len(outputs[0])} bytes are equal")


if __name__ == "__main__":
    main()
