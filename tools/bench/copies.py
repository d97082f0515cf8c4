"""Times a step of AdamW that also writes an e4m3 copy of the new weight.

    python copies.py --bin build/bin --lib build/lib --json copies.json --page copies.md

The versions are one pass, and separate passes for the cast and for the amax. Every
version computes the same update, codes and amax, except for the scale under current
scaling. Versions run alternately, like the variants of updates.py.
"""

import argparse

import page
import step_host

ELEMENTS = 4096 * 4096

# {storage of the weight: (element types of its planes, element type of the moments,
# storage attributes)}.
STORAGES = {
    "f32": (
        ["f32"],
        "f32",
        "#fp8.storage<format = f32>, #fp8.storage<format = f32>, #fp8.storage<format = f32>",
    ),
    "bf16, Kahan": (
        ["bf16", "bf16"],
        "bf16",
        "#fp8.storage<format = bf16, residual = bf16>, #fp8.storage<format = bf16>, #fp8.storage<format = bf16>",
    ),
}
BYTES = {"f32": 4, "bf16": 2}

# Computation of the copy from %weight, a value in f32. {tensor} and {codes} are types.
CAST = """
  %codes, %amax = fp8.quantize {source} by %scale with_amax outs(%c, %zero : {codes}, tensor<f32>)
      : {tensor}, tensor<f32>
"""
CURRENT = """
  %amax = fp8.amax {source} outs(%zero : tensor<f32>) : {tensor}
  %own, %inverse = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %codes = fp8.quantize {source} by %own outs(%c : {codes}) : {tensor}, tensor<f32>
"""
VARIANTS = {
    "one pass": ("%weight", CAST),
    "cast apart": ("%apart", CAST),
    "amax and cast apart": ("%apart", CURRENT),
}


def make_step(storage, variant):
    """Returns the text of a step, and the bytes of its buffers."""
    planes, moment, attributes = STORAGES[storage]
    source, copy = VARIANTS[variant]
    names = [f"w{i}" for i in range(len(planes))] + ["m", "v"]
    elements = [*planes, moment, moment]
    types = [f"tensor<{ELEMENTS}x{element}>" for element in elements]
    gradient = f"tensor<{ELEMENTS}x{planes[0]}>"
    values = ", ".join(f"%{name}" for name in names)
    # The separate cast reads the main plane: with a residual, this is the rounded
    # weight.
    tensor, codes = types[0], f"tensor<{ELEMENTS}xf8E4M3FN>"
    results = ", ".join(f"%new#{i}" for i in range(len(names)))
    text = f"""
func.func @step({", ".join(f'%{n}: {t} {{fp8.name = "{n}"}}' for n, t in zip(names, types))}, %g: {gradient},
                %lr: tensor<f32>, %correct1: tensor<f32>, %correct2: tensor<f32>, %scale: tensor<f32>)
    -> ({", ".join(f'{t} {{fp8.updates = "{n}"}}' for n, t in zip(names, types))}, {codes}, tensor<f32>) {{
  %new:{len(names)} = fp8.adamw states({values} : {", ".join(types)}) gradient(%g : {gradient})
      lr %lr bias_corrections %correct1, %correct2 weight_decay 0.1
      storage [{attributes}] outs({values} : {", ".join(types)})
  %zero = arith.constant dense<0.0> : tensor<f32>
  %c = tensor.empty() : {codes}
  {f"%apart = fp8.barrier %new#0 after %new#1 : {tensor}, {types[1]}" if source == "%apart" else ""}
  {copy.format(source="%new#0" if source == "%weight" else source, tensor=tensor, codes=codes)}
  return {results}, %codes, %amax : {", ".join(types)}, {codes}, tensor<f32>
}}
"""
    bytes_of = [ELEMENTS * BYTES[element] for element in [*elements, planes[0]]]
    return text, [*bytes_of, 4, 4, 4, 4, ELEMENTS, 4]


def measure(arguments, storage):
    hosts = {}
    for variant in VARIANTS:
        name = f"copy-{storage}-{variant}".replace(" ", "-").replace(",", "")
        hosts[variant], _ = step_host.build(arguments, name, *make_step(storage, variant), "")
    return [
        {"storage": storage, "threads": threads, "seconds": step_host.take_turns(arguments, hosts, threads)}
        for threads in arguments.threads
    ]


def make_table(record):
    rows = []
    for row in record["rows"]:
        one, cast, both = (row["seconds"][variant] for variant in VARIANTS)
        times = [f"{one * 1e3:.2f}", f"{cast / one:.2f}", f"**{both / one:.2f}**"]
        rows.append([row["storage"], str(row["threads"]), *times])
    table = page.format_table(["states", "threads", "one pass, ms", "cast apart", "amax and cast apart"], rows)
    return f"{page.describe(record)}.\n\n{table}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    step_host.add_arguments(parser)
    arguments = parser.parse_args()
    rows = [row for storage in STORAGES for row in measure(arguments, storage)]
    page.write(arguments, rows, make_table, "copies")


if __name__ == "__main__":
    main()
