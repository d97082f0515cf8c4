// Layer norm of each row, bf16 to bf16, statistics in f32.

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
!x = tensor<${ROWS}x${COLUMNS}xbf16>
!rows = tensor<${ROWS}xf32>
!columns = tensor<${COLUMNS}xf32>

func.func @step(%x: !x {fp8.name = "x"}, %gain: !columns {fp8.name = "gain"}, %bias: !columns {fp8.name = "bias"}) -> (!x {fp8.name = "y"}) {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant ${COLUMNS}.0 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %rows = tensor.empty() : !rows
  %narrow = tensor.empty() : !x
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : !rows) -> !rows
  %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : !x) outs(%zeros : !rows) {
  ^bb0(%e: bf16, %total: f32):
    %f = arith.extf %e : bf16 to f32
    %next = arith.addf %total, %f : f32
    linalg.yield %next : f32
  } -> !rows
  %mean = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%sum : !rows) outs(%rows : !rows) {
  ^bb0(%total: f32, %unused: f32):
    %m = arith.divf %total, %count : f32
    linalg.yield %m : f32
  } -> !rows
  %squares = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x, %mean : !x, !rows) outs(%zeros : !rows) {
  ^bb0(%e: bf16, %m: f32, %total: f32):
    %f = arith.extf %e : bf16 to f32
    %centred = arith.subf %f, %m : f32
    %square = arith.mulf %centred, %centred : f32
    %next = arith.addf %total, %square : f32
    linalg.yield %next : f32
  } -> !rows
  %y = linalg.generic {indexing_maps = [#ij, #i, #i, #j, #j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean, %squares, %gain, %bias : !x, !rows, !rows, !columns, !columns) outs(%narrow : !x) {
  ^bb0(%e: bf16, %m: f32, %s: f32, %g: f32, %b: f32, %unused: bf16):
    %f = arith.extf %e : bf16 to f32
    %centred = arith.subf %f, %m : f32
    %variance = arith.divf %s, %count : f32
    %shifted = arith.addf %variance, %epsilon : f32
    %deviation = math.sqrt %shifted : f32
    %normal = arith.divf %centred, %deviation : f32
    %scaled = arith.mulf %normal, %g : f32
    %moved = arith.addf %scaled, %b : f32
    %rounded = arith.truncf %moved : f32 to bf16
    linalg.yield %rounded : bf16
  } -> !x
  return %y : !x
}
