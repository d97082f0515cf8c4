// RUN: fp8-opt %s --fp8-observe=dump --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=DUMP
// RUN: fp8-opt %s --fp8-observe=health --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=HEALTH
// RUN: fp8-opt %s --fp8-observe="dump health" --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=BOTH

// DUMP-LABEL: func.func @tensor(
// DUMP-SAME:      %[[X:.*]]: tensor<4x8xf32>, %[[SCALE:.*]]: tensor<f32>)
// DUMP-SAME:      -> (tensor<4x8xf8E4M3FN>, tensor<4x8xf32> {fp8.name = "x.input"},
// DUMP-SAME:          tensor<4x8xf8E4M3FN> {fp8.name = "x.codes"}, tensor<f32> {fp8.name = "x.scale_inv"})
// DUMP:         %[[CODES:.*]] = fp8.quantize
// DUMP:         %[[INV:.*]] = linalg.generic {{.*}} ins(%[[SCALE]] : tensor<f32>)
// DUMP:           arith.divf %{{.*}}, %{{.*}} : f32
// DUMP:         return %[[CODES]], %[[X]], %[[CODES]], %[[INV]]

// HEALTH-LABEL: func.func @tensor(
// HEALTH-SAME:      %[[X:.*]]: tensor<4x8xf32>, %[[SCALE:.*]]: tensor<f32>)
// HEALTH-SAME:      -> (tensor<4x8xf8E4M3FN>, tensor<i64> {fp8.name = "x.saturations"},
// HEALTH-SAME:          tensor<i64> {fp8.name = "x.underflows"}, tensor<i64> {fp8.name = "x.nonfinite_amax"},
// HEALTH-SAME:          tensor<i64> {fp8.name = "x.elements"})
// HEALTH:         %[[CODES:.*]] = fp8.quantize
// HEALTH:         %[[COUNTS:.*]]:3 = linalg.generic {{.*}} ins(%[[X]], %[[CODES]], %[[SCALE]] :
// The tie at 464 goes to 448, whose mantissa is even.
// HEALTH:           %[[HALFWAY:.*]] = arith.constant 4.640000e+02 : f32
// HEALTH:           arith.cmpf ogt, %{{.*}}, %[[HALFWAY]] : f32
// HEALTH:         %[[SIZE:.*]] = arith.constant dense<32> : tensor<i64>
// HEALTH:         return %[[CODES]], %[[COUNTS]]#0, %[[COUNTS]]#1, %[[COUNTS]]#2, %[[SIZE]]

// BOTH-LABEL: func.func @tensor(
// BOTH-SAME:      "x.input"{{.*}}"x.codes"{{.*}}"x.scale_inv"{{.*}}"x.saturations"{{.*}}"x.elements"
func.func @tensor(%x: tensor<4x8xf32>, %scale: tensor<f32>) -> tensor<4x8xf8E4M3FN> {
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %codes = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E4M3FN>) {fp8.name = "x"} : tensor<4x8xf32>, tensor<f32>
  return %codes : tensor<4x8xf8E4M3FN>
}

// -----

// A scale that the op makes is a result already. To count, it is needed per
// element.
// DUMP-LABEL: func.func @block(
// DUMP-SAME:      tensor<4x1xf32> {fp8.name = "x.scale_inv"})
// DUMP:         %[[QUANTIZED:.*]]:2 = fp8.quantize
// DUMP:         return %[[QUANTIZED]]#0, %{{.*}}, %[[QUANTIZED]]#0, %[[QUANTIZED]]#1

// HEALTH-LABEL: func.func @block(
// HEALTH:         %[[QUANTIZED:.*]]:2 = fp8.quantize
// HEALTH:         %[[PER_ELEMENT:.*]] = fp8.dequantize %{{.*}} by %[[QUANTIZED]]#1 granularity<block 1x128>
// HEALTH:         linalg.generic {{.*}} ins(%{{.*}}, %[[QUANTIZED]]#0, %[[PER_ELEMENT]] :
// HEALTH:           arith.extf %{{.*}} : bf16 to f32
// HEALTH:           arith.divf
// The tie at 61440 goes up: the mantissa of 57344 is odd.
// HEALTH:           arith.cmpf oge,
func.func @block(%x: tensor<4x128xbf16>) -> tensor<4x128xf8E5M2> {
  %init = tensor.empty() : tensor<4x128xf8E5M2>
  %init_inv = tensor.empty() : tensor<4x1xf32>
  %codes, %inv = fp8.quantize %x granularity<block 1x128> outs(%init, %init_inv : tensor<4x128xf8E5M2>, tensor<4x1xf32>) {fp8.name = "x"} : tensor<4x128xbf16>
  return %codes : tensor<4x128xf8E5M2>
}

// -----

// Names are distinct.
// DUMP-LABEL: func.func @names(
// DUMP-SAME:      "x.input"{{.*}}"x_1.input"{{.*}}"quantize.input"
func.func @names(%x: tensor<8xf32>, %scale: tensor<f32>) -> tensor<8xf8E4M3FN> {
  %init = tensor.empty() : tensor<8xf8E4M3FN>
  %0 = fp8.quantize %x by %scale outs(%init : tensor<8xf8E4M3FN>) {fp8.name = "x"} : tensor<8xf32>, tensor<f32>
  %1 = fp8.quantize %x by %scale outs(%init : tensor<8xf8E4M3FN>) {fp8.name = "x"} : tensor<8xf32>, tensor<f32>
  %2 = fp8.quantize %x by %scale outs(%init : tensor<8xf8E4M3FN>) : tensor<8xf32>, tensor<f32>
  return %2 : tensor<8xf8E4M3FN>
}

// -----

// A function that is called, or that is private, does not change.
// DUMP-LABEL: func.func @negative_called(%{{.*}}: tensor<8xf32>, %{{.*}}: tensor<f32>) -> tensor<8xf8E4M3FN>
func.func @negative_called(%x: tensor<8xf32>, %scale: tensor<f32>) -> tensor<8xf8E4M3FN> {
  %init = tensor.empty() : tensor<8xf8E4M3FN>
  %0 = fp8.quantize %x by %scale outs(%init : tensor<8xf8E4M3FN>) : tensor<8xf32>, tensor<f32>
  return %0 : tensor<8xf8E4M3FN>
}
func.func @caller(%x: tensor<8xf32>, %scale: tensor<f32>) -> tensor<8xf8E4M3FN> {
  %0 = call @negative_called(%x, %scale) : (tensor<8xf32>, tensor<f32>) -> tensor<8xf8E4M3FN>
  return %0 : tensor<8xf8E4M3FN>
}

// -----

// DUMP-LABEL: func.func @negative_nested(
// DUMP-SAME:      -> tensor<8xf32>
func.func @negative_nested(%x: tensor<8xf32>, %scale: tensor<f32>, %condition: i1) -> tensor<8xf32> {
  %init = tensor.empty() : tensor<8xf8E4M3FN>
  %0 = scf.if %condition -> (tensor<8xf32>) {
    // expected-warning @below {{not observed: this op is not at the top level of an exported function}}
    %1 = fp8.quantize %x by %scale outs(%init : tensor<8xf8E4M3FN>) : tensor<8xf32>, tensor<f32>
    scf.yield %x : tensor<8xf32>
  } else {
    scf.yield %x : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// The second moment v is zero beside a first moment that is not.
// DUMP-LABEL: func.func @moments(
// DUMP-NOT:     zero_second_moments
// HEALTH-LABEL: func.func @moments(
// HEALTH-SAME:      tensor<i64> {fp8.name = "v.zero_second_moments"})
// HEALTH:         %[[NEW:.*]]:4 = fp8.update
// HEALTH:         %[[COUNT:.*]] = linalg.generic {{.*}} ins(%[[NEW]]#0, %[[NEW]]#2 : tensor<4xf8E4M3FN>, tensor<4xi8>)
// HEALTH:           %[[M:.*]] = fp8.convert %{{.*}} : f8E4M3FN to f32
// HEALTH:           arith.cmpf one, %[[M]]
// HEALTH:           arith.cmpi eq
// HEALTH:         return %[[NEW]]#0, %[[NEW]]#1, %[[NEW]]#2, %[[NEW]]#3, %[[COUNT]]
#M = #fp8.storage<format = e4m3, granularity = <group 4>>
#V = #fp8.storage<format = ue4m4, granularity = <group 4>>
func.func @moments(%m: tensor<4xf8E4M3FN>, %ms: tensor<1xf32>, %v: tensor<4xi8> {fp8.name = "v"}, %vs: tensor<1xf32>, %g: tensor<4xf32>)
    -> (tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>) {
  %n:4 = fp8.update states(%m, %ms, %v, %vs : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>) inputs(%g : tensor<4xf32>)
      storage [#M, #V] outs(%m, %ms, %v, %vs : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>) {
  ^bb0(%a: f32, %b: f32, %d: f32):
    %square = arith.mulf %d, %d : f32
    fp8.yield %d, %square : f32, f32
  }
  return %n#0, %n#1, %n#2, %n#3 : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>
}

// -----

// A second moment in 16 bits is not counted.
#M = #fp8.storage<format = e4m3, granularity = <group 4>>
// HEALTH-LABEL: func.func @negative_wide_moment(
// HEALTH-NOT:     zero_second_moments
// HEALTH:         return
func.func @negative_wide_moment(%m: tensor<4xf8E4M3FN>, %ms: tensor<1xf32>, %v: tensor<4xbf16> {fp8.name = "v"}, %g: tensor<4xf32>)
    -> (tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xbf16>) {
  %n:3 = fp8.update states(%m, %ms, %v : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xbf16>) inputs(%g : tensor<4xf32>)
      storage [#M, #fp8.storage<format = bf16>] outs(%m, %ms, %v : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xbf16>) {
  ^bb0(%a: f32, %b: f32, %d: f32):
    %square = arith.mulf %d, %d : f32
    fp8.yield %d, %square : f32, f32
  }
  return %n#0, %n#1, %n#2 : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xbf16>
}

// -----

// The other state in 8 bits is the parameter.
#W = #fp8.storage<format = e4m3, granularity = <group 4>>
#V = #fp8.storage<format = ue4m4, granularity = <group 4>>
// HEALTH-LABEL: func.func @negative_parameter(
// HEALTH-NOT:     zero_second_moments
// HEALTH:         return
func.func @negative_parameter(%w: tensor<4xf8E4M3FN> {fp8.state = #fp8.state<param>}, %ws: tensor<1xf32>, %v: tensor<4xi8>, %vs: tensor<1xf32>, %g: tensor<4xf32>)
    -> (tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>) {
  %n:4 = fp8.update states(%w, %ws, %v, %vs : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>) inputs(%g : tensor<4xf32>)
      storage [#W, #V] outs(%w, %ws, %v, %vs : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>) {
  ^bb0(%a: f32, %b: f32, %d: f32):
    %square = arith.mulf %d, %d : f32
    fp8.yield %d, %square : f32, f32
  }
  return %n#0, %n#1, %n#2, %n#3 : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>
}

// -----

// Two updates of one state, and an update of states without a name.
#M = #fp8.storage<format = e4m3, granularity = <group 4>>
#V = #fp8.storage<format = ue4m4, granularity = <group 4>>
// HEALTH-LABEL: func.func @updates_of_one_state(
// HEALTH-SAME:      tensor<i64> {fp8.name = "v.zero_second_moments"},
// HEALTH-SAME:      tensor<i64> {fp8.name = "v_1.zero_second_moments"},
// HEALTH-SAME:      tensor<i64> {fp8.name = "update.zero_second_moments"},
// HEALTH-SAME:      tensor<i64> {fp8.name = "update_1.zero_second_moments"})
func.func @updates_of_one_state(%m: tensor<4xf8E4M3FN>, %ms: tensor<1xf32>, %v: tensor<4xi8> {fp8.name = "v"}, %vs: tensor<1xf32>)
    -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
  %first:4 = fp8.update states(%m, %ms, %v, %vs : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>)
      storage [#M, #V] outs(%m, %ms, %v, %vs : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>) {
  ^bb0(%a: f32, %b: f32):
    fp8.yield %a, %b : f32, f32
  }
  %second:4 = fp8.update states(%m, %ms, %v, %vs : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>)
      storage [#M, #V] outs(%m, %ms, %v, %vs : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>) {
  ^bb0(%a: f32, %b: f32):
    fp8.yield %a, %b : f32, f32
  }
  %third:4 = fp8.update states(%second#0, %second#1, %second#2, %second#3 : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>)
      storage [#M, #V] outs(%second#0, %second#1, %second#2, %second#3 : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>) {
  ^bb0(%a: f32, %b: f32):
    fp8.yield %a, %b : f32, f32
  }
  %last:4 = fp8.update states(%third#0, %third#1, %third#2, %third#3 : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>)
      storage [#M, #V] outs(%third#0, %third#1, %third#2, %third#3 : tensor<4xf8E4M3FN>, tensor<1xf32>, tensor<4xi8>, tensor<1xf32>) {
  ^bb0(%a: f32, %b: f32):
    fp8.yield %a, %b : f32, f32
  }
  return %first#2, %second#2, %last#2 : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
}

// -----

// A result of the step has a name already.
// DUMP-LABEL: func.func @taken(
// DUMP-SAME:      tensor<f32> {fp8.name = "x.input"},
// DUMP-SAME:      tensor<4xf32> {fp8.name = "x_1.input"}, tensor<4xf8E4M3FN> {fp8.name = "x_1.codes"},
func.func @taken(%x: tensor<4xf32>, %scale: tensor<f32>) -> (tensor<4xf8E4M3FN>, tensor<f32> {fp8.name = "x.input"}) {
  %init = tensor.empty() : tensor<4xf8E4M3FN>
  %codes = fp8.quantize %x by %scale outs(%init : tensor<4xf8E4M3FN>) {fp8.name = "x"} : tensor<4xf32>, tensor<f32>
  return %codes, %scale : tensor<4xf8E4M3FN>, tensor<f32>
}
