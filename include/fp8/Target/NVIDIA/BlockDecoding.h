//===- BlockDecoding.h - who reads scales of blocks -------------*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_BLOCKDECODING_H
#define FP8_TARGET_NVIDIA_BLOCKDECODING_H

#include "fp8/Support/ChoiceParser.h"

namespace mlir::fp8 {

/// Which products of codes with scales of blocks are products of f32, of what
/// kernels decode: an option of whatever compiles for CUDA, `decode-blocks`.
enum class BlockDecoding {
  /// None: what the chip or its library does not multiply is an error.
  Never,
  /// Those that the library does not multiply on every chip.
  WhereNeeded,
  /// All, for a library that is older than the chip.
  Always
};

template <>
struct Choices<BlockDecoding> {
  static constexpr Choice<BlockDecoding> rows[] = {
      {BlockDecoding::Never, "never",
       "Codes that cuBLASLt does not multiply on a chip are an error"},
      {BlockDecoding::WhereNeeded, "where-needed",
       "Codes that cuBLASLt does not multiply on every chip"},
      {BlockDecoding::Always, "always",
       "All codes, as for a cuBLASLt before that of CUDA 12.9"}};
};

} // namespace mlir::fp8

FP8_CHOICE(BlockDecoding);

#endif // FP8_TARGET_NVIDIA_BLOCKDECODING_H
