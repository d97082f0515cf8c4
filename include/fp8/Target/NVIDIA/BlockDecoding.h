//===- BlockDecoding.h - decoding of block-scaled operands ------*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_BLOCKDECODING_H
#define FP8_TARGET_NVIDIA_BLOCKDECODING_H

#include "fp8/Support/ChoiceParser.h"

namespace mlir::fp8 {

/// Selects the matmuls of block-scaled FP8 operands that run as f32 matmuls of
/// operands decoded by kernels. Every CUDA compilation has the option
/// `decode-blocks` for it.
enum class BlockDecoding {
  /// No matmul. A matmul that neither the chip nor its library supports is an
  /// error.
  Never,
  /// Matmuls that the library supports on some chips only.
  WhereNeeded,
  /// All matmuls, for a library that is older than the chip.
  Always
};

template <>
struct Choices<BlockDecoding> {
  static constexpr Choice<BlockDecoding> rows[] = {
      {BlockDecoding::Never, "never",
       "None; operands that cuBLASLt does not support on a chip are an error"},
      {BlockDecoding::WhereNeeded, "where-needed",
       "Operands that cuBLASLt does not support on every chip"},
      {BlockDecoding::Always, "always",
       "All operands, for versions of cuBLASLt before CUDA 12.9"}};
};

} // namespace mlir::fp8

FP8_CHOICE(BlockDecoding);

#endif // FP8_TARGET_NVIDIA_BLOCKDECODING_H
