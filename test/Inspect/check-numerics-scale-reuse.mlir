// RUN: fp8-opt %s --fp8-check-numerics=only=scale-reuse --split-input-file --verify-diagnostics -o /dev/null

// The scale of another tensor.

func.func @other_tensor(%x: tensor<4x8xf32> {fp8.name = "x"}, %y: tensor<4x8xf32> {fp8.name = "y"}) -> tensor<4x8xf8E4M3FN> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %amax = fp8.amax %y outs(%zero : tensor<f32>) : tensor<4x8xf32>
  // expected-note @below {{the scale is computed here}}
  %scale, %inv = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  // expected-error @below {{scale-reuse: expected the scale to be computed from the amax of 'x' (tensor<4x8xf32>) or from a bound of it, but the scale that 'fp8.compute_scale' computes from the result of 'fp8.amax' is computed from the amax of 'y' (tensor<4x8xf32>)}}
  // expected-note @below {{remedy: measure the input with fp8.amax, or use with_amax for a later step}}
  // expected-note @below {{to accept it: fp8.allow = ["scale-reuse"] on the op or on an op around it}}
  %codes = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %codes : tensor<4x8xf8E4M3FN>
}

// -----

// Bounds: a rearrangement, a part, a maximum with 0, the larger of two amaxes,
// and a tensor whose absolute values were measured.
func.func @negative_bounds(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<8x4xf8E4M3FN>, tensor<2x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<4x8xf32>
  %abs = math.absf %x : tensor<4x8xf32>
  %a = fp8.amax %abs outs(%zero : tensor<f32>) : tensor<4x8xf32>
  %b = fp8.amax %y outs(%zero : tensor<f32>) : tensor<4x8xf32>
  %both = arith.maximumf %a, %b : tensor<f32>
  %scale, %inv = fp8.compute_scale %both for e4m3 : tensor<f32>
  %e = tensor.empty() : tensor<8x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) permutation = [1, 0]
  %s = tensor.extract_slice %y[1, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
  %r = arith.maximumf %y, %zeros : tensor<4x8xf32>
  %c0 = tensor.empty() : tensor<8x4xf8E4M3FN>
  %c1 = tensor.empty() : tensor<2x8xf8E4M3FN>
  %c2 = tensor.empty() : tensor<4x8xf8E4M3FN>
  %0 = fp8.quantize %t by %scale outs(%c0 : tensor<8x4xf8E4M3FN>) : tensor<8x4xf32>, tensor<f32>
  %1 = fp8.quantize %s by %scale outs(%c1 : tensor<2x8xf8E4M3FN>) : tensor<2x8xf32>, tensor<f32>
  %2 = fp8.quantize %r by %scale outs(%c2 : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  %3 = fp8.quantize %x by %scale outs(%c2 : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %0, %1, %2, %3 : tensor<8x4xf8E4M3FN>, tensor<2x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>
}

// -----

// A scale for its inverse, in both directions.
func.func @inverse(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %amax = fp8.amax %x outs(%zero : tensor<f32>) : tensor<4x8xf32>
  %scale, %inv = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %again = arith.divf %one, %inv : tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %wide = tensor.empty() : tensor<4x8xf32>
  // expected-error @below {{expected the scale to be a scale, but it is the inverse of the scale that 'fp8.compute_scale' computes from the result of 'fp8.amax'}}
  // expected-note @below {{remedy: encode with scale, the first result of fp8.compute_scale}}
  // expected-note @below {{to accept it}}
  %codes = fp8.quantize %x by %inv outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  // 1 / scale_inv is a scale.
  %right = fp8.quantize %x by %again outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  // expected-error @below {{expected scale_inv to be an inverse scale, but it is the scale that 'fp8.compute_scale' computes from the result of 'fp8.amax'}}
  // expected-note @below {{remedy: decode with scale_inv, the second result of fp8.compute_scale, or with 1 / scale}}
  // expected-note @below {{to accept it}}
  %back = fp8.dequantize %right by %scale outs(%wide : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  return %back : tensor<4x8xf32>
}

// -----

// The scale of another format.
func.func @format(%x: tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %amax = fp8.amax %x outs(%zero : tensor<f32>) : tensor<4x8xf32>
  %scale, %inv = fp8.compute_scale %amax for e5m2 : tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  // expected-error @below {{expected the scale to be computed for e4m3, with the largest value 448, but the scale that 'fp8.compute_scale' computes from the result of 'fp8.amax' is for e5m2, with the largest value 57344}}
  // expected-note @below {{remedy: compute the scale for e4m3}}
  // expected-note @below {{to accept it}}
  %codes = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %codes : tensor<4x8xf8E4M3FN>
}

// -----

// Decoded by the scale of the other operand.
func.func @swapped(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<4x4xf32>
  %ax = fp8.amax %x outs(%zero : tensor<f32>) : tensor<4x8xf32>
  %sx, %ix = fp8.compute_scale %ax for e4m3 : tensor<f32>
  %aw = fp8.amax %w outs(%zero : tensor<f32>) : tensor<8x4xf32>
  %sw, %iw = fp8.compute_scale %aw for e4m3 : tensor<f32>
  %cx0 = tensor.empty() : tensor<4x8xf8E4M3FN>
  %cw0 = tensor.empty() : tensor<8x4xf8E4M3FN>
  // expected-note @below {{the codes are computed here}}
  %cx = fp8.quantize %x by %sx outs(%cx0 : tensor<4x8xf8E4M3FN>) {fp8.name = "x.e4m3"} : tensor<4x8xf32>, tensor<f32>
  %cw = fp8.quantize %w by %sw outs(%cw0 : tensor<8x4xf8E4M3FN>) {fp8.name = "w.e4m3"} : tensor<8x4xf32>, tensor<f32>
  // expected-error @below {{expected lhs_scale_inv to be the inverse of the scale of 'x.e4m3' (tensor<4x8xf8E4M3FN>), which is the scale that 'fp8.compute_scale' computes from the result of 'fp8.amax', but it comes from the scale that}}
  // expected-note @below {{remedy: decode with the inverse of the scale that encoded the values}}
  // expected-note @below {{to accept it}}
  %y = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %cx by %iw, %cw by %iw outs(%zeros : tensor<4x4xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<8x4xf8E4M3FN> by tensor<f32>
  return %y : tensor<4x4xf32>
}

// -----

// The inverse scales of another quantize.
func.func @granules(%x: tensor<4x8xf32>, %w: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c = tensor.empty() : tensor<4x8xf8E4M3FN>
  %i = tensor.empty() : tensor<4xf32>
  %wide = tensor.empty() : tensor<4x8xf32>
  // expected-note @below {{the codes are computed here}}
  %qx:2 = fp8.quantize %x granularity<row> outs(%c, %i : tensor<4x8xf8E4M3FN>, tensor<4xf32>) {fp8.name = "x"} : tensor<4x8xf32>
  %qw:2 = fp8.quantize %w granularity<row> outs(%c, %i : tensor<4x8xf8E4M3FN>, tensor<4xf32>) {fp8.name = "w"} : tensor<4x8xf32>
  // expected-error @below {{expected scale_inv to be the scale_inv of 'x' (tensor<4x8xf8E4M3FN>), but it is the scale_inv of 'w' (tensor<4x8xf8E4M3FN>)}}
  // expected-note @below {{remedy: use the second result of the fp8.quantize that computes the codes}}
  // expected-note @below {{to accept it}}
  %d = fp8.dequantize %qx#0 by %qw#1 granularity<row> outs(%wide : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<4xf32>
  %e = fp8.dequantize %qx#0 by %qx#1 granularity<row> outs(%wide : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<4xf32>
  return %d : tensor<4x8xf32>
}

// -----

// A scale that no step changes.
func.func @step(%x: tensor<4x8xf32> {fp8.name = "x"}, %n: tensor<f32> {fp8.name = "n"},
                %s: tensor<f32> {fp8.name = "s", fp8.state = #fp8.state<scale>}, %given: tensor<f32> {fp8.name = "given"})
    -> (tensor<f32> {fp8.updates = "n"}, tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>) {
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %n1 = arith.addf %n, %n : tensor<f32>
  // expected-error @below {{expected the step to update the scale state 's', but no result does: every step encodes 'x' (tensor<4x8xf32>) with the scale of the first step}}
  // expected-note @below {{remedy: return fp8.update_scales of its amax as fp8.updates = "s", or make it an input without fp8.state}}
  // expected-note @below {{to accept it}}
  %codes = fp8.quantize %x by %s outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  // An input is the host's.
  %other = fp8.quantize %x by %given outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %n1, %codes, %other : tensor<f32>, tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>
}

// -----

// A delayed scale whose column gets the amax of another tensor.
func.func @step(%x: tensor<4x8xf32> {fp8.name = "x"}, %y: tensor<4x8xf32> {fp8.name = "y"},
                %h: tensor<4x2xf32> {fp8.name = "h"}, %s: tensor<2xf32> {fp8.name = "s", fp8.state = #fp8.state<scale>})
    -> (tensor<4x2xf32> {fp8.updates = "h"}, tensor<2xf32> {fp8.updates = "s"}, tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %s0 = tensor.extract_slice %s[0] [1] [1] : tensor<2xf32> to tensor<f32>
  %s1 = tensor.extract_slice %s[1] [1] [1] : tensor<2xf32> to tensor<f32>
  // expected-error @below {{expected the scale to be computed from the amax of 'x' (tensor<4x8xf32>) or from a bound of it, but element 0 of 's' is computed from the amax of 'y' (tensor<4x8xf32>)}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %qx:2 = fp8.quantize %x by %s0 with_amax outs(%init, %zero : tensor<4x8xf8E4M3FN>, tensor<f32>) : tensor<4x8xf32>, tensor<f32>
  // expected-error @below {{but element 1 of 's' is computed from the amax of 'x' (tensor<4x8xf32>)}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %qy:2 = fp8.quantize %y by %s1 with_amax outs(%init, %zero : tensor<4x8xf8E4M3FN>, tensor<f32>) : tensor<4x8xf32>, tensor<f32>
  %e = tensor.empty() : tensor<2xf32>
  %p0 = tensor.insert_slice %qy#1 into %e[0] [1] [1] : tensor<f32> into tensor<2xf32>
  %p1 = tensor.insert_slice %qx#1 into %p0[1] [1] [1] : tensor<f32> into tensor<2xf32>
  // expected-note @below {{the scale is computed here}}
  %h1, %sn, %bad = fp8.update_scales %h, %p1, %s for e4m3 : tensor<4x2xf32>, tensor<2xf32>
  return %h1, %sn, %qx#0, %qy#0 : tensor<4x2xf32>, tensor<2xf32>, tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>
}

// -----

// A scale of this step decodes codes of the last.
func.func @step(%w: tensor<4x8xf8E4M3FN> {fp8.name = "w"}, %g: tensor<4x8xf32>)
    -> (tensor<4x8xf8E4M3FN> {fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %amax = fp8.amax %g outs(%zero : tensor<f32>) : tensor<4x8xf32>
  %scale, %inv = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %wide = tensor.empty() : tensor<4x8xf32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  // expected-error @below {{expected scale_inv to be a state like the codes 'w' (tensor<4x8xf8E4M3FN>), which an earlier step encoded, but it is the scale that 'fp8.compute_scale' computes from the result of 'fp8.amax', computed in this step}}
  // expected-note @below {{remedy: return scale_inv with the codes, as a separate state}}
  // expected-note @below {{to accept it}}
  %d = fp8.dequantize %w by %inv outs(%wide : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  %n = arith.addf %d, %g : tensor<4x8xf32>
  %codes = fp8.quantize %n by %scale outs(%init : tensor<4x8xf8E4M3FN>) {fp8.allow = ["scale-reuse"]} : tensor<4x8xf32>, tensor<f32>
  return %codes : tensor<4x8xf8E4M3FN>
}

// -----

// The codes are a state that changes, their scale is not.
func.func @step(%w: tensor<4x8xf8E4M3FN> {fp8.name = "w"}, %inv: tensor<f32> {fp8.name = "w.inv"}, %g: tensor<4x8xf32>)
    -> (tensor<4x8xf8E4M3FN> {fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %wide = tensor.empty() : tensor<4x8xf32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  // expected-error @below {{expected the codes 'w' (tensor<4x8xf8E4M3FN>) and their scale to be updated together, but scale_inv is 'w.inv' (tensor<f32>), which no result updates}}
  // expected-note @below {{remedy: return the inverse of the scale that encodes the new codes as the update of 'w.inv'}}
  // expected-note @below {{to accept it}}
  %d = fp8.dequantize %w by %inv outs(%wide : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  %n = arith.addf %d, %g : tensor<4x8xf32>
  %amax = fp8.amax %n outs(%zero : tensor<f32>) : tensor<4x8xf32>
  %scale, %ninv = fp8.compute_scale %amax for e4m3 : tensor<f32>
  // expected-note @below {{the new codes are computed here}}
  %codes = fp8.quantize %n by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %codes : tensor<4x8xf8E4M3FN>
}

// -----

// The codes are encoded by the scale of this step, and the next one decodes
// them by its own.
func.func @step(%w: tensor<4x8xf8E4M3FN> {fp8.name = "w"}, %h: tensor<4x1xf32> {fp8.name = "h"}, %s: tensor<1xf32> {fp8.name = "s"}, %g: tensor<4x8xf32>)
    -> (tensor<4x8xf8E4M3FN> {fp8.updates = "w"}, tensor<4x1xf32> {fp8.updates = "h"}, tensor<1xf32> {fp8.updates = "s"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %wide = tensor.empty() : tensor<4x8xf32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %s0 = tensor.extract_slice %s[0] [1] [1] : tensor<1xf32> to tensor<f32>
  %inv = arith.divf %one, %s0 : tensor<f32>
  // expected-error @below {{but scale_inv is 's' (tensor<1xf32>), which is updated with the scales that 'fp8.update_scales' computes for the next step, while the new codes are encoded with element 0 of 's'}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %d = fp8.dequantize %w by %inv outs(%wide : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  %n = arith.addf %d, %g : tensor<4x8xf32>
  // expected-note @below {{the new codes are computed here}}
  %codes:2 = fp8.quantize %n by %s0 with_amax outs(%init, %zero : tensor<4x8xf8E4M3FN>, tensor<f32>) : tensor<4x8xf32>, tensor<f32>
  %e = tensor.empty() : tensor<1xf32>
  %p = tensor.insert_slice %codes#1 into %e[0] [1] [1] : tensor<f32> into tensor<1xf32>
  %h1, %s1, %bad = fp8.update_scales %h, %p, %s for e4m3 : tensor<4x1xf32>, tensor<1xf32>
  return %codes#0, %h1, %s1 : tensor<4x8xf8E4M3FN>, tensor<4x1xf32>, tensor<1xf32>
}

// -----

// Codes and their scale are updated together; the encoding scale may also be
// constant.
func.func @step(%w: tensor<4x8xf8E4M3FN> {fp8.name = "w"}, %inv: tensor<f32> {fp8.name = "w.inv"},
                %v: tensor<4x8xf8E4M3FN> {fp8.name = "v"}, %vs: tensor<f32> {fp8.name = "v.scale"},
                %b: tensor<4x8xf8E4M3FN> {fp8.name = "b"}, %bi: tensor<4xf32> {fp8.name = "b.inv"}, %g: tensor<4x8xf32>)
    -> (tensor<4x8xf8E4M3FN> {fp8.updates = "w"}, tensor<f32> {fp8.updates = "w.inv"}, tensor<4x8xf8E4M3FN> {fp8.updates = "v"},
        tensor<4x8xf8E4M3FN> {fp8.updates = "b"}, tensor<4xf32> {fp8.updates = "b.inv"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %wide = tensor.empty() : tensor<4x8xf32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %init4 = tensor.empty() : tensor<4xf32>
  %d = fp8.dequantize %w by %inv outs(%wide : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  %n = arith.addf %d, %g : tensor<4x8xf32>
  %amax = fp8.amax %n outs(%zero : tensor<f32>) : tensor<4x8xf32>
  %scale, %ninv = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %codes = fp8.quantize %n by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  %vi = arith.divf %one, %vs : tensor<f32>
  %e = fp8.dequantize %v by %vi outs(%wide : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  %m = arith.addf %e, %g : tensor<4x8xf32>
  %vcodes = fp8.quantize %m by %vs outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  %f = fp8.dequantize %b by %bi granularity<row> outs(%wide : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<4xf32>
  %o = arith.addf %f, %g : tensor<4x8xf32>
  %bcodes:2 = fp8.quantize %o granularity<row> outs(%init, %init4 : tensor<4x8xf8E4M3FN>, tensor<4xf32>) : tensor<4x8xf32>
  return %codes, %ninv, %vcodes, %bcodes#0, %bcodes#1 : tensor<4x8xf8E4M3FN>, tensor<f32>, tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>, tensor<4xf32>
}

// -----

// A library that divides by its scale keeps the division, and encodes by 1.
func.func @divided(%x: tensor<4x8xf32>, %s: tensor<f32>) -> tensor<4x8xf32> {
  %one = arith.constant dense<1.0> : tensor<f32>
  %wide = tensor.empty() : tensor<4x8xf32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %b = linalg.broadcast ins(%s : tensor<f32>) outs(%wide : tensor<4x8xf32>) dimensions = [0, 1]
  %y = arith.divf %x, %b : tensor<4x8xf32>
  %codes = fp8.quantize %y by %one outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  %d = fp8.dequantize %codes by %s outs(%wide : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  return %d : tensor<4x8xf32>
}

// -----

func.func @negative_not_divided(%x: tensor<4x8xf32>, %s: tensor<f32>) -> tensor<4x8xf32> {
  %one = arith.constant dense<1.0> : tensor<f32>
  %wide = tensor.empty() : tensor<4x8xf32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  // expected-note @below {{the codes are computed here}}
  %codes = fp8.quantize %x by %one outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  // expected-error @+3 {{scale-reuse: expected scale_inv to be the inverse of the scale of the result of 'fp8.quantize'}}
  // expected-note @+2 {{remedy: decode with the inverse of the scale that encoded the values}}
  // expected-note @+1 {{to accept it}}
  %d = fp8.dequantize %codes by %s outs(%wide : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  return %d : tensor<4x8xf32>
}
