"""Writes a step that updates many tensors: updates.py KIND SIZES

KIND is adamw, sgd, bf16, e4m3, stochastic or sums. SIZES is COUNTxEXTENT, for equal
tensors, or a list as in 1,0,3x5.
"""

import sys

ADAMW = """
    %b1 = arith.constant 0.9 : f32
    %c1 = arith.constant 0.1 : f32
    %b2 = arith.constant 0.999 : f32
    %c2 = arith.constant 0.001 : f32
    %eps = arith.constant 1.0e-8 : f32
    %m0 = arith.mulf %m, %b1 : f32
    %m1 = arith.mulf %d, %c1 : f32
    %nm = arith.addf %m0, %m1 : f32
    %v0 = math.absf %v : f32
    %v1 = arith.mulf %v0, %b2 : f32
    %v2 = arith.mulf %d, %d : f32
    %v3 = arith.mulf %v2, %c2 : f32
    %nv = arith.addf %v1, %v3 : f32
    %root = math.sqrt %nv : f32
    %den = arith.addf %root, %eps : f32
    %u = arith.divf %nm, %den : f32
    %lu = arith.mulf %rate, %u : f32
    %np = arith.subf %p, %lu : f32
    fp8.yield %np, %nm, %nv : f32, f32, f32"""

# Whose second moment is seen not to be negative.
MOMENTS = ADAMW.replace("""    %v0 = math.absf %v : f32
    %v1 = arith.mulf %v0""", """    %v1 = arith.mulf %v""")

SGD = """
    %lu = arith.mulf %rate, %d : f32
    %np = arith.subf %p, %lu : f32
    fp8.yield %np : f32"""

SUMS = """
    %lu = arith.mulf %rate, %d : f32
    %np = arith.subf %p, %lu : f32
    %square = arith.mulf %d, %d : f32
    fp8.yield %np, %square, %np : f32, f32, f32"""

# Per kind: the element types of states, the region's arguments, the region,
# the storages, how many scales, amaxes and reductions there are.
KINDS = {
    "adamw": (["f32", "f32", "f32"], "p m v", ADAMW, "", 0, 0, ""),
    "moments": (["f32", "f32", "f32"], "p m v", MOMENTS, "", 0, 0, ""),
    "sgd": (["f32"], "p", SGD, "", 0, 0, ""),
    "bf16": (
        ["f32", "bf16", "bf16"], "p m v", ADAMW,
        "storage [#fp8.storage<format = f32>, #fp8.storage<format = bf16>, "
        "#fp8.storage<format = bf16>]", 0, 0, "",
    ),
    "e4m3": (
        ["f8E4M3FN", "f32", "f32"], "p m v", ADAMW,
        "storage [#fp8.storage<format = e4m3>, #fp8.storage<format = f32>, "
        "#fp8.storage<format = f32>]", 2, 1, "",
    ),
    "stochastic": (
        ["f8E4M3FN", "bf16", "bf16"], "p m v", ADAMW,
        "seed %seed step %step storage ["
        "#fp8.storage<format = e4m3, rounding = stochastic, stream = {0}>, "
        "#fp8.storage<format = bf16, rounding = stochastic, stream = {1}>, "
        "#fp8.storage<format = bf16>] ", 2, 1, "",
    ),
    "sums": (
        ["f32"], "p", SUMS, "", 0, 2,
        "reductions [#fp8.reduction<sum>, #fp8.reduction<max>]",
    ),
}  # fmt: skip


def parse_sizes(text):
    count, _, extent = text.partition("x")
    if "," not in text and extent:
        return [extent] * int(count)
    return text.split(",")


def write(kind, sizes):
    elements, names, region, storage, num_scales, num_scalars, reductions = KINDS[kind]
    arguments = ['%lr: tensor<f32> {fp8.name = "lr"}']
    updates, returned, types = [], [], []
    if num_scales:
        arguments += [f'%s{k}: tensor<f32> {{fp8.name = "s{k}"}}' for k in range(num_scales)]
    if "seed" in storage:
        arguments += [f'%{k}: tensor<i32> {{fp8.name = "{k}"}}' for k in ("seed_tensor", "step_tensor")]
        updates += [
            f"  %{k} = tensor.extract %{k}_tensor[] : tensor<i32>" for k in ("seed", "step")
        ]
    for i, size in enumerate(sizes):
        states = [f"tensor<{size}x{element}>" for element in elements]
        gradient = f"tensor<{size}xf32>"
        values = [f"%x{i}_{k}" for k in range(len(states))]
        extra = ["tensor<f32>"] * num_scalars
        for k, (value, type) in enumerate(zip(values, states)):
            role = "moment" if k else "param"
            arguments.append(
                f'{value}: {type} {{fp8.name = "x{i}.{k}", fp8.state = #fp8.state<{role}>}}'
            )
        arguments.append(f'%g{i}: {gradient} {{fp8.name = "g{i}"}}')
        if num_scalars:
            arguments.append(f'%a{i}: tensor<f32> {{fp8.name = "a{i}"}}')
        inits = values + [f"%a{i}"] * num_scalars
        scales = ""
        if num_scales:
            scales = "scales(%s0, %s1 : tensor<f32>, tensor<f32>) "
        region_arguments = ", ".join(f"%{name}: f32" for name in names.split() + ["d", "rate"])
        updates.append(
            f"  %u{i}:{len(inits)} = fp8.update states({', '.join(values)} : {', '.join(states)}) "
            f"inputs(%g{i} : {gradient}) scalars(%lr : tensor<f32>) {scales}"
            f"{storage.format(2 * i, 2 * i + 1)}{reductions} "
            f"outs({', '.join(inits)} : {', '.join(states + extra)}) {{\n"
            f"  ^bb0({region_arguments}):{region}\n  }}"
        )
        for k, type in enumerate(states + extra):
            returned.append(f"%u{i}#{k}" if len(inits) > 1 else f"%u{i}")
            state = k < len(states)
            name = f'fp8.name = "x{i}.{k}", fp8.updates = "x{i}.{k}"' if state else f'fp8.name = "r{i}.{k}"'
            types.append((type, name))
    print(f"func.func @step({', '.join(arguments)})")
    print("    -> (" + ", ".join(f"{type} {{{name}}}" for type, name in types) + ") {")
    print("\n".join(updates))
    print(f"  return {', '.join(returned)} : {', '.join(type for type, _ in types)}\n}}")


if __name__ == "__main__":
    write(sys.argv[1], parse_sizes(sys.argv[2]))
