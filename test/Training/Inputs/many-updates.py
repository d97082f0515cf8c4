"""Prints a step with N updates of AdamW with constant betas, and one gradient for each.

Usage: many-updates.py N
"""

import sys

UPDATE = """\
  %p{i}_new, %m{i}_new, %v{i}_new = fp8.update
      states(%p{i}, %m{i}, %v{i} : {type}, {type}, {type}) inputs(%g{i} : {type})
      scalars(%decay, %rate : tensor<f32>, tensor<f32>)
      outs(%p{i}, %m{i}, %v{i} : {type}, {type}, {type}) {{
  ^bb0(%p: f32, %m: f32, %v: f32, %g: f32, %factor: f32, %step: f32):
    %b1 = arith.constant 0.9 : f32
    %c1 = arith.constant 0.1 : f32
    %b2 = arith.constant 0.999 : f32
    %c2 = arith.constant 0.001 : f32
    %epsilon = arith.constant 1.0e-8 : f32
    %kept1 = arith.mulf %m, %b1 : f32
    %added1 = arith.mulf %g, %c1 : f32
    %first = arith.addf %kept1, %added1 : f32
    %kept2 = arith.mulf %v, %b2 : f32
    %square = arith.mulf %g, %g : f32
    %added2 = arith.mulf %square, %c2 : f32
    %second = arith.addf %kept2, %added2 : f32
    %root = math.sqrt %second : f32
    %divisor = arith.addf %root, %epsilon : f32
    %quotient = arith.divf %first, %divisor : f32
    %change = arith.mulf %quotient, %step : f32
    %wide = arith.mulf %p, %factor : f32
    %new = arith.subf %wide, %change : f32
    fp8.yield %new, %first, %second : f32, f32, f32
  }}"""


def main():
    count = int(sys.argv[1])
    kind = "tensor<64xf32>"
    arguments, results, types, body = [], [], [], []
    for i in range(count):
        for name, state in (("p", "param"), ("m", "moment"), ("v", "moment")):
            arguments.append(
                f'%{name}{i}: {kind} {{fp8.name = "{name}{i}", fp8.state = #fp8.state<{state}>}}'
            )
            results.append(f"%{name}{i}_new")
            types.append(f'{kind} {{fp8.updates = "{name}{i}"}}')
        arguments.append(f'%g{i}: {kind} {{fp8.name = "g{i}"}}')
        body.append(UPDATE.format(i=i, type=kind))
    arguments += ["%decay: tensor<f32>", "%rate: tensor<f32>"]
    print(f"func.func @step({', '.join(arguments)}) -> ({', '.join(types)}) {{")
    print("\n".join(body))
    print(f"  return {', '.join(results)} : {', '.join([kind] * len(results))}\n}}")


main()
