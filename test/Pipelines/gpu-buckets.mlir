// RUN: fp8-opt %s --fp8-gpu-pipeline | FileCheck %s
// RUN: fp8-opt %s --fp8-gpu-pipeline=max-outstanding-bytes=60000000 | FileCheck %s --check-prefix=LESS
// RUN: fp8-opt %s --fp8-cpu-pipeline | FileCheck %s --check-prefix=CPU

// On a GPU, two updates of biases that sum gradients of 50 MB each share a launch. They do not
// if the gradients may not stay alive together, nor on a CPU.

// CHECK-LABEL: func.func @step(
// CHECK-COUNT-2: fp8.gemm
// CHECK: fp8.launch {{.*}} of [{{[0-9]+, [0-9]+}}]
// CHECK-NOT: fp8.launch
// LESS-COUNT-2: fp8.launch
// LESS-NOT: fp8.launch
// CPU-COUNT-2: fp8.launch
// CPU-NOT: fp8.launch

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#by_columns = affine_map<(j, i) -> (i, j)>
#columns = affine_map<(j, i) -> (j)>

func.func @step(%b: tensor<3072xf32> {fp8.name = "b", fp8.state = #fp8.state<param>}, %c: tensor<3072xf32> {fp8.name = "c", fp8.state = #fp8.state<param>},
                %x: tensor<8192x16xbf16> {fp8.name = "x"}, %y: tensor<16x3072xbf16> {fp8.name = "y"}, %z: tensor<16x3072xbf16> {fp8.name = "z"})
    -> (tensor<3072xf32> {fp8.updates = "b"}, tensor<3072xf32> {fp8.updates = "c"}) {
  %zeros = arith.constant dense<0.0> : tensor<8192x3072xbf16>
  %none = arith.constant dense<0.0> : tensor<3072xf32>
  %g = fp8.contract [#mk, #kn, #mn] %x, %y outs(%zeros : tensor<8192x3072xbf16>) : tensor<8192x16xbf16>, tensor<16x3072xbf16>
  %h = fp8.contract [#mk, #kn, #mn] %x, %z outs(%zeros : tensor<8192x3072xbf16>) : tensor<8192x16xbf16>, tensor<16x3072xbf16>
  %db = linalg.generic {indexing_maps = [#by_columns, #columns], iterator_types = ["parallel", "reduction"]} ins(%g : tensor<8192x3072xbf16>) outs(%none : tensor<3072xf32>) {
  ^bb0(%p: bf16, %acc: f32):
    %0 = arith.extf %p : bf16 to f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<3072xf32>
  %dc = linalg.generic {indexing_maps = [#by_columns, #columns], iterator_types = ["parallel", "reduction"]} ins(%h : tensor<8192x3072xbf16>) outs(%none : tensor<3072xf32>) {
  ^bb0(%p: bf16, %acc: f32):
    %0 = arith.extf %p : bf16 to f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<3072xf32>
  %new_b = arith.subf %b, %db : tensor<3072xf32>
  %new_c = arith.subf %c, %dc : tensor<3072xf32>
  return %new_b, %new_c : tensor<3072xf32>, tensor<3072xf32>
}
