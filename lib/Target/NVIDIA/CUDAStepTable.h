//===- CUDAStepTable.h - a plan in the format of the runtime ----*- C++ -*-===//
#ifndef FP8_LIB_TARGET_NVIDIA_CUDASTEPTABLE_H
#define FP8_LIB_TARGET_NVIDIA_CUDASTEPTABLE_H

#include "fp8/Execution/StepPlan.h"
#include "fp8/Runtime/fp8rt_cuda.h"

#include <deque>

namespace mlir::fp8 {

/// The description of a step for the CUDA back end of the runtime. Its
/// arguments are the arguments of the function, then one per constant.
class CUDAStepTable {
public:
  CUDAStepTable(const StepPlan &plan, StringRef name, unsigned numArguments,
                uint32_t flags);
  CUDAStepTable(const CUDAStepTable &) = delete;
  CUDAStepTable &operator=(const CUDAStepTable &) = delete;

  const fp8rt_cuda_step_desc &get() const { return desc; }

private:
  fp8rt_cuda_op makeOp(const StepPlan &plan, const PlannedStep &step,
                       unsigned numArguments);
  /// Returns a copy of `text` at a stable address.
  const char *keep(std::string text);

  std::string name;
  std::vector<fp8rt_cuda_op> ops;
  std::deque<std::string> texts;
  std::deque<std::vector<fp8rt_cuda_buffer>> buffers;
  std::deque<std::vector<int32_t>> waits;
  std::deque<std::vector<int64_t>> chunks;
  std::deque<fp8rt_cuda_bucket> buckets;
  fp8rt_cuda_step_desc desc = {};
};

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_CUDASTEPTABLE_H
