//===- CUDAObject.h - Steps for GPUs as an object file ----------*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_CUDAOBJECT_H
#define FP8_TARGET_NVIDIA_CUDAOBJECT_H

#include "fp8/Target/CPU/ObjectFile.h"
#include "fp8/Target/NVIDIA/CUDAFile.h"

namespace mlir::fp8 {

/// Compiles the public functions of `module`, Model and Scaled form, for GPUs:
/// constants of type fp8rt_cuda_compiled, for a host in C that links them with
/// libfp8rt. `object` says what the host is. Needs no GPU. Errors: those of
/// compileCUDAFile, an unknown CPU, a name that C cannot have.
FailureOr<ObjectFile> compileCUDAObject(ModuleOp module, StringRef name,
                                        const ObjectOptions &object,
                                        const CUDAFileOptions &options);

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_CUDAOBJECT_H
