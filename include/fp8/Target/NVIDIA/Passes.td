//===- Passes.td - code of kernels for NVIDIA GPUs ---------*- tablegen -*-===//
#ifndef FP8_TARGET_NVIDIA_PASSES_TD
#define FP8_TARGET_NVIDIA_PASSES_TD

include "mlir/Pass/PassBase.td"

def EmitGPUPass : Pass<"fp8-emit-gpu", "::mlir::ModuleOp"> {
  let summary = "Emit every fp8.kernel as a kernel of a gpu.module";
  let description = [{
    Emits kernels like --fp8-emit-cpu, but one warp processes a chunk. The
    `gpu.module` is called `kernels`. Four consecutive warps combine the rows of a
    sum over columns through shared memory. A kernel that reduces rows would store
    transposed codes one by one, so a second kernel transposes the codes instead.
    Equal kernels of this kind run together, before the first op that reads one of
    their results.

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
    **After**: no `fp8.kernel`; `gpu.func` in arith, gpu, nvvm, scf, vector and llvm,
    with `fp8.convert` on vectors.
    ```mlir
    func.func @step(%x: memref<64xf32>, %y: memref<64xf32>) {
      fp8.launch @kernels::@negate items 64 grain 128 ins(%x : memref<64xf32>) outs(%y : memref<64xf32>) ...
      return
    }
    gpu.module @kernels {
      gpu.func @negate(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
        ...
        %p = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
        %e = llvm.load %p {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
        %n = arith.negf %e : vector<4xf32>
        %q = llvm.getelementptr %y[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
        llvm.store %n, %q {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def DivideByApproximationPass : Pass<"fp8-divide-by-approximation"> {
  let summary = "Divide vectors without a branch for each element";
  let description = [{
    PTX division branches for every element. Here `arith.divf` on a vector of at most
    32 elements of f32 becomes the chip's approximation of the reciprocal, followed by
    a few `math.fma` ops that compute the correctly rounded quotient. The quotient is
    correct for every error of the approximation that PTX allows, if the operands are
    zero, or neither tiny nor huge. One branch per vector executes the original op for
    other operands. A divisor that all elements share is inverted once, at its
    definition. Loads move before the first branch. Scalar divisions and divisions by
    constants do not change.

    **Numerics**: same: both branches round correctly.

    **Before**: code for a GPU.
    ```mlir
    func.func @divide(%x: vector<4xf32>, %y: vector<4xf32>) -> vector<4xf32> {
      %q = arith.divf %x, %y : vector<4xf32>
      return %q : vector<4xf32>
    }
    ```
    **After**: the same, with calls of NVVM's intrinsics.
    ```mlir
    %r0 = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%y0) : (f32) -> f32
    ...
    %approximation = vector.from_elements %r0, %r1, %r2, %r3 : vector<4xf32>
    ...
    %quotient = arith.mulf %signed_x, %reciprocal : vector<4xf32>
    %negated_x = arith.negf %signed_x : vector<4xf32>
    %error = math.fma %abs_y, %quotient, %negated_x : vector<4xf32>
    %negated_error = arith.negf %error : vector<4xf32>
    %fast = math.fma %negated_error, %reciprocal, %quotient : vector<4xf32>
    ...
    %q = scf.if %usual -> (vector<4xf32>) {
      scf.yield %fast : vector<4xf32>
    } else {
      %slow = arith.divf %x, %y : vector<4xf32>
      scf.yield %slow : vector<4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def HideCountersPass : Pass<"fp8-hide-counters"> {
  let summary = "Keep LLVM from making one pointer per array in loops on a GPU";
  let description = [{
    In a loop over many arrays, LLVM keeps one pointer per array, in two registers
    each, and increments all of them in every iteration. This pass changes innermost
    `scf.for` loops that access at least three arrays in global memory and whose upper
    bound is known to be below 2^31. The induction variable is truncated to 32 bits and
    passes through a permutation of bytes that moves nothing. LLVM does not recognize
    the result as an induction variable and computes each address from it. Loops over
    fewer arrays do not change: there, pointers cost less than addresses, which take up
    to five integer operations where `ptxas` unrolls the loop.

    If the number of iterations is constant, and each loads or stores fewer than eight
    elements, up to eight iterations become one. Their addresses then have constant
    distances, which are part of the instructions that load and store. A value that all
    indices add to the induction variable, such as the lane of a thread, becomes part of
    the opaque value.

    **Numerics**: same.

    **Before**: code for a GPU.
    ```mlir
    func.func @add(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %n: i64) {
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %all = arith.constant 1000 : i64
      %end = arith.minui %n, %all : i64
      scf.for %i = %c0 to %end step %c1 : i64 {
        %pa = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
        %pb = llvm.getelementptr %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
        %pc = llvm.getelementptr %c[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
        %x = llvm.load %pa : !llvm.ptr -> f32
        %y = llvm.load %pb : !llvm.ptr -> f32
        %sum = arith.addf %x, %y : f32
        llvm.store %sum, %pc : f32, !llvm.ptr
      }
      return
    }
    ```
    **After**: the same, with calls of NVVM's intrinsics. The permutation of bytes is the
    identity.
    ```mlir
    scf.for %i = %c0 to %end step %c1 : i64 {
      %word = arith.trunci %i : i64 to i32
      %bytes = arith.constant 12816 : i32
      %hidden = llvm.call_intrinsic "llvm.nvvm.prmt"(%word, %word, %bytes) : (i32, i32, i32) -> i32
      %k = arith.extui %hidden : i32 to i64
      %pa = llvm.getelementptr %a[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %pb = llvm.getelementptr %b[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect"
  ];
}

def ConvertFP8ToNVVMPass : Pass<"convert-fp8-to-nvvm"> {
  let summary = "Lower fp8.convert to the conversions of sm_89 and later";
  let description = [{
    Rewrites `fp8.convert` on scalars and on vectors of rank 1:

    | conversion | becomes |
    |---|---|
    | f32, bf16 or f16 from and to e4m3 or e5m2, rounded to nearest | `cvt` on pairs of elements |
    | f32 from and to bf16, on vectors of pairs; also `arith.extf` and `arith.truncf` | `cvt` on pairs of elements |
    | short vectors of f32 to bf16, e4m11 or 8 bits, rounded stochastically | multiplications that round toward zero, and dot products with random bits |
    | short vectors of ue4m4 and e4m11 to f32 | permutations of bytes, shifts, and one multiplication by a power of two |
    | extensions, truncations and shifts between i8 and i16 | permutations of bytes |

    Other conversions stay for `--convert-fp8-to-arith`, such as f32 to f16, f32 to
    ue4m4 rounded to nearest, and scalars of ue4m4 and e4m11.

    **Numerics**: same. The instructions read and write f32 and f16; conversions
    between these and bf16 are exact. A NaN that only arithmetic reads keeps its
    bits, because GPU arithmetic returns one NaN.

    **Before**: scalars and vectors, in code for a chip with these instructions.
    ```mlir
    func.func @encode(%x: vector<2xf32>) -> vector<2xf8E4M3FN> {
      %codes = fp8.convert %x : vector<2xf32> to vector<2xf8E4M3FN>
      return %codes : vector<2xf8E4M3FN>
    }
    ```
    **After**: other conversions only.
    ```mlir
    %x0 = vector.extract %x[0] : f32 from vector<2xf32>
    %x1 = vector.extract %x[1] : f32 from vector<2xf32>
    %pair = nvvm.convert.f32x2.to.f8x2 %x1, %x0
        {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16(f8E4M3FN)
    %halves = vector.from_elements %pair : vector<1xi16>
    %bytes = vector.bitcast %halves : vector<1xi16> to vector<2xi8>
    %codes = arith.bitcast %bytes : vector<2xi8> to vector<2xf8E4M3FN>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def CheckProductsPass : Pass<"fp8-check-products"> {
  let summary = "Report matmuls that a chip does not support";
  let description = [{
    Checks that cuBLASLt supports each `fp8.gemm` on buffers, on all of `chips`,
    according to the same table as the runtime. An unsupported matmul is an error at the op. The error
    names the chip, the unsupported property, and the chips that support it.

    **Numerics**: same.

    **Before**: Planned form, or other IR with `fp8.gemm` on buffers of static strides, here
    under `--fp8-check-products=chips=sm_80`.
    ```mlir
    #mk = affine_map<(m, n, k) -> (m, k)>
    #nk = affine_map<(m, n, k) -> (n, k)>
    #mn = affine_map<(m, n, k) -> (m, n)>
    func.func @step(%x: memref<16x32xf8E4M3FN>, %w: memref<16x32xf8E4M3FN>, %s: memref<f32>, %y: memref<16x16xf32>) {
      fp8.gemm [#mk, #nk, #mn] %x by %s, %w by %s outs(%y : memref<16x16xf32>)
          : memref<16x32xf8E4M3FN> by memref<f32>, memref<16x32xf8E4M3FN> by memref<f32>
      return
    }
    ```
    **After**: the same; here an error.
    ```
    error: unsupported by sm_80: a GPU of compute capability 8.0 does not multiply 8-bit floats; GPUs from 8.9 on do
    ...
    note: chips with it are sm_89, sm_90a, sm_100a, sm_120a
    ```
  }];
  let options = [
    ListOption<"chips", "chips", "std::string",
               "Chips: sm_80, sm_86, sm_89, sm_90a, sm_100a, sm_120a">
  ];
}

def GPUToPTXPass : Pass<"fp8-gpu-to-ptx", "::mlir::ModuleOp"> {
  let summary = "Compile every gpu.module to PTX";
  let description = [{
    Replaces each `gpu.module` by a `gpu.binary` that contains the PTX of its
    kernels for one chip. The body may use the dialects gpu, vector, scf, arith,
    math, memref, nvvm and llvm, and `fp8.convert`: instructions on chips that
    have them, integer arithmetic on the others, with the same bits.

    An instruction that the chip or the PTX version does not support is an error at
    its op, with a note that lists the chips that support it.

    **Numerics**: same. Division and square root are correctly rounded,
    subnormals are preserved, and the code has a fused multiply-add only where the
    kernel has one. Math ops that are not exact (exp, log, tanh, ...) are errors:
    expand them into arith first.

    **Before**: `gpu.module` with kernels, here under `--fp8-gpu-to-ptx=chip=sm_89`.
    ```mlir
    gpu.module @kernels {
      gpu.func @negate(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
        %i = gpu.thread_id x
        %e = memref.load %x[%i] : memref<64xf32>
        %n = arith.negf %e : f32
        memref.store %n, %y[%i] : memref<64xf32>
        gpu.return
      }
    }
    ```
    **After**: `gpu.binary` with one object of PTX text.
    ```mlir
    gpu.binary @kernels [#gpu.object<#nvvm.target<... chip = "sm_89", ...>,
        assembly = "... .visible .entry negate( ... neg.f32 ..."
    ```
  }];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"sm_90a\"",
           "Chip: sm_80, sm_86, sm_89, sm_90a, sm_100a or sm_120a">,
    Option<"ptx", "ptx", "unsigned", /*default=*/"0",
           "PTX version as 10 * major + minor; 0 for the chip's default">,
    Option<"optLevel", "opt-level", "unsigned", /*default=*/"3",
           "Optimization level of LLVM">
  ];
}

def GPUToFatbinPass : Pass<"fp8-gpu-to-fatbin", "::mlir::ModuleOp"> {
  let summary = "Compile every gpu.module to one fatbin for several chips";
  let description = [{
    Replaces each `gpu.module` by a `gpu.binary` with one object: a fatbin of
    machine code for every chip of `chips`, by `ptxas`, and PTX, which later chips
    compile when they load it. The PTX is for the last chip without the suffix `a`,
    because later chips support only such PTX. If `chips` has none, it is for the
    last such chip before them.

    `ptxas` and `fatbinary` are searched in `toolkit`/bin, then in CUDA_HOME/bin if
    the environment sets CUDA_HOME, then on the PATH and in /usr/local/cuda/bin. If
    they are missing, the pass emits a warning, and the binary contains PTX, one
    object per chip. If the environment sets FP8_CACHE_DIR, this folder caches machine
    code by content, with a checksum. Damaged code is compiled again.

    One thread per chip generates code, with as many threads at once as the context
    has, so that `ptxas` runs in parallel with LLVM. The result does not depend on the
    number of threads.

    The pass reports the same errors as --fp8-gpu-to-ptx.

    **Numerics**: same.

    **Before**: `gpu.module` with kernels, here under
    `--fp8-gpu-to-fatbin=chips=sm_89,sm_90a`.
    ```mlir
    gpu.module @kernels {
      gpu.func @negate(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
        %i = gpu.thread_id x
        %e = memref.load %x[%i] : memref<64xf32>
        %n = arith.negf %e : f32
        memref.store %n, %y[%i] : memref<64xf32>
        gpu.return
      }
    }
    ```
    **After**: `gpu.binary`.
    ```mlir
    gpu.binary @kernels [#gpu.object<#nvvm.target<O = 3, chip = "sm_89", ...>, ...
    ```
  }];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
  let options = [
    ListOption<"chips", "chips", "std::string",
               "Chips: sm_80, sm_86, sm_89, sm_90a, sm_100a, sm_120a">,
    Option<"ptx", "ptx", "unsigned", /*default=*/"0",
           "PTX version as 10 * major + minor; 0 for each chip's default">,
    Option<"toolkitPath", "toolkit", "std::string", /*default=*/"",
           "Folder of a CUDA Toolkit, with bin/ptxas; machine code is cached in "
           "the folder FP8_CACHE_DIR if the environment sets this variable">,
    Option<"optLevel", "opt-level", "unsigned", /*default=*/"3",
           "Optimization level of LLVM">,
    Option<"warnsOfPTX", "warn-of-ptx", "bool", /*default=*/"true",
           "Warn if no toolkit is found, so that the binary contains only PTX">
  ];
}

#endif // FP8_TARGET_NVIDIA_PASSES_TD
