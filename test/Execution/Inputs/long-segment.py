"""Writes a step whose forward has two products and many negations in between.

    long-segment.py COUNT NUMBER...

The backward reads those of these numbers, from 1 on, and the last one.
"""
import sys

count, *read = map(int, sys.argv[1:])
type = "tensor<4x64xf32>"
print("""#i = affine_map<(i, j) -> (i, j)>
#all = affine_map<(i, j) -> ()>
#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @step(%w1: tensor<8x64xf32> {fp8.name = "w1", fp8.state = #fp8.state<param>},
                %w2: tensor<64x8xf32> {fp8.name = "w2", fp8.state = #fp8.state<param>}, %x: tensor<4x8xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<8x64xf32> {fp8.updates = "w1"}, tensor<64x8xf32> {fp8.updates = "w2"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %z_h = arith.constant dense<0.0> : tensor<4x64xf32>
  %z_x = arith.constant dense<0.0> : tensor<4x8xf32>
  %z_w1 = arith.constant dense<0.0> : tensor<8x64xf32>
  %z_w2 = arith.constant dense<0.0> : tensor<64x8xf32>
  %h0 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w1 : tensor<4x8xf32>, tensor<8x64xf32>) outs(%z_h : tensor<4x64xf32>) -> tensor<4x64xf32>""")
for i in range(count):
    print(f"  %h{i + 1} = arith.negf %h{i} : {type}")
print(f"""  %o = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%h{count}, %w2 : tensor<4x64xf32>, tensor<64x8xf32>) outs(%z_x : tensor<4x8xf32>) -> tensor<4x8xf32>
  %loss = linalg.generic {{indexing_maps = [#i, #all], iterator_types = ["reduction", "reduction"]}} ins(%o : tensor<4x8xf32>) outs(%zero : tensor<f32>) {{
  ^bb0(%e: f32, %sum: f32):
    %0 = arith.mulf %e, %e : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  }} -> tensor<f32>
  %g = arith.addf %o, %o : tensor<4x8xf32>
  %gh = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%g, %w2 : tensor<4x8xf32>, tensor<64x8xf32>) outs(%z_h : tensor<4x64xf32>) -> tensor<4x64xf32>
""", end="")
last = "gh"
for i in read:
    print(f"  %g{i} = arith.mulf %{last}, %h{i} : {type}")
    last = f"g{i}"
print(f"""  %gw1 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %{last} : tensor<4x8xf32>, tensor<4x64xf32>) outs(%z_w1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %gx = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%{last}, %w1 : tensor<4x64xf32>, tensor<8x64xf32>) outs(%z_x : tensor<4x8xf32>) -> tensor<4x8xf32>
  %gw2 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%h{count}, %gx : tensor<4x64xf32>, tensor<4x8xf32>) outs(%z_w2 : tensor<64x8xf32>) -> tensor<64x8xf32>
  %n1 = arith.addf %w1, %gw1 : tensor<8x64xf32>
  %n2 = arith.addf %w2, %gw2 : tensor<64x8xf32>
  return %loss, %n1, %n2 : tensor<f32>, tensor<8x64xf32>, tensor<64x8xf32>
}}""")
