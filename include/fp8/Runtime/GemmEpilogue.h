//===- GemmEpilogue.h - matmul epilogues of cuBLASLt ------------*- C++ -*-===//
//
// The table of the epilogues that cuBLASLt supports. The compiler creates only
// these epilogues, and the runtime rejects all others.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_RUNTIME_GEMMEPILOGUE_H
#define FP8_RUNTIME_GEMMEPILOGUE_H

#include "fp8/Runtime/fp8rt.h"

namespace fp8rt {

/// The columns of matmuls of 8-bit codes are padded to a multiple of this
/// number.
constexpr int64_t eightBitColumns = 16;

/// Returns the reason why cuBLASLt does not support the epilogue of `desc`, or
/// null. Depends only on the numbers of columns and terms, the types, the
/// scalings and the epilogue.
inline const char *findEpilogueRefusal(const fp8rt_gemm_desc &desc) {
  if (!desc.has_bias && desc.activation == FP8RT_ACTIVATION_NONE)
    return nullptr;
  if (desc.k == 0)
    return "cuBLASLt is not called for a product without terms, so that "
           "nothing adds a bias or applies an activation";
  if (desc.lhs.scaling != FP8RT_SCALE_TENSOR)
    return "NVIDIA documents no bias and no activation beside scales of "
           "blocks";
  bool areCodes = desc.lhs.dtype >= FP8RT_E4M3;
  if (!desc.has_bias)
    return nullptr;
  // The library reads one bias element for each column that it computes.
  if (areCodes && desc.n % eightBitColumns != 0)
    return "a bias of 8-bit operands has an element for each of the columns "
           "that the library computes, a multiple of 16";
  int32_t bias = areCodes ? static_cast<int32_t>(FP8RT_BF16) : desc.out.dtype;
  if (desc.bias_dtype == bias)
    return nullptr;
  if (areCodes)
    return "cuBLASLt takes a bias of bf16 beside 8-bit operands";
  return bias == FP8RT_BF16 ? "cuBLASLt takes a bias of bf16 beside a result "
                              "of bf16"
                            : "cuBLASLt takes a bias of f32 beside operands "
                              "of f32 or bf16 and a result of f32";
}

} // namespace fp8rt

#endif // FP8_RUNTIME_GEMMEPILOGUE_H
