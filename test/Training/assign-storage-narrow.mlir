// RUN: fp8-opt %s --fp8-assign-storage=preset=fp8-split16 --remarks-filter='fp8.*' 2>&1 | FileCheck %s

// The storage of narrow states does not change, as a remark states.
// CHECK: 'w' stays as it is: presets store f32 states only
// CHECK: func.func @step(%{{.*}}: tensor<8x64xbf16>
func.func @step(%w: tensor<8x64xbf16> {fp8.name = "w", fp8.state = #fp8.state<param>}, %g: tensor<8x64xbf16>) -> (tensor<8x64xbf16> {fp8.updates = "w"}) {
  %0 = fp8.update states(%w : tensor<8x64xbf16>) inputs(%g : tensor<8x64xbf16>) outs(%w : tensor<8x64xbf16>) {
  ^bb0(%old: f32, %gradient: f32):
    %new = arith.subf %old, %gradient : f32
    fp8.yield %new : f32
  }
  return %0 : tensor<8x64xbf16>
}
