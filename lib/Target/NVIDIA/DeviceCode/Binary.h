//===- Binary.h - compiled code of a gpu.module -----------------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_NVIDIA_DEVICECODE_BINARY_H
#define FP8_LIB_TARGET_NVIDIA_DEVICECODE_BINARY_H

#include "fp8/Target/NVIDIA/DeviceCode.h"
#include "fp8/Target/NVIDIA/Toolkit.h"

namespace mlir::fp8 {

/// Returns `bytes`, code for `target`, as an object of a `gpu.binary`.
Attribute makeObject(MLIRContext *context, const DeviceTarget &target,
                     unsigned optLevel, gpu::CompilationTarget kind,
                     StringRef bytes);

/// Compiles `module` to PTX for `target`.
FailureOr<Attribute> makePTXObject(gpu::GPUModuleOp module,
                                   const DeviceTarget &target,
                                   unsigned optLevel);

/// Assembles `ptx`, the PTX of `module`, to machine code. Warns of each kernel
/// that spills registers. Reports errors of ptxas at the module.
FailureOr<std::string> assemble(const CUDAToolkit &toolkit,
                                gpu::GPUModuleOp module, StringRef ptx,
                                const Chip &chip);

/// Replaces `module` by a `gpu.binary` with `objects`.
void replaceByBinary(gpu::GPUModuleOp module, ArrayRef<Attribute> objects);

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_DEVICECODE_BINARY_H
