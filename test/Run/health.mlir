// 464 and 61440 are halfway between the largest value and the value that
// would follow: the tie goes to 448 in e4m3, and past 57344 in e5m2. The
// counters of three steps are added.

// RUN: %python %S/Inputs/tensors.py write %t.in x=F32:8:464,-465,inf,nan,0.0009,-0,1,61440 scale=F32::1
// RUN: fp8-run %s --entry=tensor --inputs=%t.in --steps=3 --health=%t.json --dump=%t.dump
// RUN: fp8-run %s --entry=tensor --inputs=%t.in --steps=3 --health=%t.ref.json --dump=%t.ref.dump --target=reference
// RUN: cmp %t.json %t.ref.json && cmp %t.dump %t.ref.dump
// RUN: FileCheck %s --check-prefix=TENSOR --input-file=%t.json
// TENSOR:      {
// TENSOR-NEXT:   "quantizes": {
// TENSOR-NEXT:     "a": {
// TENSOR-NEXT:       "saturations": 9,
// TENSOR-NEXT:       "underflows": 3,
// TENSOR-NEXT:       "nonfinite_amax": 3,
// TENSOR-NEXT:       "elements": 24
// TENSOR-NEXT:     },
// TENSOR-NEXT:     "b": {
// TENSOR-NEXT:       "saturations": 6,
// TENSOR-NEXT:       "underflows": 0,
// TENSOR-NEXT:       "nonfinite_amax": 3,
// TENSOR-NEXT:       "elements": 24
// TENSOR-NEXT:     }
// TENSOR-NEXT:   },
// TENSOR-NEXT:   "totals": {
// TENSOR-NEXT:     "saturations": 15,
// TENSOR-NEXT:     "underflows": 3,
// TENSOR-NEXT:     "nonfinite_amax": 6,
// TENSOR-NEXT:     "elements": 48
// TENSOR-NEXT:   }
// TENSOR-NEXT: }

// RUN: %python %S/Inputs/tensors.py show %t.dump | FileCheck %s --check-prefix=DUMP
// DUMP-DAG: a.input F32 [8] 464 -465 inf nan 0.0009 -0 1 61440
// DUMP-DAG: a.codes F8_E4M3 [8] 126 254 126 127 0 128 56 126
// DUMP-DAG: a.scale_inv F32 [] 1
// DUMP-DAG: b.codes F8_E5M2 [8] 95 223 123 127 19 128 60 123
// DUMP-NOT: saturations
func.func @tensor(%x: tensor<8xf32> {fp8.name = "x"}, %scale: tensor<f32> {fp8.name = "scale"})
    -> (tensor<8xf8E4M3FN>, tensor<8xf8E5M2>) {
  %init_a = tensor.empty() : tensor<8xf8E4M3FN>
  %a = fp8.quantize %x by %scale outs(%init_a : tensor<8xf8E4M3FN>) {fp8.name = "a"} : tensor<8xf32>, tensor<f32>
  %init_b = tensor.empty() : tensor<8xf8E5M2>
  %b = fp8.quantize %x by %scale outs(%init_b : tensor<8xf8E5M2>) {fp8.name = "b"} : tensor<8xf32>, tensor<f32>
  return %a, %b : tensor<8xf8E4M3FN>, tensor<8xf8E5M2>
}

// If the op computes the scales, the amax of a finite granule is never clamped.
// RUN: %python %S/Inputs/tensors.py write %t.in x=F32:2x4:1000,-3,0.7,1e-9,inf,500,1,0
// RUN: fp8-run %s --entry=row --inputs=%t.in --steps=1 --health=%t.json
// RUN: fp8-run %s --entry=row --inputs=%t.in --steps=1 --health=%t.ref.json --target=reference
// RUN: cmp %t.json %t.ref.json
// RUN: FileCheck %s --check-prefix=ROW --input-file=%t.json
// ROW:      "x": {
// ROW-NEXT:   "saturations": 2,
// ROW-NEXT:   "underflows": 1,
// ROW-NEXT:   "nonfinite_amax": 1,
// ROW-NEXT:   "elements": 8
func.func @row(%x: tensor<2x4xf32> {fp8.name = "x"}) -> (tensor<2x4xf8E4M3FN>, tensor<2xf32>) {
  %init = tensor.empty() : tensor<2x4xf8E4M3FN>
  %init_inv = tensor.empty() : tensor<2xf32>
  %codes, %inv = fp8.quantize %x granularity<row> outs(%init, %init_inv : tensor<2x4xf8E4M3FN>, tensor<2xf32>) {fp8.name = "x"} : tensor<2x4xf32>
  return %codes, %inv : tensor<2x4xf8E4M3FN>, tensor<2xf32>
}

// --dump alone.
// RUN: fp8-run %s --entry=row --inputs=%t.in --steps=1 --dump=%t.dump
// RUN: %python %S/Inputs/tensors.py show %t.dump x.scale_inv | FileCheck %s --check-prefix=SCALES
// SCALES: x.scale_inv F32 [2] 2.23214 1

// Squares of a gradient below 1/701 of the largest one of the group are stored
// as zero, those of two elements here. The last first moment is zero, too.
// RUN: %python %S/Inputs/tensors.py write %t.in g=F32:4:1,0.001,-0.001,0
// RUN: fp8-run %s --entry=moments --inputs=%t.in --steps=3 --health=%t.json --arg=m=0 --arg=ms=1 --arg=v=0 --arg=vs=1
// RUN: fp8-run %s --entry=moments --inputs=%t.in --steps=3 --health=%t.ref.json --arg=m=0 --arg=ms=1 --arg=v=0 --arg=vs=1 --target=reference
// RUN: cmp %t.json %t.ref.json
// RUN: FileCheck %s --check-prefix=MOMENTS --input-file=%t.json
// MOMENTS:      "elements": 0
// MOMENTS-NEXT: },
// MOMENTS-NEXT: "zero_second_moments": {
// MOMENTS-NEXT:   "v": 6
// MOMENTS-NEXT: }
func.func @moments(%m: tensor<4xf8E4M3FN> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %ms: tensor<1xf32> {fp8.name = "ms"}, %v: tensor<4xi8> {fp8.name = "v"},
                   %vs: tensor<1xf32> {fp8.name = "vs"}, %g: tensor<4xf32> {fp8.name = "g"})
    -> (tensor<4xf8E4M3FN> {fp8.updates = "m"}, tensor<1xf32> {fp8.updates = "ms"}, tensor<4xi8> {fp8.updates = "v"}, tensor<1xf32> {fp8.updates = "vs"}) {
  %n:4 = fp8.update states(%m, %ms, %v, %vs : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>) inputs(%g : tensor<4xf32>)
      storage [#fp8.storage<format = e4m3, granularity = <group 4>>, #fp8.storage<format = ue4m4, granularity = <group 4>>]
      outs(%m, %ms, %v, %vs : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>) {
  ^bb0(%a: f32, %b: f32, %d: f32):
    %square = arith.mulf %d, %d : f32
    fp8.yield %d, %square : f32, f32
  }
  return %n#0, %n#1, %n#2, %n#3 : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>
}
