// RUN: split-file %s %t
// RUN: fp8-opt %t/fused.mlir --fp8-report -o /dev/null | FileCheck %s --check-prefix=FUSED --match-full-lines --strict-whitespace
// RUN: fp8-opt %t/planned.mlir --mlir-print-debuginfo --fp8-report=output=%t/report.txt | FileCheck %s --check-prefix=SAME
// RUN: FileCheck %s --check-prefix=PLANNED --match-full-lines --strict-whitespace --input-file=%t/report.txt
// RUN: fp8-opt %t/planned.mlir --fp8-report="format=json buffers=1" -o /dev/null | %python -c "import json, sys; print(json.load(sys.stdin))" | FileCheck %s --check-prefix=JSON
// RUN: not fp8-opt %t/fused.mlir --fp8-report=format=xml 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not fp8-opt %t/planned.mlir --fp8-report=output=%t/missing/report 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: not fp8-opt %t/unfused.mlir --fp8-report 2>&1 | FileCheck %s --check-prefix=FORM

// FORMAT: for the --format option: unsupported 'xml'; supported are table, json
// OUTPUT: error: cannot write '{{.*}}/missing/report': {{.*}}No such file or directory
// FORM: error: unsupported op 'arith.addf' in Fused form
// SAME: fp8.launch @quantize

//--- fused.mlir
// The gather reads 3 indices of 8 bytes and 3 rows of 4 elements of the 100 x 4
// table: 24 + 48. The cast reads 12 elements and writes 12 codes and an amax.
// The product reads 12 codes, 20 floats and a scale, and writes 15 floats,
// each the sum of 4 terms.
//      FUSED:@step
// FUSED-NEXT:  kernels           launches  functions      bytes read   bytes written
// FUSED-NEXT:  cast                     1          0              48              16
// FUSED-NEXT:  gather                   1          0              72              48
// FUSED-NEXT:  product                  1          0              96              60
// FUSED-NEXT:  total                    2          0             216             124
//      FUSED:  products take 120 multiplications and additions
//  FUSED-NOT:{{.+}}
func.func @step(%table: tensor<100x4xf32>, %rows: tensor<3xi64>, %w: tensor<4x5xf32>, %scale: tensor<f32>) -> tensor<3x5xf32> {
  %e0 = tensor.empty() : tensor<3x4xf32>
  %x = fp8.kernel "gather" ins(%table, %rows : tensor<100x4xf32>, tensor<3xi64>) outs(%e0 : tensor<3x4xf32>) {
  ^bb0(%t: tensor<100x4xf32>, %i: tensor<3xi64>, %out: tensor<3x4xf32>):
    %0 = linalg.generic {indexing_maps = [affine_map<(n, c) -> (n)>, affine_map<(n, c) -> (n, c)>], iterator_types = ["parallel", "parallel"]}
        ins(%i : tensor<3xi64>) outs(%out : tensor<3x4xf32>) {
    ^bb0(%row: i64, %o: f32):
      %r = arith.index_cast %row : i64 to index
      %c = linalg.index 1 : index
      %v = tensor.extract %t[%r, %c] : tensor<100x4xf32>
      linalg.yield %v : f32
    } -> tensor<3x4xf32>
    fp8.kernel_yield %0 : tensor<3x4xf32>
  }
  %e1 = tensor.empty() : tensor<3x4xf8E4M3FN>
  %e2 = tensor.empty() : tensor<f32>
  %q, %amax = fp8.kernel "cast" ins(%x : tensor<3x4xf32>) outs(%e1, %e2 : tensor<3x4xf8E4M3FN>, tensor<f32>) {
  ^bb0(%in: tensor<3x4xf32>, %out0: tensor<3x4xf8E4M3FN>, %out1: tensor<f32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<f32>) -> tensor<f32>
    %c, %m = linalg.generic {indexing_maps = [affine_map<(n, c) -> (n, c)>, affine_map<(n, c) -> (n, c)>, affine_map<(n, c) -> ()>], iterator_types = ["reduction", "reduction"]}
        ins(%in : tensor<3x4xf32>) outs(%out0, %init : tensor<3x4xf8E4M3FN>, tensor<f32>) {
    ^bb0(%e: f32, %unused: f8E4M3FN, %max: f32):
      %code = fp8.convert %e : f32 to f8E4M3FN
      %abs = math.absf %e : f32
      %next = arith.maximumf %max, %abs : f32
      linalg.yield %code, %next : f8E4M3FN, f32
    } -> (tensor<3x4xf8E4M3FN>, tensor<f32>)
    fp8.kernel_yield %c, %m : tensor<3x4xf8E4M3FN>, tensor<f32>
  }
  %e3 = tensor.empty() : tensor<3x5xf32>
  %y = fp8.gemm [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      %q by %scale, %w outs(%e3 : tensor<3x5xf32>) : tensor<3x4xf8E4M3FN> by tensor<f32>, tensor<4x5xf32>
  return %y : tensor<3x5xf32>
}

//--- planned.mlir
// 64 elements: %a lives in launches 1 and 2, %b in 2 and 3, %c in 3 and 4,
// where %d is made for 5. %c is the largest. At launch 4 are %c, through a view,
// and %d: 512 + 256 bytes; at launch 3 %b and %c: 64 + 512; at launch 2 256 + 64.
// %never is no buffer of the step, because nothing touches it. What the
// launches note counts, else their operands do.
//      PLANNED:@step
// PLANNED-NEXT:  kernels           launches  functions      bytes read   bytes written
// PLANNED-NEXT:  copy                     1          1             256             256
// PLANNED-NEXT:  layer                    2          1               7              11
// PLANNED-NEXT:  quantize                 1          1             256              64
// PLANNED-NEXT:  widen                    1          1              64             512
// PLANNED-NEXT:  product                  0          0               0               0
// PLANNED-NEXT:  total                    5          4             583             843
// PLANNED-EMPTY:
// PLANNED-NEXT:  memory                   bytes
// PLANNED-NEXT:  states                     256
// PLANNED-NEXT:  inputs                       4
// PLANNED-NEXT:  results                     64
// PLANNED-NEXT:  constants                    4
// PLANNED-NEXT:  arena                     1024
// PLANNED-NEXT:  states and arena          1280
// PLANNED-NEXT:  live at the peak           768
// PLANNED-NEXT:  gradients                  256
// PLANNED-NEXT:  most at once               256
// PLANNED-EMPTY:
// PLANNED-NEXT:  the peak is layer_1 at {{.*}}planned.mlir:{{[0-9]+}}
// PLANNED-NEXT:            512  memref<64xi64>, made by widen at {{.*}}planned.mlir:{{[0-9]+}}
// PLANNED-NEXT:            256  memref<64xf32>, made by layer_1 at {{.*}}planned.mlir:{{[0-9]+}}
//  PLANNED-NOT:{{.+}}

// JSON: [{'function': 'step', 'kernels': [{'kind': 'copy', 'launches': 1, 'functions': 1, 'bytes_read': 256, 'bytes_written': 256}, {'kind': 'layer', 'launches': 2, 'functions': 1, 'bytes_read': 7, 'bytes_written': 11},
// JSON-SAME: 'products': {'calls': 0, 'flops': 0, 'bytes_read': 0, 'bytes_written': 0}, 'total': {'launches': 5, 'functions': 4, 'bytes_read': 583, 'bytes_written': 843},
// JSON-SAME: 'memory': {'state_bytes': 256, 'input_bytes': 4, 'result_bytes': 64, 'constant_bytes': 4, 'arena_bytes': 1024, 'live_peak_bytes': 768, 'gradient_bytes': 256, 'live_gradient_bytes': 256, 'peak_op': 'layer_1',
// JSON-SAME: 'peak_buffers': [{'bytes': 512, 'type': 'memref<64xi64>', 'made_by': 'widen', 'location': '{{[^']*}}'}]}, 'mesh': [],
// JSON-SAME: 'arguments': [{'bytes': 256}, {'bytes': 4}, {'bytes': 64}, {'bytes': 4}], 'ops': [{'name': 'copy', 'place': '{{[^']*}}', 'stream': 0, 'after': [], 'bytes_read': 256, 'bytes_written': 256}, {'name': 'quantize', 'place': '{{[^']*}}', 'stream': 0, 'after': [0],
// JSON-SAME: {'name': 'layer_1', 'place': '{{[^']*}}', 'stream': 0, 'after': [{{[^]]*}}], 'bytes_read': 3, 'bytes_written': 5},
// JSON-SAME: 'buffers': [{'bytes': 256, 'first': 0, 'last': 1, 'offset': 0}, {'bytes': 64, 'first': 1, 'last': 2, 'offset': 256}, {'bytes': 512, 'first': 2, 'last': 3, 'offset': 0}, {'bytes': 256, 'first': 3, 'last': 4, 'offset': 0}]}]
memref.global "private" constant @one : memref<f32> = dense<1.0>
func.func @step(%w: memref<64xf32> {fp8.in_place, fp8.name = "w"}, %x: memref<f32>, %y: memref<64xf8E4M3FN> {fp8.result = "y"},
                %arena: memref<1024xi8> {llvm.dereferenceable = 1024 : i64}) {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %one = memref.get_global @one : memref<f32>
  %a = memref.view %arena[%c0][] : memref<1024xi8> to memref<64xf32>
  %b = memref.view %arena[%c256][] : memref<1024xi8> to memref<64xf8E4M3FN>
  %c = memref.view %arena[%c0][] : memref<1024xi8> to memref<64xi64>
  %d = memref.view %arena[%c0][] : memref<1024xi8> to memref<64xf32>
  %never = memref.view %arena[%c0][] : memref<1024xi8> to memref<128xf64>
  %shape = memref.expand_shape %c [[0, 1]] output_shape [8, 8] : memref<64xi64> into memref<8x8xi64>
  fp8.launch @copy items 64 grain 64 ins(%w : memref<64xf32>) outs(%a : memref<64xf32>)
  fp8.launch @quantize items 64 grain 64 ins(%a : memref<64xf32>) outs(%b : memref<64xf8E4M3FN>)
  fp8.launch @widen items 64 grain 64 ins(%b : memref<64xf8E4M3FN>) outs(%c : memref<64xi64>)
  fp8.launch @layer_1 items 64 grain 64 ins(%shape, %x, %one : memref<8x8xi64>, memref<f32>, memref<f32>) outs(%d : memref<64xf32>) {kernel_name = "layer", bytes_read = 3, bytes_written = 5}
  fp8.launch @layer_1 items 64 grain 64 ins(%d : memref<64xf32>) outs(%w, %y : memref<64xf32>, memref<64xf8E4M3FN>) {kernel_name = "layer", bytes_read = 4, bytes_written = 6}
  return
}
// Emitted code is not a step.
func.func @layer_1(%begin: i64, %end: i64, %pointers: !llvm.ptr, %sizes: !llvm.ptr) {
  return
}
func.func private @copy(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @quantize(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @widen(i64, i64, !llvm.ptr, !llvm.ptr)

//--- unfused.mlir
func.func @step(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = arith.addf %x, %x : tensor<8xf32>
  return %y : tensor<8xf32>
}
