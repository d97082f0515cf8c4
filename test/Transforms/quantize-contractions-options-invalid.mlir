// RUN: not fp8-opt %s --fp8-quantize-contractions='skip=a,(' 2>&1 | FileCheck %s --check-prefix=REGEX
// RUN: not fp8-opt %s --fp8-quantize-contractions='history-length=0' 2>&1 | FileCheck %s --check-prefix=LENGTH
// RUN: not fp8-opt %s --fp8-quantize-contractions='margin=-1' 2>&1 | FileCheck %s --check-prefix=MARGIN
// RUN: not fp8-opt %s --fp8-quantize-contractions='forward-format=f32' 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not fp8-opt %s --fp8-quantize-contractions='loss=9' 2>&1 | FileCheck %s --check-prefix=LOSS
// RUN: not fp8-opt %s --fp8-quantize-contractions='recipe=delayed' 2>&1 | FileCheck %s --check-prefix=TAKEN

// REGEX: error: expected skip= to hold regular expressions, but '(' is none: parentheses not balanced
// LENGTH: error: expected history-length= to be positive, but got 0
// MARGIN: error: expected
// MARGIN-SAME: margin
// FORMAT: Cannot find option named 'f32'
// LOSS: error: expected loss= to be less than the number of results, 1, but got 9
// TAKEN: error: expected the name @step0 to be free for the first step of the delayed recipe, but it is taken
func.func @step(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func @step0(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
