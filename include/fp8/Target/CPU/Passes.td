//===- Passes.td - code of kernels for CPUs ----------------*- tablegen -*-===//
#ifndef FP8_TARGET_CPU_PASSES_TD
#define FP8_TARGET_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def EmitCPUPass : Pass<"fp8-emit-cpu", "::mlir::ModuleOp"> {
  let summary = "Emit every fp8.kernel as a function for CPUs";
  let description = [{
    Emits each kernel as a function over a range of its work items, with explicit
    vectors, and replaces it by `fp8.launch`. Kernels that differ only in their names
    share a function. Scratch memory of a reduction of a whole tensor is allocated
    next to the launch.

    **Numerics**: same. Sums are added in the declared order.

    **Before**: Planned form; kernels on memrefs of static strides.
    ```mlir
    func.func @step(%x: memref<64xf32>, %y: memref<64xf32>) {
      fp8.kernel "negate" ins(%x : memref<64xf32>) outs(%y : memref<64xf32>) {
      ^bb0(%in: tensor<64xf32>, %out: tensor<64xf32>):
        %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                             iterator_types = ["parallel"]}
            ins(%in : tensor<64xf32>) outs(%out : tensor<64xf32>) {
        ^bb0(%e: f32, %old: f32):
          %n = arith.negf %e : f32
          linalg.yield %n : f32
        } -> tensor<64xf32>
        fp8.kernel_yield %0 : tensor<64xf32>
      }
      return
    }
    ```
    **After**: no `fp8.kernel`; functions in arith, scf, vector and llvm, with
    `fp8.convert` on vectors. Arguments of a function are the first and the last work item
    of a range, the pointers to its buffers, and scratch memory.
    ```mlir
    func.func @step(%x: memref<64xf32>, %y: memref<64xf32>) {
      fp8.launch @negate items 64 grain 16384 ins(%x : memref<64xf32>) outs(%y : memref<64xf32>) ...
      return
    }
    func.func @negate(%begin: i64, %end: i64, %buffers: !llvm.ptr, %scratch: !llvm.ptr) {
      ...
      scf.for %i = %begin to %last step %c16 : i64 {
        ...
        %e = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
        %n = arith.negf %e : vector<16xf32>
        ...
        llvm.store %n, %q {alignment = 4 : i64} : vector<16xf32>, !llvm.ptr
      }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", /*default=*/"512",
           "Bits of a vector register: 128, 256 or 512">,
    Option<"cpu", "cpu", "std::string", /*default=*/"\"\"",
           "LLVM's name of the CPU whose memory system the code is tuned for; "
           "native for the host">
  ];
}

def BatchDrawsPass : Pass<"fp8-batch-draws", "::mlir::ModuleOp"> {
  let summary = "Generate random bits for many iterations of a loop at once";
  let description = [{
    If the iterations of a loop over vectors generate random bits for consecutive
    elements, the bits of 256 elements are generated together, before the iterations
    that use them, and stored on the stack. A longer loop is split into loops of 256
    elements. Otherwise every iteration would wait for the latency of Philox, which
    CPUs do not hide.

    **Numerics**: same.

    **Before**: functions of the emitter in scf and vector.
    ```mlir
    func.func @bits(%seed: i32, %step: i32, %out: !llvm.ptr) {
      %c0 = arith.constant 0 : i64
      %c8 = arith.constant 8 : i64
      %c1024 = arith.constant 1024 : i64
      %lanes = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi64>
      scf.for %i = %c0 to %c1024 step %c8 : i64 {
        %start = vector.broadcast %i : i64 to vector<8xi64>
        %index = arith.addi %start, %lanes : vector<8xi64>
        %bits = fp8.draw %index seed %seed step %step stream 3 use 0 : vector<8xi64>, i32, i32 to vector<8xi16>
        %p = llvm.getelementptr %out[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i16
        llvm.store %bits, %p : vector<8xi16>, !llvm.ptr
      }
      return
    }
    ```
    **After**: the same; `fp8.draw` of such loops is replaced by loads.
    ```mlir
    %buffer = llvm.alloca %size x i16 {alignment = 64 : i64} : (i64) -> !llvm.ptr
    ...
    scf.for %first = %c0 to %c1024 step %c256 : i64 {
      ...
      scf.for %k = %c0_1 to %count step %c64 : i64 {
        ...
        %many = fp8.draw %indices seed %seed step %step stream 3 use 0 : vector<64xi64>, i32, i32 to vector<64xi16>
        %to = llvm.getelementptr %buffer[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i16
        llvm.store %many, %to {alignment = 64 : i64} : vector<64xi16>, !llvm.ptr
      }
      ...
      scf.for %i = %first to %last step %c8 : i64 {
        ...
        %from = llvm.getelementptr %buffer[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, i16
        %bits = llvm.load %from {alignment = 2 : i64} : !llvm.ptr -> vector<8xi16>
        %p = llvm.getelementptr %out[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i16
        llvm.store %bits, %p : vector<8xi16>, !llvm.ptr
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def PairHalvesPass : Pass<"fp8-pair-halves"> {
  let summary = "Compute on pairs of bf16 as the halves of 32-bit words";
  let description = [{
    For CPUs with AVX-512. Applies to vectors whose length is a multiple of 32 and
    that are rounded to bf16. Ops between conversions from and to bf16 are computed
    on the even elements first and then on the odd elements. A shift and a mask
    extract both from a vector of words. Other operands and results are permuted. If
    there are too many of them, the pass changes nothing. Conversions from f32 to 8
    bits that round to nearest are computed like other ops: their codes are permuted as
    bytes, which is cheap.

    If an element to be rounded to bf16 is NaN, or its magnitude is at least the largest
    finite number, all results are recomputed by `fp8.convert`. All results are therefore
    computed before the first result is read. The ops that compute their operands move
    before this place, except for loads and stores. If this is not possible for all ops
    together, the pass treats parts that do not depend on each other separately.

    **Numerics**: same.

    **Before**: functions of the emitter in scf and vector.
    ```mlir
    func.func @double(%p: vector<32xbf16>) -> vector<32xbf16> {
      %wide = fp8.convert %p : vector<32xbf16> to vector<32xf32>
      %twice = arith.addf %wide, %wide : vector<32xf32>
      %narrow = fp8.convert %twice : vector<32xf32> to vector<32xbf16>
      return %narrow : vector<32xbf16>
    }
    ```
    **After**: the same, with arith, vector and intrinsics of LLVM instead of these
    `fp8.convert` ops; the remaining `fp8.convert` ops are in branches that are rarely
    taken.
    ```mlir
    %words = vector.bitcast %halves : vector<32xi16> to vector<16xi32>
    %c16 = arith.constant dense<16> : vector<16xi32>
    %even = arith.shli %words, %c16 : vector<16xi32>
    %mask = arith.constant dense<-65536> : vector<16xi32>
    %odd = arith.andi %words, %mask : vector<16xi32>
    ...
    %twice = arith.addf %wide, %wide : vector<32xf32>
    ...
    %fast = arith.bitcast %rounded : vector<32xi16> to vector<32xbf16>
    ...
    %narrow = scf.if %is_special -> (vector<32xbf16>) {
      %wide_again = fp8.convert %p : vector<32xbf16> to vector<32xf32>
      %twice_again = arith.addf %wide_again, %wide_again : vector<32xf32>
      %slow = fp8.convert %twice_again : vector<32xf32> to vector<32xbf16>
      scf.yield %slow : vector<32xbf16>
    } else {
      scf.yield %fast : vector<32xbf16>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

def EncodeAVX512Pass : Pass<"fp8-encode-avx512"> {
  let summary = "Encode e4m3 and e5m2 with instructions of AVX-512";
  let description = [{
    For CPUs with AVX512-VBMI. Applies to `fp8.convert` of pairs of registers of f32, at most
    32 registers, to `f8E4M3FN` or `f8E5M2`, rounded to nearest:

    1. One `vrangeps` clamps each value x. A second `vrangeps` clamps its binade, the
       largest power of two that is not above x.
    2. `math.fma` rounds. The low half of each word then contains x in units of the last
       place of its code, and the high half the binade.
    3. `vpmaddwd` adds both halves with weights, which yields the code.
    4. `vpackssdw` and one permutation of bytes collect the codes of all registers.

    Assumptions in `fp8.assumes` remove the clamp and the test for NaN.

    **Numerics**: same.

    **Before**: functions of `--fp8-emit-cpu`.
    ```mlir
    func.func @encode(%x: vector<32xf32>) -> vector<32xf8E5M2> {
      %codes = fp8.convert %x {fp8.assumes = "number"} : vector<32xf32> to vector<32xf8E5M2>
      return %codes : vector<32xf8E5M2>
    }
    ```
    **After**: the same, with arith, math, vector and intrinsics of LLVM instead of these
    `fp8.convert` ops. `--convert-fp8-to-arith` lowers the others.
    ```mlir
    %x0 = vector.extract_strided_slice %x {offsets = [0], sizes = [16], strides = [1]} : ...
    ...
    %clamped = llvm.call_intrinsic "llvm.x86.avx512.mask.range.ps.512"(%x0, %max, ...) : ...
    ...
    %rounded = math.fma %binade, %factor, %clamped : vector<16xf32>
    ...
    %c0 = llvm.call_intrinsic "llvm.x86.avx512.pmaddw.d.512"(%halves, %weights) : ...
    ...
    %packed = llvm.call_intrinsic "llvm.x86.avx512.packssdw.512"(%c0, %c1) : ...
    ...
    %bytes = vector.shuffle %v, %v [1, 3, 5, 7, ...] : vector<64xi8>, vector<64xi8>
    %codes = arith.bitcast %bytes : vector<32xi8> to vector<32xf8E5M2>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::ub::UBDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def UseAVX512Pass : Pass<"fp8-use-avx512"> {
  let summary = "Use AVX-512 instructions that LLVM does not select";
  let description = [{
    For CPUs with AVX512-VBMI, in vectors of at most 32 registers:

    | ops | become |
    |---|---|
    | `arith.trunci` of several registers of i32 to i8, with the logic and the shifts by whole bytes before it | permutations of bytes |
    | `arith.trunci` of pairs of registers of i32 to i16, also of the high halves | permutations of 16-bit elements |
    | the selection of a constant in place of NaN | `vfixupimmps` |
    | a multiplication by a power of two in two steps, built by integer ops | `vscalefps` |

    **Numerics**: same.

    **Before**: vectors in arith and vector.
    ```mlir
    func.func @high_halves(%x: vector<32xi32>) -> vector<32xi16> {
      %c16 = arith.constant dense<16> : vector<32xi32>
      %high = arith.shrui %x, %c16 : vector<32xi32>
      %halves = arith.trunci %high : vector<32xi32> to vector<32xi16>
      return %halves : vector<32xi16>
    }
    ```
    **After**: the same, with intrinsics of LLVM.
    ```mlir
    %a = vector.bitcast %x0 : vector<16xi32> to vector<32xi16>
    ...
    %b = vector.bitcast %x1 : vector<16xi32> to vector<32xi16>
    %halves = vector.shuffle %a, %b [1, 3, 5, 7, ...] : vector<32xi16>, vector<32xi16>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // FP8_TARGET_CPU_PASSES_TD
