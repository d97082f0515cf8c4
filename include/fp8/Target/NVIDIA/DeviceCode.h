//===- DeviceCode.h - from gpu.module to device code ------------*- C++ -*-===//
//
// The path of every kernel to an NVIDIA GPU, in three steps that can be looked
// at one by one:
//
//   gpu.module (gpu, vector, scf, arith, math, memref, nvvm, llvm, fp8.convert)
//     -> compileToDeviceIR: the optimised LLVM IR that the NVPTX back end reads
//     -> emitPTX
//
// The simulator starts from the same LLVM IR, so that what it tests is what
// the GPU runs.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TARGET_NVIDIA_DEVICECODE_H
#define FP8_TARGET_NVIDIA_DEVICECODE_H

#include "fp8/Target/NVIDIA/Chip.h"
#include "fp8/Target/NVIDIA/DeviceModule.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir {
class DialectRegistry;
class OpPassManager;

namespace fp8 {

/// Adds what compileToDeviceIR needs besides the dialects of its input.
void registerDeviceCodeDialects(DialectRegistry &registry);

/// Adds the dialects of the input too.
void registerDeviceCodeInput(DialectRegistry &registry);

/// The passes on a gpu.module that end in the LLVM and NVVM dialects. Exact
/// math (sqrt, fma, abs, rounding) becomes LLVM intrinsics; no libdevice.
void buildLowerGPUModulePipeline(OpPassManager &pm);

/// Compiles a copy of `module` to optimised device LLVM IR. `fp8.convert`
/// becomes instructions or integer arithmetic, whichever the chip has; the code
/// that the emitter writes is the same for every chip. Whatever the chip or the
/// PTX version lacks is reported at the op that uses it.
FailureOr<DeviceModule> compileToDeviceIR(gpu::GPUModuleOp module,
                                          const DeviceTarget &target,
                                          unsigned optLevel = 3);

/// Reports the intrinsics and the shared memory in `device` that `target` does
/// not have, at the source location of the use, or at `loc` where none is
/// known.
LogicalResult checkDeviceIR(const llvm::Module &device,
                            const DeviceTarget &target, Location loc);

/// The source location of `instruction`, or `fallback` where none is known.
Location getSourceLocation(const llvm::Instruction &instruction,
                           Location fallback);

/// Writes `device` as PTX. Debug information is dropped.
FailureOr<std::string> emitPTX(const DeviceModule &device,
                               const DeviceTarget &target, Location loc);

/// Joins loads and stores of neighbours into those of vectors, as the back end
/// does before it selects instructions: what the simulator then sees is one
/// access for each that the GPU makes.
LogicalResult joinAccesses(DeviceModule &device, const DeviceTarget &target,
                           Location loc);

/// compileToDeviceIR, then emitPTX.
FailureOr<std::string> translateToPTX(gpu::GPUModuleOp module,
                                      const DeviceTarget &target,
                                      unsigned optLevel = 3);

} // namespace fp8
} // namespace mlir

#endif // FP8_TARGET_NVIDIA_DEVICECODE_H
