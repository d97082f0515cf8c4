// RUN: fp8-run %s --target=reference --inputs=random:1 --steps=1 --outputs=%t.reference
// RUN: fp8-run %s --target=upstream --inputs=random:1 --steps=1 --outputs=%t.upstream
// RUN: cmp %t.reference %t.upstream
// RUN: not fp8-run %s --target=cpu --inputs=random:1 --steps=1 2>&1 | FileCheck %s
// RUN: not fp8-run %s --target=sim --inputs=random:1 --steps=1 2>&1 | FileCheck %s

// Granules that do not nest, in rows that they do not divide: no loop of one
// kernel walks all of them.

// CHECK: granules-mixed.mlir:[[#@LINE+3]]:{{.*}} error: unsupported by the emitter: the indexing map
// CHECK: note: maps are projected permutations, {{.*}}; all splits of one dimension nest
func.func @step(%w: tensor<31x197xf8E4M3FN> {fp8.name = "w"}, %ws: tensor<31x7xf8E8M0FNU> {fp8.name = "ws"}, %m: tensor<31x197xf8E4M3FN> {fp8.name = "m"}, %ms: tensor<166xf32> {fp8.name = "ms"}, %v: tensor<31x197xi8> {fp8.name = "v"}, %vs: tensor<31x2xf32> {fp8.name = "vs"}, %g: tensor<31x197xf32> {fp8.name = "g"}) -> (tensor<31x197xf8E4M3FN> {fp8.updates = "w"}, tensor<31x7xf8E8M0FNU> {fp8.updates = "ws"}, tensor<31x197xf8E4M3FN> {fp8.updates = "m"}, tensor<166xf32> {fp8.updates = "ms"}, tensor<31x197xi8> {fp8.updates = "v"}, tensor<31x2xf32> {fp8.updates = "vs"}) {
  %n:6 = fp8.update states(%w, %ws, %m, %ms, %v, %vs : tensor<31x197xf8E4M3FN>, tensor<31x7xf8E8M0FNU>, tensor<31x197xf8E4M3FN>, tensor<166xf32>, tensor<31x197xi8>, tensor<31x2xf32>) inputs(%g : tensor<31x197xf32>) storage [#fp8.storage<format = e4m3, granularity = <mx>>, #fp8.storage<format = e4m3, granularity = <group 37>>, #fp8.storage<format = ue4m4, granularity = <block 1x128>>] outs(%w, %ws, %m, %ms, %v, %vs : tensor<31x197xf8E4M3FN>, tensor<31x7xf8E8M0FNU>, tensor<31x197xf8E4M3FN>, tensor<166xf32>, tensor<31x197xi8>, tensor<31x2xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %d: f32):
    %0 = arith.addf %a, %d : f32
    %1 = arith.mulf %d, %d : f32
    %2 = arith.addf %b, %1 : f32
    %3 = arith.subf %p, %0 : f32
    fp8.yield %3, %0, %2 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2, %n#3, %n#4, %n#5 : tensor<31x197xf8E4M3FN>, tensor<31x7xf8E8M0FNU>, tensor<31x197xf8E4M3FN>, tensor<166xf32>, tensor<31x197xi8>, tensor<31x2xf32>
}
