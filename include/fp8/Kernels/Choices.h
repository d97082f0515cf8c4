//===- Choices.h - choices of passes to Fused form --------------*- C++ -*-===//
#ifndef FP8_KERNELS_CHOICES_H
#define FP8_KERNELS_CHOICES_H

#include "fp8/Support/Choices.h"

namespace mlir::fp8 {

/// The lowering of fp8.attention and fp8.attention_backward.
enum class AttentionLowering { Kernels, Library };

template <>
struct Choices<AttentionLowering> {
  static constexpr Choice<AttentionLowering> rows[] = {
      {AttentionLowering::Kernels, "kernels",
       "Matmuls, and kernels that compute a softmax"},
      {AttentionLowering::Library, "library",
       "One call each, without tensors of scores"}};
};

} // namespace mlir::fp8

#endif // FP8_KERNELS_CHOICES_H
