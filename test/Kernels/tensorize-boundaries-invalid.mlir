// RUN: fp8-opt %s --fp8-tensorize-boundaries --split-input-file --verify-diagnostics

func.func @recursive(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{unsupported by fp8-tensorize-boundaries: a call of 'recursive', which is public}}
  // expected-note @below {{supported: inlined calls and calls of private functions without recursion}}
  %y = func.call @recursive(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @launched(%begin: i64, %end: i64, %buffers: !llvm.ptr, %scratch: !llvm.ptr) {
  return
}
func.func @launch(%x: memref<8xf32>) {
  // expected-error @below {{unsupported by fp8-tensorize-boundaries: a launch of 'launched', which is public}}
  // expected-note @below {{supported: inlined calls and calls of private functions without recursion}}
  fp8.launch @launched items 8 grain 8 ins(%x : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}

// -----

func.func @addressed(%x: f32) -> f32 {
  return %x : f32
}
func.func @address() -> ((f32) -> f32) {
  // expected-error @below {{unsupported by fp8-tensorize-boundaries: the address of 'addressed', which is public}}
  // expected-note @below {{supported: inlined calls and calls of private functions without recursion}}
  %f = func.constant @addressed : (f32) -> f32
  return %f : (f32) -> f32
}
