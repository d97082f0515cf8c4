//===- Bind.h - binding of a step to addresses ------------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_CUDA_BIND_H
#define FP8_LIB_RUNTIME_CUDA_BIND_H

#include "Step.h"

namespace fp8rt::cuda {

/// Binds a step to addresses: looks up the kernels, chooses matmul algorithms,
/// writes the tables and captures the graph. Releases everything if one of
/// these fails.
fp8rt_status bindStep(const char *function, fp8rt_cuda_s &device,
                      const fp8rt_cuda_step_desc &desc,
                      const fp8rt_address *addresses, CUmod_st *module,
                      std::unique_ptr<Step> &step);

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_BIND_H
