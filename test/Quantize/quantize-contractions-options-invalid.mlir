// RUN: not fp8-opt %s --fp8-quantize-contractions='skip=a,(' 2>&1 | FileCheck %s --check-prefix=REGEX
// RUN: not fp8-opt %s --fp8-quantize-contractions='history-length=0' 2>&1 | FileCheck %s --check-prefix=LENGTH
// RUN: not fp8-opt %s --fp8-quantize-contractions='min-elements=-1' 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not fp8-opt %s --fp8-quantize-contractions='margin=-1' 2>&1 | FileCheck %s --check-prefix=MARGIN
// RUN: not fp8-opt %s --fp8-quantize-contractions='recipe=block block-size=0' 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: not fp8-opt %s --fp8-quantize-contractions='recipe=row block-size=64' 2>&1 | FileCheck %s --check-prefix=UNREAD-BLOCK
// RUN: not fp8-opt %s --fp8-quantize-contractions='history-length=16' 2>&1 | FileCheck %s --check-prefix=UNREAD-LENGTH
// RUN: not fp8-opt %s --fp8-quantize-contractions='recipe=block amax-algo=most_recent' 2>&1 | FileCheck %s --check-prefix=UNREAD-ALGO
// RUN: not fp8-opt %s --fp8-quantize-contractions='recipe=mx pow2=true' 2>&1 | FileCheck %s --check-prefix=UNREAD-POW2
// RUN: not fp8-opt %s --fp8-quantize-contractions='recipe=mx epsilon=0.1' 2>&1 | FileCheck %s --check-prefix=UNREAD-EPSILON
// RUN: not fp8-opt %s --fp8-quantize-contractions='recipe=mx margin=1' 2>&1 | FileCheck %s --check-prefix=UNREAD-MARGIN
// RUN: not fp8-opt %s --fp8-quantize-contractions='forward-format=f32' 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not fp8-opt %s --fp8-quantize-contractions='recipe=delayed' 2>&1 | FileCheck %s --check-prefix=TAKEN

// REGEX: error: expected skip= to hold regular expressions, but '(' is not one: parentheses not balanced
// LENGTH: error: expected history-length= to be positive, but got 0
// LENGTH-NOT: func.func
// SIZE: error: expected min-elements= not to be negative, but got -1
// MARGIN: error: expected
// MARGIN-SAME: margin
// BLOCK: error: expected block-size= to be positive, but got 0
// UNREAD-BLOCK: error: expected no block-size= under recipe=row, which does not read it
// UNREAD-BLOCK: note: it is read under recipe block
// UNREAD-LENGTH: error: expected no history-length= under recipe=current, which does not read it
// UNREAD-LENGTH: note: it is read under recipe delayed
// UNREAD-ALGO: error: expected no amax-algo= under recipe=block, which does not read it
// UNREAD-POW2: error: expected no pow2= under recipe=mx, which does not read it
// UNREAD-POW2: note: it is read under recipe current, delayed, row and block
// UNREAD-EPSILON: error: expected no epsilon= under recipe=mx, which does not read it
// UNREAD-MARGIN: error: expected no margin= under recipe=mx, which does not read it
// FORMAT: for the --forward-format option: unsupported 'f32'; supported are e4m3, e5m2{{$}}
// TAKEN: error: expected the name @step0 to be free for the first step of the delayed recipe, but it is taken
func.func @step(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func @step0(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
