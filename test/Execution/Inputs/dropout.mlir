// Two blocks x + dropout(tanh(x w1)) w2 behind an embedding, under SGD. Each
// mask is drawn from the position, the block and the number of the step: that
// of the first block where it is used, that of the second one once.

#i = affine_map<(i, j) -> (i, j)>
#all = affine_map<(i, j) -> ()>
#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

func.func @step(%table: tensor<12x8xf32> {fp8.name = "table"}, %w11: tensor<8x64xf32> {fp8.name = "w11"},
                %w12: tensor<64x8xf32> {fp8.name = "w12"}, %w21: tensor<8x64xf32> {fp8.name = "w21"},
                %w22: tensor<64x8xf32> {fp8.name = "w22"}, %number: tensor<i32> {fp8.name = "number", fp8.state = #fp8.state<step>},
                %ids: tensor<6x1xi64> {fp8.name = "ids"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<12x8xf32> {fp8.updates = "table"}, tensor<8x64xf32> {fp8.updates = "w11"},
        tensor<64x8xf32> {fp8.updates = "w12"}, tensor<8x64xf32> {fp8.updates = "w21"},
        tensor<64x8xf32> {fp8.updates = "w22"}, tensor<i32> {fp8.updates = "number"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c11 = arith.constant 11 : index
  %one = arith.constant dense<1> : tensor<i32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %z_h = arith.constant dense<0.0> : tensor<6x64xf32>
  %z_x = arith.constant dense<0.0> : tensor<6x8xf32>
  %z_w1 = arith.constant dense<0.0> : tensor<8x64xf32>
  %z_w2 = arith.constant dense<0.0> : tensor<64x8xf32>
  %z_t = arith.constant dense<0.0> : tensor<12x8xf32>
  %ones = arith.constant dense<1.0> : tensor<6x64xf32>
  %rate = arith.constant dense<-0.0625> : tensor<8x64xf32>
  %rate_2 = arith.constant dense<-0.0625> : tensor<64x8xf32>
  %rate_t = arith.constant dense<-0.0625> : tensor<12x8xf32>
  %e_x = tensor.empty() : tensor<6x8xf32>
  %e_h = tensor.empty() : tensor<6x64xf32>
  %next = arith.addi %number, %one : tensor<i32>
  // The forward.
  %x0 = linalg.generic {indexing_maps = [#i], iterator_types = ["parallel", "parallel"]} outs(%e_x : tensor<6x8xf32>) {
  ^bb0(%unused: f32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %id = tensor.extract %ids[%row, %c0] : tensor<6x1xi64>
    %wide = arith.index_cast %id : i64 to index
    %low = arith.maxsi %wide, %c0 : index
    %in = arith.minsi %low, %c11 : index
    %v = tensor.extract %table[%in, %column] : tensor<12x8xf32>
    linalg.yield %v : f32
  } -> tensor<6x8xf32>
  %h1 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x0, %w11 : tensor<6x8xf32>, tensor<8x64xf32>) outs(%z_h : tensor<6x64xf32>) -> tensor<6x64xf32>
  %a1 = math.tanh %h1 : tensor<6x64xf32>
  %d1 = linalg.generic {indexing_maps = [#i, #all, #i], iterator_types = ["parallel", "parallel"]} ins(%a1, %number : tensor<6x64xf32>, tensor<i32>) outs(%e_h : tensor<6x64xf32>) {
  ^bb0(%v: f32, %n: i32, %unused: f32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %c64 = arith.constant 64 : index
    %factor = arith.constant -1640531527 : i32
    %shift = arith.constant 15 : i32
    %least = arith.constant 1073741824 : i32
    %kept = arith.constant 0x3FAAAAAB : f32
    %dropped = arith.constant 0.0 : f32
    %first = arith.muli %row, %c64 : index
    %position = arith.addi %first, %column : index
    %p = arith.index_cast %position : index to i32
    %s0 = arith.muli %n, %factor : i32
    %s1 = arith.addi %s0, %p : i32
    %s2 = arith.muli %s1, %factor : i32
    %s3 = arith.shrui %s2, %shift : i32
    %s4 = arith.xori %s2, %s3 : i32
    %s5 = arith.muli %s4, %factor : i32
    %is = arith.cmpi uge, %s5, %least : i32
    %f = arith.select %is, %kept, %dropped : f32
    %y = arith.mulf %v, %f : f32
    linalg.yield %y : f32
  } -> tensor<6x64xf32>
  %o1 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%d1, %w12 : tensor<6x64xf32>, tensor<64x8xf32>) outs(%z_x : tensor<6x8xf32>) -> tensor<6x8xf32>
  %x1 = arith.addf %x0, %o1 : tensor<6x8xf32>
  %h2 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x1, %w21 : tensor<6x8xf32>, tensor<8x64xf32>) outs(%z_h : tensor<6x64xf32>) -> tensor<6x64xf32>
  %a2 = math.tanh %h2 : tensor<6x64xf32>
  %m2 = linalg.generic {indexing_maps = [#all, #i], iterator_types = ["parallel", "parallel"]} ins(%number : tensor<i32>) outs(%e_h : tensor<6x64xf32>) {
  ^bb0(%n: i32, %unused: f32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %c64 = arith.constant 64 : index
    %factor = arith.constant -2048144789 : i32
    %shift = arith.constant 15 : i32
    %least = arith.constant 1073741824 : i32
    %kept = arith.constant 0x3FAAAAAB : f32
    %dropped = arith.constant 0.0 : f32
    %first = arith.muli %row, %c64 : index
    %position = arith.addi %first, %column : index
    %p = arith.index_cast %position : index to i32
    %s0 = arith.muli %n, %factor : i32
    %s1 = arith.addi %s0, %p : i32
    %s2 = arith.muli %s1, %factor : i32
    %s3 = arith.shrui %s2, %shift : i32
    %s4 = arith.xori %s2, %s3 : i32
    %s5 = arith.muli %s4, %factor : i32
    %is = arith.cmpi uge, %s5, %least : i32
    %f = arith.select %is, %kept, %dropped : f32
    linalg.yield %f : f32
  } -> tensor<6x64xf32>
  %d2 = arith.mulf %a2, %m2 : tensor<6x64xf32>
  %o2 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%d2, %w22 : tensor<6x64xf32>, tensor<64x8xf32>) outs(%z_x : tensor<6x8xf32>) -> tensor<6x8xf32>
  %x2 = arith.addf %x1, %o2 : tensor<6x8xf32>
  %loss = linalg.generic {indexing_maps = [#i, #all], iterator_types = ["reduction", "reduction"]} ins(%x2 : tensor<6x8xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%e: f32, %sum: f32):
    %0 = arith.mulf %e, %e : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  // The backward.
  %g2 = arith.addf %x2, %x2 : tensor<6x8xf32>
  %gw22 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%d2, %g2 : tensor<6x64xf32>, tensor<6x8xf32>) outs(%z_w2 : tensor<64x8xf32>) -> tensor<64x8xf32>
  %gd2 = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%g2, %w22 : tensor<6x8xf32>, tensor<64x8xf32>) outs(%z_h : tensor<6x64xf32>) -> tensor<6x64xf32>
  %ga2 = arith.mulf %gd2, %m2 : tensor<6x64xf32>
  %aa2 = arith.mulf %a2, %a2 : tensor<6x64xf32>
  %da2 = arith.subf %ones, %aa2 : tensor<6x64xf32>
  %gh2 = arith.mulf %ga2, %da2 : tensor<6x64xf32>
  %gw21 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x1, %gh2 : tensor<6x8xf32>, tensor<6x64xf32>) outs(%z_w1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %gx2 = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%gh2, %w21 : tensor<6x64xf32>, tensor<8x64xf32>) outs(%z_x : tensor<6x8xf32>) -> tensor<6x8xf32>
  %g1 = arith.addf %g2, %gx2 : tensor<6x8xf32>
  %gw12 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%d1, %g1 : tensor<6x64xf32>, tensor<6x8xf32>) outs(%z_w2 : tensor<64x8xf32>) -> tensor<64x8xf32>
  %gd1 = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%g1, %w12 : tensor<6x8xf32>, tensor<64x8xf32>) outs(%z_h : tensor<6x64xf32>) -> tensor<6x64xf32>
  %ga1 = linalg.generic {indexing_maps = [#i, #all, #i], iterator_types = ["parallel", "parallel"]} ins(%gd1, %number : tensor<6x64xf32>, tensor<i32>) outs(%e_h : tensor<6x64xf32>) {
  ^bb0(%v: f32, %n: i32, %unused: f32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %c64 = arith.constant 64 : index
    %factor = arith.constant -1640531527 : i32
    %shift = arith.constant 15 : i32
    %least = arith.constant 1073741824 : i32
    %kept = arith.constant 0x3FAAAAAB : f32
    %dropped = arith.constant 0.0 : f32
    %first = arith.muli %row, %c64 : index
    %position = arith.addi %first, %column : index
    %p = arith.index_cast %position : index to i32
    %s0 = arith.muli %n, %factor : i32
    %s1 = arith.addi %s0, %p : i32
    %s2 = arith.muli %s1, %factor : i32
    %s3 = arith.shrui %s2, %shift : i32
    %s4 = arith.xori %s2, %s3 : i32
    %s5 = arith.muli %s4, %factor : i32
    %is = arith.cmpi uge, %s5, %least : i32
    %f = arith.select %is, %kept, %dropped : f32
    %y = arith.mulf %v, %f : f32
    linalg.yield %y : f32
  } -> tensor<6x64xf32>
  %aa1 = arith.mulf %a1, %a1 : tensor<6x64xf32>
  %da1 = arith.subf %ones, %aa1 : tensor<6x64xf32>
  %gh1 = arith.mulf %ga1, %da1 : tensor<6x64xf32>
  %gw11 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x0, %gh1 : tensor<6x8xf32>, tensor<6x64xf32>) outs(%z_w1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %gx1 = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%gh1, %w11 : tensor<6x64xf32>, tensor<8x64xf32>) outs(%z_x : tensor<6x8xf32>) -> tensor<6x8xf32>
  %g0 = arith.addf %g1, %gx1 : tensor<6x8xf32>
  %gt = scf.for %k = %c0 to %c6 step %c1 iter_args(%sums = %z_t) -> (tensor<12x8xf32>) {
    %id = tensor.extract %ids[%k, %c0] : tensor<6x1xi64>
    %place = arith.index_cast %id : i64 to index
    %old = tensor.extract_slice %sums[%place, 0] [1, 8] [1, 1] : tensor<12x8xf32> to tensor<1x8xf32>
    %more = tensor.extract_slice %g0[%k, 0] [1, 8] [1, 1] : tensor<6x8xf32> to tensor<1x8xf32>
    %sum = arith.addf %old, %more : tensor<1x8xf32>
    %set = tensor.insert_slice %sum into %sums[%place, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<12x8xf32>
    scf.yield %set : tensor<12x8xf32>
  }
  // The update.
  %ut = arith.mulf %gt, %rate_t : tensor<12x8xf32>
  %nt = arith.addf %table, %ut : tensor<12x8xf32>
  %u11 = arith.mulf %gw11, %rate : tensor<8x64xf32>
  %n11 = arith.addf %w11, %u11 : tensor<8x64xf32>
  %u12 = arith.mulf %gw12, %rate_2 : tensor<64x8xf32>
  %n12 = arith.addf %w12, %u12 : tensor<64x8xf32>
  %u21 = arith.mulf %gw21, %rate : tensor<8x64xf32>
  %n21 = arith.addf %w21, %u21 : tensor<8x64xf32>
  %u22 = arith.mulf %gw22, %rate_2 : tensor<64x8xf32>
  %n22 = arith.addf %w22, %u22 : tensor<64x8xf32>
  return %loss, %nt, %n11, %n12, %n21, %n22, %next : tensor<f32>, tensor<12x8xf32>, tensor<8x64xf32>, tensor<64x8xf32>, tensor<8x64xf32>, tensor<64x8xf32>, tensor<i32>
}
