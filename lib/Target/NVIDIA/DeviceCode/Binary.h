//===- Binary.h - code that a gpu.module becomes ----------------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_NVIDIA_DEVICECODE_BINARY_H
#define FP8_LIB_TARGET_NVIDIA_DEVICECODE_BINARY_H

#include "fp8/Target/NVIDIA/DeviceCode.h"
#include "fp8/Target/NVIDIA/Toolkit.h"

namespace mlir::fp8 {

/// `bytes`, code for `target`, as an object of a `gpu.binary`.
Attribute makeObject(MLIRContext *context, const DeviceTarget &target,
                     unsigned optLevel, gpu::CompilationTarget kind,
                     StringRef bytes);

/// The PTX of `module` for `target`.
FailureOr<Attribute> makePTXObject(gpu::GPUModuleOp module,
                                   const DeviceTarget &target,
                                   unsigned optLevel);

/// The machine code of `module`, whose text is `ptx`. Warns of each kernel that
/// spills registers; what ptxas refuses is an error at the module.
FailureOr<std::string> assemble(const CUDAToolkit &toolkit,
                                gpu::GPUModuleOp module, StringRef ptx,
                                const Chip &chip);

/// Puts a `gpu.binary` of `objects` in the place of `module`.
void replaceByBinary(gpu::GPUModuleOp module, ArrayRef<Attribute> objects);

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_DEVICECODE_BINARY_H
