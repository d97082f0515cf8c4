// RUN: fp8-opt %s --split-input-file --fp8-check-numerics=only=moment-underflow --verify-diagnostics

func.func @one_scale(%v: tensor<4x128xi8> {fp8.name = "v"}, %g: tensor<4x128xf32>, %s: tensor<f32>, %zero: tensor<f32>) -> (tensor<4x128xi8> {fp8.updates = "v"}, tensor<f32>) {
  // expected-error @below {{moment-underflow: expected the second moment 'v' (tensor<4x128xi8>) to have a scale per granule, but the tensor has one scale, and ue4m4 spans 2^18: smaller elements are stored as zero, where updates are largest}}
  // expected-note @below {{remedy: use a granularity such as group 128, or f16, which spans 2^40}}
  // expected-note @below {{to accept it: fp8.allow = ["moment-underflow"]}}
  %n:2 = fp8.update states(%v : tensor<4x128xi8>) inputs(%g : tensor<4x128xf32>) scales(%s, %s : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = ue4m4>] outs(%v, %zero : tensor<4x128xi8>, tensor<f32>) {
  ^bb0(%b: f32, %d: f32):
    %b2 = arith.constant 0.95 : f32
    %a2 = arith.constant 0.05 : f32
    %0 = arith.mulf %b2, %b : f32
    %1 = arith.mulf %d, %d : f32
    %2 = arith.mulf %a2, %1 : f32
    %3 = arith.addf %0, %2 : f32
    fp8.yield %3 : f32
  }
  return %n#0, %n#1 : tensor<4x128xi8>, tensor<f32>
}

// -----

// Groups of 128, f16 by one scale, a first moment.

func.func @negative(%u: tensor<4x128xi8> {fp8.name = "u"}, %us: tensor<4xf32> {fp8.name = "us"}, %v: tensor<4x128xf16> {fp8.name = "v"}, %m: tensor<4x128xf8E4M3FN> {fp8.name = "m"}, %g: tensor<4x128xf32>, %s: tensor<f32>, %zero: tensor<f32>)
    -> (tensor<4x128xi8> {fp8.updates = "u"}, tensor<4xf32> {fp8.updates = "us"}, tensor<4x128xf16> {fp8.updates = "v"}, tensor<4x128xf8E4M3FN> {fp8.updates = "m"}, tensor<f32>, tensor<f32>) {
  %n:6 = fp8.update states(%u, %us, %v, %m : tensor<4x128xi8>, tensor<4xf32>, tensor<4x128xf16>, tensor<4x128xf8E4M3FN>) inputs(%g : tensor<4x128xf32>) scales(%s, %s, %s, %s : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) storage [#fp8.storage<format = ue4m4, granularity = <group 128>>, #fp8.storage<format = f16, granularity = <tensor>>, #fp8.storage<format = e4m3>] outs(%u, %us, %v, %m, %zero, %zero : tensor<4x128xi8>, tensor<4xf32>, tensor<4x128xf16>, tensor<4x128xf8E4M3FN>, tensor<f32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %b2 = arith.constant 0.5 : f32
    %0 = arith.mulf %b2, %b : f32
    %1 = arith.mulf %d, %d : f32
    %2 = arith.mulf %b2, %1 : f32
    %3 = arith.addf %0, %2 : f32
    %4 = arith.mulf %b2, %a : f32
    %5 = arith.addf %4, %2 : f32
    %6 = arith.mulf %b2, %c : f32
    %7 = arith.mulf %b2, %d : f32
    %8 = arith.addf %6, %7 : f32
    fp8.yield %5, %3, %8 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2, %n#3, %n#4, %n#5 : tensor<4x128xi8>, tensor<4xf32>, tensor<4x128xf16>, tensor<4x128xf8E4M3FN>, tensor<f32>, tensor<f32>
}

// -----

// No more elements than a group has.

func.func @negative_one_group(%v: tensor<1x128xi8> {fp8.name = "v"}, %g: tensor<1x128xf32>, %s: tensor<f32>, %zero: tensor<f32>) -> (tensor<1x128xi8> {fp8.updates = "v"}, tensor<f32>) {
  %n:2 = fp8.update states(%v : tensor<1x128xi8>) inputs(%g : tensor<1x128xf32>) scales(%s, %s : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = ue4m4>] outs(%v, %zero : tensor<1x128xi8>, tensor<f32>) {
  ^bb0(%b: f32, %d: f32):
    %b2 = arith.constant 0.95 : f32
    %a2 = arith.constant 0.05 : f32
    %0 = arith.mulf %b2, %b : f32
    %1 = arith.mulf %d, %d : f32
    %2 = arith.mulf %a2, %1 : f32
    %3 = arith.addf %0, %2 : f32
    fp8.yield %3 : f32
  }
  return %n#0, %n#1 : tensor<1x128xi8>, tensor<f32>
}
