// RUN: fp8-opt %s --fp8-bucket-updates=max-outstanding-bytes=0 | FileCheck %s

// An op with a region stays, because captured values are not its operands.

// CHECK-LABEL: @negative_region(
// CHECK: fp8.kernel "gradient"
// CHECK: fp8.kernel "later"
// CHECK: scf.if
// CHECK: fp8.kernel "update"
func.func @negative_region(%w: tensor<8xf32> {fp8.name = "w"}, %x: tensor<8xf32>, %c: i1) -> (tensor<8xf32> {fp8.updates = "w"}, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %i = arith.constant 0 : index
  %g = fp8.kernel "gradient" ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a0: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a0 : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x0: f32, %o: f32):
      %s = arith.negf %x0 : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %h = fp8.kernel "later" ins(%g : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a0: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a0 : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x0: f32, %o: f32):
      %s = arith.negf %x0 : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %p = scf.if %c -> (tensor<f32>) {
    %v = tensor.extract %h[%i] : tensor<8xf32>
    %t = tensor.from_elements %v : tensor<f32>
    scf.yield %t : tensor<f32>
  } else {
    %v = tensor.extract %g[%i] : tensor<8xf32>
    %t = tensor.from_elements %v : tensor<f32>
    scf.yield %t : tensor<f32>
  }
  %n = fp8.kernel "update" ins(%w, %g, %p : tensor<8xf32>, tensor<8xf32>, tensor<f32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a0: tensor<8xf32>, %a1: tensor<8xf32>, %a2: tensor<f32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a0, %a1, %a2 : tensor<8xf32>, tensor<8xf32>, tensor<f32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x0: f32, %x1: f32, %x2: f32, %o: f32):
      %u = arith.mulf %x1, %x2 : f32
      %s = arith.subf %x0, %u : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return %n, %h : tensor<8xf32>, tensor<8xf32>
}
