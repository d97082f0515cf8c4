//===- CUDACode.h - kernels as code for the CUDA driver ---------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_NVIDIA_CUDACODE_H
#define FP8_LIB_TARGET_NVIDIA_CUDACODE_H

#include "fp8/Target/NVIDIA/Chip.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace mlir::fp8 {

/// Chooses the chip to compile for on a GPU of this compute capability: `name`,
/// or the best chip if `name` is empty. Chooses a PTX version that a driver of
/// this version (see fp8rt_cuda_info) reads. Reports an unknown chip, a chip
/// whose code the GPU does not run, and a chip that needs a later PTX version.
FailureOr<DeviceTarget> chooseChip(Location loc, StringRef name,
                                   unsigned capability, unsigned driverVersion);

/// Code for the driver, and the device LLVM IR it was compiled from.
struct CUDAImage {
  std::string bytes;
  /// The device LLVM IR for the first target, if requested.
  std::string deviceIR;
};

/// Compiles the gpu.module of `kernels` to a fatbin, or to PTX that ends in a
/// zero byte if there is no toolkit. PTX supports a single target only. Returns
/// an empty image if there is no gpu.module. With several targets, each chip
/// uses its default PTX version. If `warnsOfPTX` is set, warns if there is no
/// toolkit.
FailureOr<CUDAImage> compileImage(ModuleOp kernels,
                                  ArrayRef<DeviceTarget> targets,
                                  bool wantsDeviceIR, bool warnsOfPTX = true);

/// Writes the image and its device LLVM IR to files `name` in `folder`. Writes
/// nothing if `folder` is empty.
LogicalResult saveImage(Location loc, StringRef folder, StringRef name,
                        const CUDAImage &image);

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_CUDACODE_H
