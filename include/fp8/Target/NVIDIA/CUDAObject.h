//===- CUDAObject.h - a step for GPUs as an object file ---------*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_CUDAOBJECT_H
#define FP8_TARGET_NVIDIA_CUDAOBJECT_H

#include "fp8/Target/CPU/ObjectFile.h"
#include "fp8/Target/NVIDIA/CUDAFile.h"

namespace mlir::fp8 {

/// Compiles the public functions of `module`, in Model or Scaled form, for
/// GPUs. The object holds constants of type fp8rt_cuda_compiled, for a C host
/// that links them with libfp8rt. `object` describes the host. Needs no GPU.
/// Reports the errors of compileCUDAFile, an unknown CPU, and a name that is
/// not a C identifier.
FailureOr<ObjectFile> compileCUDAObject(ModuleOp module, StringRef name,
                                        const ObjectOptions &object,
                                        const CUDAFileOptions &options);

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_CUDAOBJECT_H
