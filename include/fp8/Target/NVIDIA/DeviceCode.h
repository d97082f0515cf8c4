//===- DeviceCode.h - from gpu.module to device code ------------*- C++ -*-===//
//
// Every kernel for an NVIDIA GPU takes this path. Each step can be inspected:
//
//   gpu.module (gpu, vector, scf, arith, math, memref, nvvm, llvm, fp8.convert)
//     -> compileToDeviceIR: the optimized LLVM IR that the NVPTX back end reads
//     -> emitPTX
//
// The simulator starts from the same LLVM IR, so it tests the code that the GPU
// runs.
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

/// Registers the dialects that compileToDeviceIR needs in addition to the
/// dialects of its input.
void registerDeviceCodeDialects(DialectRegistry &registry);

/// Registers the dialects of registerDeviceCodeDialects() and the dialects of
/// the input of compileToDeviceIR().
void registerDeviceCodeInput(DialectRegistry &registry);

/// Appends the passes that lower a gpu.module to the LLVM and NVVM dialects.
/// Exact math (sqrt, fma, abs, rounding) becomes LLVM intrinsics; libdevice is
/// not used.
void buildLowerGPUModulePipeline(OpPassManager &pm);

/// Compiles a copy of `module` to optimized device LLVM IR. `fp8.convert`
/// becomes instructions if the chip has them, else integer arithmetic; the
/// input code is the same for every chip. Reports features that the chip or the
/// PTX version lacks at the op that uses them.
FailureOr<DeviceModule> compileToDeviceIR(gpu::GPUModuleOp module,
                                          const DeviceTarget &target,
                                          unsigned optLevel = 3);

/// Reports the intrinsics and the shared memory in `device` that `target` does
/// not support, at the source location of the use, or at `loc` if it is
/// unknown.
LogicalResult checkDeviceIR(const llvm::Module &device,
                            const DeviceTarget &target, Location loc);

/// Returns the source location of `instruction`, or `fallback` if it is
/// unknown.
Location getSourceLocation(const llvm::Instruction &instruction,
                           Location fallback);

/// Emits `device` as PTX, without debug information.
FailureOr<std::string> emitPTX(const DeviceModule &device,
                               const DeviceTarget &target, Location loc);

/// Merges adjacent loads and stores into vector accesses, as the back end does
/// before instruction selection. The simulator then sees one access for each
/// access of the GPU.
LogicalResult joinAccesses(DeviceModule &device, const DeviceTarget &target,
                           Location loc);

/// Runs compileToDeviceIR, then emitPTX.
FailureOr<std::string> translateToPTX(gpu::GPUModuleOp module,
                                      const DeviceTarget &target,
                                      unsigned optLevel = 3);

} // namespace fp8
} // namespace mlir

#endif // FP8_TARGET_NVIDIA_DEVICECODE_H
