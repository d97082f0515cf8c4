// RUN: fp8-opt %s --split-input-file --fp8-check-numerics=only=split-delayed --verify-diagnostics

// The scale of an earlier step.

func.func @negative_state(%w: tensor<4xf8E4M3FN> {fp8.name = "w", fp8.state = #fp8.state<param>}, %r: tensor<4xi8>, %s: tensor<f32> {fp8.name = "s"}, %scale: tensor<f32> {fp8.name = "scale", fp8.state = #fp8.state<scale>}, %g: tensor<4xf32>) -> (tensor<4xf8E4M3FN> {fp8.updates = "w"}, tensor<4xi8>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  // expected-error @below {{split-delayed: expected the scale of the split 'w' (tensor<4xf8E4M3FN>) to be computed in this step, from the amax of the new value or from a bound of it, but it is 'scale', of an earlier step: larger values saturate, and there is no other copy}}
  // expected-note @below {{remedy: use --fp8-assign-storage with policy current or bounded}}
  // expected-note @below {{to accept it}}
  %n:3 = fp8.update states(%w, %r : tensor<4xf8E4M3FN>, tensor<4xi8>) inputs(%g : tensor<4xf32>) scales(%s, %scale : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3, residual = split8>] outs(%w, %r, %zero : tensor<4xf8E4M3FN>, tensor<4xi8>, tensor<f32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  return %n#0, %n#1 : tensor<4xf8E4M3FN>, tensor<4xi8>
}

// -----

// A constant, and the amax of another tensor.

func.func @negative_other(%w: tensor<4xf8E4M3FN> {fp8.name = "w"}, %r: tensor<4xi8>, %s: tensor<f32>, %g: tensor<4xf32>, %other: tensor<4xf32> {fp8.name = "other"}) -> (tensor<4xf8E4M3FN> {fp8.updates = "w"}, tensor<4xi8>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %two = arith.constant dense<2.0> : tensor<f32>
  // expected-error @below {{but it is the constant 2}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %n:3 = fp8.update states(%w, %r : tensor<4xf8E4M3FN>, tensor<4xi8>) inputs(%g : tensor<4xf32>) scales(%s, %two : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3, residual = split8>] outs(%w, %r, %zero : tensor<4xf8E4M3FN>, tensor<4xi8>, tensor<f32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  %amax = fp8.amax %other outs(%zero : tensor<f32>) : tensor<4xf32>
  %scale, %inverse = fp8.compute_scale %amax for e4m3 : tensor<f32>
  // expected-error @below {{but the scale that 'fp8.compute_scale' computes from the result of 'fp8.amax' is computed from another tensor}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %k:3 = fp8.update states(%n#0, %n#1 : tensor<4xf8E4M3FN>, tensor<4xi8>) inputs(%g : tensor<4xf32>) scales(%s, %scale : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3, residual = split8>] outs(%w, %r, %zero : tensor<4xf8E4M3FN>, tensor<4xi8>, tensor<f32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  return %k#0, %k#1 : tensor<4xf8E4M3FN>, tensor<4xi8>
}

// -----

// A probe of the same state, and a bound from the amax of the previous step.
// A main plane without a split may have any scale, and so may a plane that is
// not read.

func.func @fine(%w: tensor<4xf8E4M3FN> {fp8.name = "w"}, %r: tensor<4xi8>, %u: tensor<4xf8E4M3FN> {fp8.name = "u"}, %ur: tensor<4xi8>, %v: tensor<4xf8E4M3FN>, %s: tensor<f32>, %wide: tensor<4xf32>, %old: tensor<f32> {fp8.name = "amax", fp8.state = #fp8.state<amax>}, %g: tensor<4xf32>) -> (tensor<4xf8E4M3FN> {fp8.updates = "w"}, tensor<4xi8>, tensor<4xf8E4M3FN> {fp8.updates = "u"}, tensor<4xi8>, tensor<f32> {fp8.updates = "amax"}, tensor<4xf8E4M3FN>, tensor<4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %two = arith.constant dense<2.0> : tensor<f32>
  %amax = fp8.update probe states(%w, %r : tensor<4xf8E4M3FN>, tensor<4xi8>) inputs(%g : tensor<4xf32>) scales(%s : tensor<f32>) storage [#fp8.storage<format = e4m3, residual = split8>] outs(%zero : tensor<f32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  %scale, %inverse = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %n:3 = fp8.update states(%w, %r : tensor<4xf8E4M3FN>, tensor<4xi8>) inputs(%g : tensor<4xf32>) scales(%s, %scale : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3, residual = split8>] outs(%w, %r, %zero : tensor<4xf8E4M3FN>, tensor<4xi8>, tensor<f32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  %change = fp8.amax %g outs(%zero : tensor<f32>) : tensor<4xf32>
  %bound = arith.addf %old, %change : tensor<f32>
  %bscale, %binverse = fp8.compute_scale %bound for e4m3 : tensor<f32>
  %m:3 = fp8.update states(%u, %ur : tensor<4xf8E4M3FN>, tensor<4xi8>) inputs(%g : tensor<4xf32>) scales(%s, %bscale : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3, residual = split8>] outs(%u, %ur, %zero : tensor<4xf8E4M3FN>, tensor<4xi8>, tensor<f32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  %x:2 = fp8.update states(%v : tensor<4xf8E4M3FN>) inputs(%g : tensor<4xf32>) scales(%s, %two : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3>] outs(%v, %zero : tensor<4xf8E4M3FN>, tensor<f32>) {
  ^bb0(%p: f32, %d: f32):
    fp8.yield %d : f32
  }
  %z:4 = fp8.update states(%w, %r : tensor<4xf8E4M3FN>, tensor<4xi8>) scales(%s, %two : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3, residual = split8, copies = [<format = f32>]>] outs(%w, %r, %wide, %zero : tensor<4xf8E4M3FN>, tensor<4xi8>, tensor<4xf32>, tensor<f32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return %n#0, %n#1, %m#0, %m#1, %m#2, %x#0, %z#2 : tensor<4xf8E4M3FN>, tensor<4xi8>, tensor<4xf8E4M3FN>, tensor<4xi8>, tensor<f32>, tensor<4xf8E4M3FN>, tensor<4xf32>
}

// -----

// The new value of a state is another state as it is: the amax of that is the
// amax of the new value. Where it is computed from the other, it is not.

func.func @swap(%w: tensor<4xf8E4M3FN> {fp8.name = "w"}, %r: tensor<4xi8>, %v: tensor<4xf32> {fp8.name = "v"}, %s: tensor<f32>, %g: tensor<4xf32>) -> (tensor<4xf8E4M3FN> {fp8.updates = "w"}, tensor<4xi8>, tensor<4xf32> {fp8.updates = "v"}, tensor<4xf8E4M3FN>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %amax = fp8.amax %v outs(%zero : tensor<f32>) : tensor<4xf32>
  %scale, %inverse = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %n:4 = fp8.update states(%w, %r, %v : tensor<4xf8E4M3FN>, tensor<4xi8>, tensor<4xf32>) inputs(%g : tensor<4xf32>) scales(%s, %scale : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3, residual = split8>, #fp8.storage<format = f32>] outs(%w, %r, %v, %zero : tensor<4xf8E4M3FN>, tensor<4xi8>, tensor<4xf32>, tensor<f32>) {
  ^bb0(%p: f32, %q: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %q, %0 : f32, f32
  }
  // expected-error @below {{but the scale that 'fp8.compute_scale' computes from the result of 'fp8.amax' is computed from another tensor}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %k:4 = fp8.update states(%w, %r, %v : tensor<4xf8E4M3FN>, tensor<4xi8>, tensor<4xf32>) inputs(%g : tensor<4xf32>) scales(%s, %scale : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3, residual = split8>, #fp8.storage<format = f32>] outs(%w, %r, %v, %zero : tensor<4xf8E4M3FN>, tensor<4xi8>, tensor<4xf32>, tensor<f32>) {
  ^bb0(%p: f32, %q: f32, %d: f32):
    %0 = arith.subf %q, %d : f32
    fp8.yield %0, %q : f32, f32
  }
  return %n#0, %n#1, %n#2, %k#0 : tensor<4xf8E4M3FN>, tensor<4xi8>, tensor<4xf32>, tensor<4xf8E4M3FN>
}
