// Parameters with few rows: some ranks have padding alone. Four of 257 rows of
// 128, whose norm is read, are in units of 32 rows.

#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {

func.func @step(%a: tensor<10x8xf32> {fp8.name = "a", fp8.state = #fp8.state<param>},
                %ax: tensor<10x8xf32> {fp8.name = "ax", fp8.batch},
                %b: tensor<5x3x2xf32> {fp8.name = "b", fp8.state = #fp8.state<param>},
                %bx: tensor<5x3x2xf32> {fp8.name = "bx", fp8.batch},
                %c: tensor<17xf32> {fp8.name = "c", fp8.state = #fp8.state<param>},
                %cx: tensor<17xf32> {fp8.name = "cx", fp8.batch},
                %d: tensor<1x3xf32> {fp8.name = "d", fp8.state = #fp8.state<param>},
                %dx: tensor<1x3xf32> {fp8.name = "dx", fp8.batch},
                %e: tensor<257x128xf32> {fp8.name = "e", fp8.state = #fp8.state<param>},
                %ex: tensor<257x128xf32> {fp8.name = "ex", fp8.batch})
    -> (tensor<10x8xf32> {fp8.updates = "a"},
        tensor<5x3x2xf32> {fp8.updates = "b"},
        tensor<17xf32> {fp8.updates = "c"},
        tensor<1x3xf32> {fp8.updates = "d"},
        tensor<257x128xf32> {fp8.updates = "e"},
        tensor<f32> {fp8.name = "norm"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %ae = tensor.empty() : tensor<10x8xf32>
  %ay = arith.mulf %ax, %a : tensor<10x8xf32>
  %ag = fp8.all_reduce sum %ay over ["dp"] outs(%ae : tensor<10x8xf32>) : tensor<10x8xf32>
  %be = tensor.empty() : tensor<5x3x2xf32>
  %by = arith.mulf %bx, %b : tensor<5x3x2xf32>
  %bg = fp8.all_reduce sum %by over ["dp"] outs(%be : tensor<5x3x2xf32>) : tensor<5x3x2xf32>
  %ce = tensor.empty() : tensor<17xf32>
  %cy = arith.mulf %cx, %c : tensor<17xf32>
  %cg = fp8.all_reduce sum %cy over ["dp"] outs(%ce : tensor<17xf32>) : tensor<17xf32>
  %de = tensor.empty() : tensor<1x3xf32>
  %dy = arith.mulf %dx, %d : tensor<1x3xf32>
  %dg = fp8.all_reduce sum %dy over ["dp"] outs(%de : tensor<1x3xf32>) : tensor<1x3xf32>
  %ee = tensor.empty() : tensor<257x128xf32>
  %ey = arith.mulf %ex, %e : tensor<257x128xf32>
  %eg = fp8.all_reduce sum %ey over ["dp"] outs(%ee : tensor<257x128xf32>) : tensor<257x128xf32>
  %norm = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%eg : tensor<257x128xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.absf %in : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.mulf %1, %0 : f32
    %3 = arith.addf %2, %out : f32
    linalg.yield %3 : f32
  } -> tensor<f32>
  %factor = math.rsqrt %norm : tensor<f32>
  %an = fp8.update states(%a : tensor<10x8xf32>) inputs(%ag : tensor<10x8xf32>) scalars(%factor : tensor<f32>) outs(%a : tensor<10x8xf32>) {
  ^bb0(%p: f32, %g: f32, %s: f32):
    %0 = arith.mulf %g, %s : f32
    %1 = arith.subf %p, %0 : f32
    fp8.yield %1 : f32
  }
  %bn = fp8.update states(%b : tensor<5x3x2xf32>) inputs(%bg : tensor<5x3x2xf32>) scalars(%factor : tensor<f32>) outs(%b : tensor<5x3x2xf32>) {
  ^bb0(%p: f32, %g: f32, %s: f32):
    %0 = arith.mulf %g, %s : f32
    %1 = arith.subf %p, %0 : f32
    fp8.yield %1 : f32
  }
  %cn = fp8.update states(%c : tensor<17xf32>) inputs(%cg : tensor<17xf32>) scalars(%factor : tensor<f32>) outs(%c : tensor<17xf32>) {
  ^bb0(%p: f32, %g: f32, %s: f32):
    %0 = arith.mulf %g, %s : f32
    %1 = arith.subf %p, %0 : f32
    fp8.yield %1 : f32
  }
  %dn = fp8.update states(%d : tensor<1x3xf32>) inputs(%dg : tensor<1x3xf32>) scalars(%factor : tensor<f32>) outs(%d : tensor<1x3xf32>) {
  ^bb0(%p: f32, %g: f32, %s: f32):
    %0 = arith.mulf %g, %s : f32
    %1 = arith.subf %p, %0 : f32
    fp8.yield %1 : f32
  }
  %en = fp8.update states(%e : tensor<257x128xf32>) inputs(%eg : tensor<257x128xf32>) scalars(%factor : tensor<f32>) outs(%e : tensor<257x128xf32>) {
  ^bb0(%p: f32, %g: f32, %s: f32):
    %0 = arith.mulf %g, %s : f32
    %1 = arith.subf %p, %0 : f32
    fp8.yield %1 : f32
  }
  return %an, %bn, %cn, %dn, %en, %norm : tensor<10x8xf32>, tensor<5x3x2xf32>, tensor<17xf32>, tensor<1x3xf32>, tensor<257x128xf32>, tensor<f32>
}

}
