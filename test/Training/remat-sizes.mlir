// The same step with 64 times the rows computes the same values again, whatever
// the size of its tensors.

// RUN: sed 's/ROWS/1024/g' %s > %t.few.mlir
// RUN: sed 's/ROWS/65536/g' %s > %t.many.mlir

// But for the counts and the rows the results are one text.

// DEFINE: %{few} =
// DEFINE: %{many} =
// DEFINE: %{blank} = sed -e 's/fp8.remat = {[^}]*}//' -e
// DEFINE: %{check} = fp8-opt %t.few.mlir --fp8-remat=%{few} -o %t.few && \
// DEFINE:   fp8-opt %t.many.mlir --fp8-remat=%{many} -o %t.many && \
// DEFINE:   %{blank} 's/\b1024[x,]/ROWS/g' %t.few > %t.few.rows && \
// DEFINE:   %{blank} 's/\b65536[x,]/ROWS/g' %t.many > %t.many.rows && \
// DEFINE:   cmp %t.few.rows %t.many.rows

// REDEFINE: %{few} = mode=selective
// REDEFINE: %{many} = mode=selective
// RUN: %{check}
// RUN: FileCheck %s --check-prefix=FEW < %t.few
// RUN: FileCheck %s --check-prefix=MANY < %t.many
// REDEFINE: %{few} = mode=full
// REDEFINE: %{many} = mode=full
// RUN: %{check}
// REDEFINE: %{few} = budget=109375
// REDEFINE: %{many} = budget=7000000
// RUN: %{check}
// RUN: FileCheck %s --check-prefix=FEW < %t.few
// RUN: FileCheck %s --check-prefix=MANY < %t.many

// The exponential's argument is four times the size of its operand, which is
// saved instead.

// FEW: fp8.remat = {kept_bytes = 98304 : i64, recomputed_bytes = 262144 : i64, recomputed_flops = 0 : i64, recomputed_values = 2 : i64}
// MANY: fp8.remat = {kept_bytes = 6291456 : i64, recomputed_bytes = 16777216 : i64, recomputed_flops = 0 : i64, recomputed_values = 2 : i64}

// Two blocks, where modes and budgets differ.

// RUN: sed 's/\b4x/1024x/g' %S/remat.mlir > %t.few.mlir
// RUN: sed 's/\b4x/65536x/g' %S/remat.mlir > %t.many.mlir
// REDEFINE: %{few} = mode=selective
// REDEFINE: %{many} = mode=selective
// RUN: %{check}
// RUN: FileCheck %s --check-prefix=SELECTIVE < %t.many
// REDEFINE: %{few} = mode=full
// REDEFINE: %{many} = mode=full
// RUN: %{check}
// RUN: FileCheck %s --check-prefix=FULL < %t.many
// REDEFINE: %{few} = budget=1024000
// REDEFINE: %{many} = budget=65536000
// RUN: %{check}
// RUN: FileCheck %s --check-prefix=SELECTIVE < %t.many
// REDEFINE: %{few} = budget=332800
// REDEFINE: %{many} = budget=21299200
// RUN: %{check}
// RUN: FileCheck %s --check-prefix=FULL < %t.many

// SELECTIVE: fp8.remat = {kept_bytes = 54525952 : i64, {{.*}}recomputed_values = 2 : i64}
// FULL: fp8.remat = {kept_bytes = 20971520 : i64, {{.*}}recomputed_values = 5 : i64}

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @step(%w1: tensor<8x8xf32> {fp8.name = "w1", fp8.state = #fp8.state<param>}, %w2: tensor<32x8xf32> {fp8.name = "w2", fp8.state = #fp8.state<param>}, %w3: tensor<8x8xf32> {fp8.name = "w3", fp8.state = #fp8.state<param>}, %x: tensor<ROWSx8xf32> {fp8.name = "x"})
  -> (tensor<f32> {fp8.name = "loss"}, tensor<8x8xf32>, tensor<32x8xf32>, tensor<8x8xf32>) {
  %z8 = arith.constant dense<0.0> : tensor<ROWSx8xf32>
  %z32 = arith.constant dense<0.0> : tensor<ROWSx32xf32>
  %zw = arith.constant dense<0.0> : tensor<8x8xf32>
  %zv = arith.constant dense<0.0> : tensor<32x8xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  %s = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w1 : tensor<ROWSx8xf32>, tensor<8x8xf32>) outs(%z8 : tensor<ROWSx8xf32>) -> tensor<ROWSx8xf32>
  %e4 = tensor.empty() : tensor<ROWSx8x4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i,j,k)->(i,j)>, affine_map<(i,j,k)->(i,j,k)>], iterator_types=["parallel","parallel","parallel"]} ins(%s : tensor<ROWSx8xf32>) outs(%e4 : tensor<ROWSx8x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %k = linalg.index 2 : index
    %ki = arith.index_cast %k : index to i32
    %kf = arith.sitofp %ki : i32 to f32
    %b = arith.mulf %a, %kf : f32
    linalg.yield %b : f32
  } -> tensor<ROWSx8x4xf32>
  %c = tensor.collapse_shape %r [[0], [1, 2]] : tensor<ROWSx8x4xf32> into tensor<ROWSx32xf32>
  %v = math.exp %c : tensor<ROWSx32xf32>
  %h = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%v, %w2 : tensor<ROWSx32xf32>, tensor<32x8xf32>) outs(%z8 : tensor<ROWSx8xf32>) -> tensor<ROWSx8xf32>
  %y = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%h, %w3 : tensor<ROWSx8xf32>, tensor<8x8xf32>) outs(%z8 : tensor<ROWSx8xf32>) -> tensor<ROWSx8xf32>
  %loss = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->()>], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<ROWSx8xf32>) outs(%z : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %dy = arith.addf %y, %y : tensor<ROWSx8xf32>
  %g3 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%h, %dy : tensor<ROWSx8xf32>, tensor<ROWSx8xf32>) outs(%zw : tensor<8x8xf32>) -> tensor<8x8xf32>
  %dh = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%dy, %w3 : tensor<ROWSx8xf32>, tensor<8x8xf32>) outs(%z8 : tensor<ROWSx8xf32>) -> tensor<ROWSx8xf32>
  %g2 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%v, %dh : tensor<ROWSx32xf32>, tensor<ROWSx8xf32>) outs(%zv : tensor<32x8xf32>) -> tensor<32x8xf32>
  %dv = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%dh, %w2 : tensor<ROWSx8xf32>, tensor<32x8xf32>) outs(%z32 : tensor<ROWSx32xf32>) -> tensor<ROWSx32xf32>
  %dc = arith.mulf %dv, %v : tensor<ROWSx32xf32>
  %dr = tensor.expand_shape %dc [[0], [1, 2]] output_shape [ROWS, 8, 4] : tensor<ROWSx32xf32> into tensor<ROWSx8x4xf32>
  %ds = linalg.generic {indexing_maps = [affine_map<(i,j,k)->(i,j,k)>, affine_map<(i,j,k)->(i,j)>], iterator_types=["parallel","parallel","reduction"]} ins(%dr : tensor<ROWSx8x4xf32>) outs(%z8 : tensor<ROWSx8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %b = arith.addf %o, %a : f32
    linalg.yield %b : f32
  } -> tensor<ROWSx8xf32>
  %g1 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %ds : tensor<ROWSx8xf32>, tensor<ROWSx8xf32>) outs(%zw : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %loss, %g1, %g2, %g3 : tensor<f32>, tensor<8x8xf32>, tensor<32x8xf32>, tensor<8x8xf32>
}
