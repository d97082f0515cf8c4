// RUN: fp8-opt %s --fp8-report -o /dev/null | FileCheck %s
// RUN: fp8-opt %s --fp8-report=format=json -o %t.same.mlir | %python -c "import json, sys; [print(key, value) if key != 'ops' else [print('op', op) for op in value] for key, value in json.load(sys.stdin)[0].items()]" | FileCheck %s --check-prefix=JSON

// A rank holds 3 of 10 rows of 8 codes. The first rank sends 24 bytes of codes to
// three others, and 320 bytes of gradients without its own 96. The last rank has one
// row: it sends 3 x 8 and 320 - 32. On average, ranks send 60 and 240 bytes. The amax depends on the norm, and the norm
// on the gradients, which depend on the gathered codes.
//      CHECK: exchanges                           calls      bytes sent
// CHECK-NEXT:  all_gather over dp                      3              96
// CHECK-NEXT:  all_to_all over dp                      1             224
//      CHECK:  values                 calls      bytes sent   per parameter
// CHECK-NEXT:  parameters                 1              72          1.0000
// CHECK-NEXT:  gradients                  1             224          4.0000
// CHECK-NEXT:  scalars                    2              24          0.4000
// CHECK-NEXT:  80 parameters on 4 ranks; bytes per parameter are divided by (N-1)/N
// CHECK-NEXT:  a rank sends 320 to 336 bytes
// CHECK-NEXT:  rounds of scalars: 2, of all exchanges: 4
//      CHECK:  states                       28
//      CHECK:  arena                      2048
// CHECK-NEXT:  states and arena           2076

// JSON: parameters 80
// JSON-NEXT: uses [{'use': 'parameters', 'calls': 1, 'bytes_sent': 72, 'bytes_per_parameter': 1}, {'use': 'gradients', 'calls': 1, 'bytes_sent': 224, {{.*}}}, {'use': 'scalars', 'calls': 2, 'bytes_sent': 24, {{.*}}}]
// JSON-NEXT: rounds 4
// JSON-NEXT: scalar_rounds 2
// JSON-NEXT: least_bytes_sent 320
// JSON-NEXT: most_bytes_sent 336
// JSON: mesh [{'axis': 'dp', 'ranks': 4}]
// JSON-NEXT: arguments [{'bytes': 24, 'size': 'rows', 'axes': ['dp'], 'rows': 10, 'unit': 1}, {'bytes': 4}, {'bytes': 32}, {'bytes': 4}]
// JSON-NEXT: op {'name': 'all_gather', 'place': '{{[^']*}}', 'stream': 1, 'after': [], 'axes': ['dp'], 'sent': [{'use': 'parameters', 'piece_bytes': 24, 'total_bytes': 80, 'rows': 10, 'unit': 1}]}
// JSON-NEXT: op {'name': 'product', 'place': '{{[^']*}}', 'stream': 0, 'after': [0], 'bytes_read': 116, 'bytes_written': 40, 'flops': 160, 'formats': 'f8E4M3FN,f32'}
// JSON-NEXT: op {'name': 'gradient', 'place': '{{[^']*}}', 'stream': 0, 'after': [1], 'bytes_read': 40, 'bytes_written': 320}
// JSON-NEXT: op {'name': 'all_to_all', 'place': '{{[^']*}}', 'stream': 1, 'after': [2], 'axes': ['dp'], 'sent': [{'use': 'gradients', 'piece_bytes': 96, 'total_bytes': 320, 'rows': 10, 'unit': 1}]}
// JSON-NEXT: op {'name': 'norm', 'place': '{{[^']*}}', 'stream': 0, 'after': [3], 'bytes_read': 384, 'bytes_written': 4, 'read_by_ranks': [{'bytes': 384, 'size': 'padded_rows', 'axes': ['dp'], 'rows': 10, 'unit': 1}]}
// JSON-NEXT: op {'name': 'all_gather', 'place': '{{[^']*}}', 'stream': 1, 'after': [4], 'axes': ['dp'], 'sent': [{'use': 'scalars', 'piece_bytes': 4, 'total_bytes': 16}]}
// JSON-NEXT: op {'name': 'update', {{.*}}'read_by_ranks': [{'bytes': 384, {{.*}}}, {'bytes': 16, 'size': 'pieces', 'axes': ['dp']}, {'bytes': 24, {{.*}}}], 'written_by_ranks': [{'bytes': 120, 'size': 'rows', {{.*}}}]}
// JSON: buffers [{'bytes': 80, 'first': 0, 'last': 1, 'offset': {{[0-9]+}}}, {'bytes': 40, 'first': 1, 'last': 2, 'offset': {{[0-9]+}}}, {'bytes': 320, 'first': 2, 'last': 3, 'offset': {{[0-9]+}}}, {'bytes': 384, 'first': 3, 'last': 6, 'offset': {{[0-9]+}}, 'size': 'padded_rows',

module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {
func.func @step(%w: memref<3x8xf8E4M3FN> {fp8.in_place, fp8.name = "w", fp8.state = #fp8.state<param>, fp8.shard = #fp8.shard<"dp", rows = 10, unit = 1>},
                %amax: memref<f32> {fp8.in_place, fp8.name = "w.amax", fp8.state = #fp8.state<amax>}, %x: memref<8x1xf32>, %scale: memref<f32>,
                %arena: memref<2048xi8> {llvm.dereferenceable = 2048 : i64}) {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c192 = arith.constant 192 : index
  %c512 = arith.constant 512 : index
  %c896 = arith.constant 896 : index
  %c960 = arith.constant 960 : index
  %c1024 = arith.constant 1024 : index
  %c1088 = arith.constant 1088 : index
  %c1152 = arith.constant 1152 : index
  %whole = memref.view %arena[%c0][] : memref<2048xi8> to memref<10x8xf8E4M3FN>
  %y = memref.view %arena[%c128][] : memref<2048xi8> to memref<10x1xf32>
  %gradient = memref.view %arena[%c192][] : memref<2048xi8> to memref<10x8xf32>
  %pieces = memref.view %arena[%c512][] : memref<2048xi8> to memref<4x3x8xf32>
  %norm = memref.view %arena[%c896][] : memref<2048xi8> to memref<1x1xf32>
  %norms = memref.view %arena[%c960][] : memref<2048xi8> to memref<4x1xf32>
  %own = memref.view %arena[%c1024][] : memref<2048xi8> to memref<1x1xf32>
  %all = memref.view %arena[%c1088][] : memref<2048xi8> to memref<4x1xf32>
  %copy = memref.view %arena[%c1152][] : memref<2048xi8> to memref<3x8xf32>
  fp8.all_gather %w over ["dp"] on<1 event 0> outs(%whole : memref<10x8xf8E4M3FN>) : memref<3x8xf8E4M3FN>
  fp8.gemm [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %whole by %scale, %x on<0 waits[0]> outs(%y : memref<10x1xf32>) : memref<10x8xf8E4M3FN> by memref<f32>, memref<8x1xf32>
  fp8.launch @gradient on<0 event 1> items 80 grain 80 ins(%y : memref<10x1xf32>) outs(%gradient : memref<10x8xf32>)
  fp8.all_to_all %gradient over ["dp"] on<1 waits[1] event 2> outs(%pieces : memref<4x3x8xf32>) : memref<10x8xf32>
  fp8.launch @norm on<0 waits[2] event 3> items 24 grain 24 ins(%pieces : memref<4x3x8xf32>) outs(%norm : memref<1x1xf32>)
  fp8.all_gather %norm over ["dp"] on<1 waits[3] event 4> outs(%norms : memref<4x1xf32>) : memref<1x1xf32>
  fp8.launch @update on<0 waits[4] event 5> items 24 grain 24 ins(%pieces, %norms, %w : memref<4x3x8xf32>, memref<4x1xf32>, memref<3x8xf8E4M3FN>) outs(%w, %own, %copy : memref<3x8xf8E4M3FN>, memref<1x1xf32>, memref<3x8xf32>)
  fp8.all_gather %own over ["dp"] on<1 waits[5] event 6> outs(%all : memref<4x1xf32>) : memref<1x1xf32>
  fp8.launch @largest on<0 waits[6]> items 1 grain 1 ins(%all : memref<4x1xf32>) outs(%amax : memref<f32>)
  return
}
func.func private @gradient(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @norm(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @update(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @largest(i64, i64, !llvm.ptr, !llvm.ptr)
}
