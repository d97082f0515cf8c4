"""Prints a step with many launches: many-launches.py LAYERS

Each layer is a matmul and an elementwise op; each weight decays. The loss is an
element of the last layer.
"""

import sys

TYPE = "tensor<8x8xf32>"
layers = int(sys.argv[1])
arguments = ", ".join(
    f'%w{i}: {TYPE} {{fp8.name = "layer{i}", fp8.state = #fp8.state<param>}}' for i in range(layers)
)
results = ", ".join(f'{TYPE} {{fp8.updates = "layer{i}"}}' for i in range(layers))
print(f'func.func @step(%x0: {TYPE} {{fp8.name = "x"}}, {arguments}) -> (f32 {{fp8.name = "loss"}}, {results}) {{')
print("  %first = arith.constant 0 : index")
print("  %zero = arith.constant 0.0 : f32")
print(f"  %rate = arith.constant dense<0.9> : {TYPE}")
print(f"  %e = tensor.empty() : {TYPE}")
print(f"  %z = linalg.fill ins(%zero : f32) outs(%e : {TYPE}) -> {TYPE}")
for i in range(layers):
    print(f"  %y{i} = linalg.matmul ins(%x{i}, %w{i} : {TYPE}, {TYPE}) outs(%z : {TYPE}) -> {TYPE}")
    print(f"  %x{i + 1} = math.tanh %y{i} : {TYPE}")
    print(f"  %n{i} = arith.mulf %w{i}, %rate : {TYPE}")
values = ", ".join(f"%n{i}" for i in range(layers))
types = ", ".join([TYPE] * layers)
print(f"  %loss = tensor.extract %x{layers}[%first, %first] : {TYPE}")
print(f"  return %loss, {values} : f32, {types}\n}}")
