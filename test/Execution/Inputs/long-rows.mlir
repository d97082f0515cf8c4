// The loss of ROWS rows of COLUMNS logits in bf16, and its gradient in codes
// with their amax. One row is masked entirely, one has only its label left,
// and one has a NaN. Results have the canonical NaN; a sum may have any.

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#none = affine_map<(i, j) -> ()>
#n = affine_map<(i) -> (i)>
#n0 = affine_map<(i) -> ()>

func.func @step(%logits: tensor<ROWSxCOLUMNSxbf16>, %labels: tensor<ROWSxi32>, %scale: tensor<f32>)
    -> (tensor<f32>, tensor<ROWSxf32>, tensor<ROWSxCOLUMNSxf8E5M2>, tensor<f32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e_x = tensor.empty() : tensor<ROWSxCOLUMNSxbf16>
  %e_w = tensor.empty() : tensor<ROWSxCOLUMNSxf32>
  %e_c = tensor.empty() : tensor<ROWSxCOLUMNSxf8E5M2>
  %e_r = tensor.empty() : tensor<ROWSxf32>
  %e_s = tensor.empty() : tensor<f32>
  %i_m = linalg.fill ins(%lowest : f32) outs(%e_r : tensor<ROWSxf32>) -> tensor<ROWSxf32>
  %i_r = linalg.fill ins(%zero : f32) outs(%e_r : tensor<ROWSxf32>) -> tensor<ROWSxf32>
  %i_s = linalg.fill ins(%zero : f32) outs(%e_s : tensor<f32>) -> tensor<f32>
  %x = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%logits : tensor<ROWSxCOLUMNSxbf16>) outs(%e_x : tensor<ROWSxCOLUMNSxbf16>) {
  ^bb0(%e: bf16, %unused: bf16):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %three = arith.constant 3 : index
    %place = arith.constant 4000 : index
    %masked = arith.constant 0xFF80 : bf16
    %nan = arith.constant 0x7FC0 : bf16
    %is_one = arith.cmpi eq, %row, %one : index
    %is_two = arith.cmpi eq, %row, %two : index
    %is_three = arith.cmpi eq, %row, %three : index
    %is_place = arith.cmpi eq, %column, %place : index
    %away = arith.cmpi ne, %column, %place : index
    %alone = arith.andi %is_two, %away : i1
    %hidden = arith.ori %is_one, %alone : i1
    %broken = arith.andi %is_three, %is_place : i1
    %0 = arith.select %hidden, %masked, %e : bf16
    %1 = arith.select %broken, %nan, %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<ROWSxCOLUMNSxbf16>
  %top = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<ROWSxCOLUMNSxbf16>) outs(%i_m : tensor<ROWSxf32>) {
  ^bb0(%e: bf16, %acc: f32):
    %0 = arith.extf %e : bf16 to f32
    %1 = arith.maximumf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<ROWSxf32>
  %p = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %top : tensor<ROWSxCOLUMNSxbf16>, tensor<ROWSxf32>) outs(%e_w : tensor<ROWSxCOLUMNSxf32>) {
  ^bb0(%e: bf16, %m: f32, %unused: f32):
    %0 = arith.extf %e : bf16 to f32
    %1 = arith.subf %0, %m : f32
    %2 = math.exp %1 : f32
    linalg.yield %2 : f32
  } -> tensor<ROWSxCOLUMNSxf32>
  %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%p : tensor<ROWSxCOLUMNSxf32>) outs(%i_r : tensor<ROWSxf32>) {
  ^bb0(%e: f32, %acc: f32):
    %0 = arith.addf %acc, %e : f32
    linalg.yield %0 : f32
  } -> tensor<ROWSxf32>
  %picked = linalg.generic {indexing_maps = [#ij, #i, #i, #i], iterator_types = ["parallel", "reduction"]} ins(%x, %top, %labels : tensor<ROWSxCOLUMNSxbf16>, tensor<ROWSxf32>, tensor<ROWSxi32>) outs(%i_r : tensor<ROWSxf32>) {
  ^bb0(%e: bf16, %m: f32, %label: i32, %acc: f32):
    %column = linalg.index 1 : index
    %0 = arith.index_cast %column : index to i32
    %1 = arith.cmpi eq, %0, %label : i32
    %2 = arith.extf %e : bf16 to f32
    %3 = arith.subf %2, %m : f32
    %none = arith.constant 0.0 : f32
    %4 = arith.select %1, %3, %none : f32
    %5 = arith.addf %acc, %4 : f32
    linalg.yield %5 : f32
  } -> tensor<ROWSxf32>
  %rows = linalg.generic {indexing_maps = [#n, #n, #n], iterator_types = ["parallel"]} ins(%sum, %picked : tensor<ROWSxf32>, tensor<ROWSxf32>) outs(%e_r : tensor<ROWSxf32>) {
  ^bb0(%s: f32, %e: f32, %unused: f32):
    %0 = math.log %s : f32
    %1 = arith.subf %0, %e : f32
    %is_nan = arith.cmpf uno, %1, %1 : f32
    %nan = arith.constant 0x7FC00000 : f32
    %2 = arith.select %is_nan, %nan, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<ROWSxf32>
  %total = linalg.generic {indexing_maps = [#n, #n0], iterator_types = ["reduction"]} ins(%rows : tensor<ROWSxf32>) outs(%i_s : tensor<f32>) {
  ^bb0(%e: f32, %acc: f32):
    %0 = arith.addf %acc, %e : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%total : tensor<f32>) outs(%e_s : tensor<f32>) {
  ^bb0(%e: f32, %unused: f32):
    %is_nan = arith.cmpf uno, %e, %e : f32
    %nan = arith.constant 0x7FC00000 : f32
    %0 = arith.select %is_nan, %nan, %e : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %g = linalg.generic {indexing_maps = [#ij, #i, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%p, %sum, %labels : tensor<ROWSxCOLUMNSxf32>, tensor<ROWSxf32>, tensor<ROWSxi32>) outs(%e_w : tensor<ROWSxCOLUMNSxf32>) {
  ^bb0(%e: f32, %s: f32, %label: i32, %unused: f32):
    %column = linalg.index 1 : index
    %0 = arith.index_cast %column : index to i32
    %1 = arith.cmpi eq, %0, %label : i32
    %one = arith.constant 1.0 : f32
    %none = arith.constant 0.0 : f32
    %2 = arith.select %1, %one, %none : f32
    %3 = arith.divf %e, %s : f32
    %4 = arith.subf %3, %2 : f32
    linalg.yield %4 : f32
  } -> tensor<ROWSxCOLUMNSxf32>
  %codes, %amax = fp8.quantize %g by %scale with_amax outs(%e_c, %i_s : tensor<ROWSxCOLUMNSxf8E5M2>, tensor<f32>) : tensor<ROWSxCOLUMNSxf32>, tensor<f32>
  return %loss, %rows, %codes, %amax : tensor<f32>, tensor<ROWSxf32>, tensor<ROWSxCOLUMNSxf8E5M2>, tensor<f32>
}
