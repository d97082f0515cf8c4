"""A sum that forty kernels read, and another one of the same type after it, which
must not take its buffer.

    python many-readers.py > many-readers.mlir
"""

READERS = 40
TENSOR = "tensor<5000xf32>"


def total(name, value):
    return f"""  %{name}_zero = arith.constant dense<0.0> : tensor<f32>
  %{name} = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}} ins({value} : {TENSOR}) outs(%{name}_zero : tensor<f32>) {{
  ^bb0(%e: f32, %out: f32):
    %s = arith.addf %out, %e : f32
    linalg.yield %s : f32
  }} -> tensor<f32>"""


def scaled(i, total_name):
    # A reduction of its own keeps each reader a kernel of its own.
    return f"""  %r{i}_zero = arith.constant dense<0.0> : tensor<f32>
  %r{i} = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}} ins(%x{i}, %{total_name} : {TENSOR}, tensor<f32>) outs(%r{i}_zero : tensor<f32>) {{
  ^bb0(%e: f32, %t: f32, %out: f32):
    %p = arith.mulf %e, %t : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  }} -> tensor<f32>"""


def main():
    arguments = ", ".join(
        f'%x{i}: {TENSOR} {{fp8.name = "x{i}"}}' for i in range(READERS)
    )
    results = ", ".join(
        f'tensor<f32> {{fp8.name = "r{i}"}}' for i in range(READERS + 1)
    )
    print(f"func.func @step({arguments}) -> ({results}) {{")
    print(total("first", "%x0"))
    print(total("second", "%x1"))
    for i in range(READERS):
        print(scaled(i, "first"))
    names = ", ".join(f"%r{i}" for i in range(READERS)) + ", %second"
    types = ", ".join(["tensor<f32>"] * (READERS + 1))
    print(f"  return {names} : {types}\n}}")


if __name__ == "__main__":
    main()
