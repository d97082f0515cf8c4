//===- GPULowering.h - kernels as functions of a GPU ------------*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_GPULOWERING_H
#define FP8_TARGET_NVIDIA_GPULOWERING_H

#include "fp8/Codegen/TargetLowering.h"

namespace mlir::fp8 {

/// Returns the lowering of `--fp8-emit-gpu`: kernels of a gpu.module, one warp
/// per chunk.
std::unique_ptr<TargetLowering> createGPULowering();

/// How a kernel of the GPU is launched.
struct GPULaunch {
  int64_t numBlocks;
  int32_t numThreads;
};
GPULaunch getGPULaunch(int64_t numItems, int64_t grain, int64_t blockWarps = 0);
/// Of the finish, for each tensor of a bucket.
GPULaunch getGPUFinishLaunch(int64_t numTensors = 1);

/// The arguments of a bucket's kernel for the GPU: the addresses of two tables
/// of i64. The first has two words per warp: a tensor and the first item of a
/// chunk of it, or -1 and 0 where no chunk is left. The second has a row per
/// tensor: how many items it has, then its pointers. `finish` takes the same
/// arguments and runs a block per tensor.
struct GPUBucketTables {
  GPUBucketTables(ArrayRef<int64_t> sizes, int64_t grain,
                  ArrayRef<void *> pointers);

  GPULaunch main, finish;
  std::vector<int64_t> chunks, tensors;
};

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_GPULOWERING_H
