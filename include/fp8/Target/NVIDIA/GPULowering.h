//===- GPULowering.h - kernels as GPU functions -----------------*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_GPULOWERING_H
#define FP8_TARGET_NVIDIA_GPULOWERING_H

#include "fp8/Codegen/TargetLowering.h"

namespace mlir::fp8 {

/// Returns the lowering of `--fp8-emit-gpu`: kernels of a gpu.module, with one
/// warp per chunk.
std::unique_ptr<TargetLowering> createGPULowering();

/// Launch dimensions of a GPU kernel.
struct GPULaunch {
  int64_t numBlocks;
  int32_t numThreads;
};
GPULaunch getGPULaunch(int64_t numItems, int64_t grain, int64_t blockWarps = 0);
/// Returns the launch of a second-stage kernel; for a bucket, it covers all
/// tensors.
GPULaunch getGPUFinishLaunch(int64_t numTensors = 1);

/// Arguments of a multi-tensor (bucket) kernel on the GPU: the addresses of two
/// tables of i64. The first table has two words per warp: a tensor and the
/// first item of a chunk of it, or -1 and 0 if there is no chunk left. The
/// second table has one row per tensor: its number of items, then its pointers.
/// `finish` takes the same arguments and runs one thread block per tensor.
struct GPUBucketTables {
  GPUBucketTables(ArrayRef<int64_t> sizes, int64_t grain,
                  ArrayRef<void *> pointers);

  GPULaunch main, finish;
  std::vector<int64_t> chunks, tensors;
};

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_GPULOWERING_H
