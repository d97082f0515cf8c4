// RUN: fp8-opt %s --fp8-check-numerics=only=delayed-start,delayed-window --split-input-file --verify-diagnostics -o /dev/null

func.func @step(%x: tensor<4x8xf32> {fp8.name = "x"}, %h: tensor<4x1xf32> {fp8.name = "h"},
                %s: tensor<1xf32> {fp8.initial = 1.0 : f32, fp8.name = "s", fp8.state = #fp8.state<scale>})
    -> (tensor<4x1xf32> {fp8.updates = "h"}, tensor<1xf32> {fp8.updates = "s"}, tensor<4x8xf8E4M3FN>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %s0 = tensor.extract_slice %s[0] [1] [1] : tensor<1xf32> to tensor<f32>
  // expected-error @below {{delayed-start: expected a first step @step0 that measures amaxes, but the module has none, and the first step encodes 'x' (tensor<4x8xf32>) with the initial value of element 0 of 's', 1}}
  // expected-note @below {{remedy: --fp8-quantize-contractions=recipe=delayed exports @step0}}
  // expected-note @below {{to accept it: fp8.allow = ["delayed-start"] on the op or on an op around it}}
  %q:2 = fp8.quantize %x by %s0 with_amax outs(%init, %zero : tensor<4x8xf8E4M3FN>, tensor<f32>) : tensor<4x8xf32>, tensor<f32>
  %e = tensor.empty() : tensor<1xf32>
  %p = tensor.insert_slice %q#1 into %e[0] [1] [1] : tensor<f32> into tensor<1xf32>
  %h1, %s1, %bad = fp8.update_scales %h, %p, %s for e4m3 : tensor<4x1xf32>, tensor<1xf32>
  return %h1, %s1, %q#0 : tensor<4x1xf32>, tensor<1xf32>, tensor<4x8xf8E4M3FN>
}

// -----

// The host gives the first scale.
func.func @step(%x: tensor<4x8xf32>, %h: tensor<4x1xf32> {fp8.name = "h"}, %s: tensor<1xf32> {fp8.name = "s", fp8.state = #fp8.state<scale>})
    -> (tensor<4x1xf32> {fp8.updates = "h"}, tensor<1xf32> {fp8.updates = "s"}, tensor<4x8xf8E4M3FN>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %s0 = tensor.extract_slice %s[0] [1] [1] : tensor<1xf32> to tensor<f32>
  %q:2 = fp8.quantize %x by %s0 with_amax outs(%init, %zero : tensor<4x8xf8E4M3FN>, tensor<f32>) : tensor<4x8xf32>, tensor<f32>
  %e = tensor.empty() : tensor<1xf32>
  %p = tensor.insert_slice %q#1 into %e[0] [1] [1] : tensor<f32> into tensor<1xf32>
  %h1, %s1, %bad = fp8.update_scales %h, %p, %s for e4m3 : tensor<4x1xf32>, tensor<1xf32>
  return %h1, %s1, %q#0 : tensor<4x1xf32>, tensor<1xf32>, tensor<4x8xf8E4M3FN>
}

// -----

func.func @windows(%h: tensor<4x2xf32> {fp8.name = "h"}, %h1: tensor<1x2xf32> {fp8.name = "h1"}, %a: tensor<2xf32>, %s: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // expected-warning @below {{delayed-window: expected scales from several steps or a margin, but 'h' (tensor<4x2xf32>) has 4 rows, and most_recent reads only the last one, and the margin is 0: values larger than in the previous step saturate}}
  // expected-note @below {{remedy: use algo<max> over more rows, or a margin of 1, which reserves a factor of two}}
  // expected-note @below {{to accept it}}
  %0, %s0, %n0 = fp8.update_scales %h, %a, %s for e4m3 algo<most_recent> : tensor<4x2xf32>, tensor<2xf32>
  // expected-warning @below {{'h1' (tensor<1x2xf32>) has 1 row, and the margin is 0}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %1, %s1, %n1 = fp8.update_scales %h1, %a, %s for e4m3 : tensor<1x2xf32>, tensor<2xf32>
  %2, %s2, %n2 = fp8.update_scales %h1, %a, %s for e4m3 scaling<margin = 1> : tensor<1x2xf32>, tensor<2xf32>
  %3, %s3, %n3 = fp8.update_scales %h1, %a, %s for e4m3 {fp8.allow = ["delayed-window"]} : tensor<1x2xf32>, tensor<2xf32>
  return %s0, %s1, %s2, %s3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
