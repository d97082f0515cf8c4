//===- Bind.h - A step on its addresses -------------------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_CUDA_BIND_H
#define FP8_LIB_RUNTIME_CUDA_BIND_H

#include "Step.h"

namespace fp8rt::cuda {

/// Finds the kernels, chooses the algorithms, writes the tables, and captures
/// the graph. Gives back what it took if any of that fails.
fp8rt_status bindStep(const char *function, fp8rt_cuda_s &device,
                      const fp8rt_cuda_step_desc &desc,
                      const fp8rt_address *addresses, CUmod_st *module,
                      std::unique_ptr<Step> &step);

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_BIND_H
