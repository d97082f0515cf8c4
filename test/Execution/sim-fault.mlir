// RUN: rm -f %t.safetensors
// RUN: not fp8-run %s --target=sim --steps=1 --inputs=random:1 --arg=1=5 --outputs=%t.safetensors 2>&1 | FileCheck %s
// RUN: test ! -e %t.safetensors
// RUN: fp8-run %s --target=sim --steps=1 --inputs=random:1 --arg=1=4 --outputs=%t.safetensors

// A row that is not there: the kernel stops, and the run with it.
// CHECK: {{.*}}sim-fault.mlir:[[#@LINE+5]]:{{[0-9]+}}: error: expected a load of 4 bytes within 'argument 1' (400 bytes), but it is at offset 400 [out-of-bounds]
// CHECK: note: in kernel '{{.*}}', thread (0,0,0) of block (0,0,0)
// CHECK: note: the address is computed from argument 1 of kernel
func.func @step(%table: tensor<5x20xf32>, %index: tensor<3xi32>) -> tensor<3x20xf32> {
  %e = tensor.empty() : tensor<3x20xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%index : tensor<3xi32>) outs(%e : tensor<3x20xf32>) {
  ^bb0(%i: i32, %unused: f32):
    %row = arith.index_cast %i : i32 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %table[%row, %j] : tensor<5x20xf32>
    %d = arith.addf %v, %v : f32
    linalg.yield %d : f32
  } -> tensor<3x20xf32>
  return %y : tensor<3x20xf32>
}
