// States that a kernel overwrites while its threads still read them, unless the
// kernel sees to it.

#i = affine_map<(i) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>
#ij0 = affine_map<(i, j) -> ()>
#none = affine_map<() -> ()>

// One value per row, read at every element of the row and at its end.
func.func @rows(%x: tensor<8x200xf32>, %b: tensor<8xf32> {fp8.name = "b"})
    -> (tensor<8x200xf32>, tensor<8xf32> {fp8.updates = "b"}) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#ij, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x200xf32>) outs(%z : tensor<8xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %0 = arith.addf %acc, %v : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %e_y = tensor.empty() : tensor<8x200xf32>
  %y = linalg.generic {indexing_maps = [#ij, #row, #row, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %b, %sum : tensor<8x200xf32>, tensor<8xf32>, tensor<8xf32>) outs(%e_y : tensor<8x200xf32>) {
  ^bb0(%v: f32, %bias: f32, %s: f32, %unused: f32):
    %0 = arith.mulf %v, %bias : f32
    %1 = arith.subf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<8x200xf32>
  %next = linalg.generic {indexing_maps = [#i, #i, #i], iterator_types = ["parallel"]} ins(%b, %sum : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%bias: f32, %s: f32, %unused: f32):
    %0 = arith.mulf %bias, %half : f32
    %1 = arith.addf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return %y, %next : tensor<8x200xf32>, tensor<8xf32>
}

// One value in all, read by every thread of a kernel of scalars.
func.func @scalars(%s: tensor<f32> {fp8.name = "s"}, %k: tensor<bf16>)
    -> (tensor<f32> {fp8.updates = "s"}, tensor<f32>) {
  %e = tensor.empty() : tensor<f32>
  %next:2 = linalg.generic {indexing_maps = [#none, #none, #none, #none], iterator_types = []} ins(%s, %k : tensor<f32>, tensor<bf16>) outs(%e, %e : tensor<f32>, tensor<f32>) {
  ^bb0(%v: f32, %c: bf16, %unused: f32, %unused2: f32):
    %w = arith.extf %c : bf16 to f32
    %0 = arith.addf %v, %w : f32
    %1 = arith.divf %v, %0 : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<f32>, tensor<f32>)
  return %next#0, %next#1 : tensor<f32>, tensor<f32>
}

// One value in all, read where the sum of all elements is finished.
func.func @finish(%x: tensor<8x200xf32>, %s: tensor<f32> {fp8.name = "s"})
    -> (tensor<f32>, tensor<f32> {fp8.updates = "s"}) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %sum = linalg.generic {indexing_maps = [#ij, #ij0], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<8x200xf32>) outs(%z : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %0 = arith.addf %acc, %v : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %next = linalg.generic {indexing_maps = [#none, #none, #none], iterator_types = []} ins(%s, %sum : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%v: f32, %all: f32, %unused: f32):
    %0 = arith.mulf %v, %half : f32
    %1 = arith.addf %0, %all : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %sum, %next : tensor<f32>, tensor<f32>
}

// One element per point, where others are read along columns: the state too in
// the second function.
func.func @transposed_read(%w: tensor<48x70xf32> {fp8.name = "w"}, %g: tensor<70x48xf32>)
    -> (tensor<48x70xf32> {fp8.updates = "w"}) {
  %e = tensor.empty() : tensor<48x70xf32>
  %next = linalg.generic {indexing_maps = [#ij, #ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%w, %g : tensor<48x70xf32>, tensor<70x48xf32>) outs(%e : tensor<48x70xf32>) {
  ^bb0(%v: f32, %d: f32, %unused: f32):
    %0 = arith.subf %v, %d : f32
    linalg.yield %0 : f32
  } -> tensor<48x70xf32>
  return %next : tensor<48x70xf32>
}

func.func @transposed_state(%w: tensor<48x70xf32> {fp8.name = "w"}, %g: tensor<70x48xf32>, %f: tensor<70x48xf32>)
    -> (tensor<48x70xf32> {fp8.updates = "w"}, tensor<70x48xf8E4M3FN>) {
  %e = tensor.empty() : tensor<48x70xf32>
  %e_t = tensor.empty() : tensor<70x48xf8E4M3FN>
  %next:2 = linalg.generic {indexing_maps = [#ji, #ij, #ij, #ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%w, %g, %f : tensor<48x70xf32>, tensor<70x48xf32>, tensor<70x48xf32>) outs(%e, %e_t : tensor<48x70xf32>, tensor<70x48xf8E4M3FN>) {
  ^bb0(%v: f32, %d: f32, %h: f32, %unused: f32, %unused2: f8E4M3FN):
    %0 = arith.subf %v, %d : f32
    %1 = arith.mulf %0, %h : f32
    %2 = fp8.convert %1 : f32 to f8E4M3FN
    linalg.yield %1, %2 : f32, f8E4M3FN
  } -> (tensor<48x70xf32>, tensor<70x48xf8E4M3FN>)
  return %next#0, %next#1 : tensor<48x70xf32>, tensor<70x48xf8E4M3FN>
}
