//===- CUDACode.h - kernels as code that the driver takes -------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_NVIDIA_CUDACODE_H
#define FP8_LIB_TARGET_NVIDIA_CUDACODE_H

#include "fp8/Target/NVIDIA/Chip.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace mlir::fp8 {

/// The chip to compile for on a GPU of this compute capability: `name`, or the
/// best one if that is empty. Reports a chip that is not known, or whose code
/// the GPU does not run. The PTX version is one that a driver of this version,
/// as fp8rt_cuda_info has it, reads; it is an error if the chip needs a later
/// one.
FailureOr<DeviceTarget> chooseChip(Location loc, StringRef name,
                                   unsigned capability, unsigned driverVersion);

/// Code that the driver takes, and what it was made from.
struct CUDAImage {
  std::string bytes;
  /// The device LLVM IR for the first target, if it was asked for.
  std::string deviceIR;
};

/// Compiles the gpu.module of `kernels`, if there is one, to a fatbin or, where
/// there is no toolkit, to PTX that ends in a zero byte, which is for one
/// target alone; nothing if there is none. Several targets have the PTX
/// versions that are their chips' defaults. `warnsOfPTX` has it say that there
/// is no toolkit.
FailureOr<CUDAImage> compileImage(ModuleOp kernels,
                                  ArrayRef<DeviceTarget> targets,
                                  bool wantsDeviceIR, bool warnsOfPTX = true);

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_CUDACODE_H
