//===- BlockDecoding.h - who reads scales of blocks -------------*- C++ -*-===//
#ifndef FP8_PIPELINES_BLOCKDECODING_H
#define FP8_PIPELINES_BLOCKDECODING_H

#include "llvm/Support/CommandLine.h"

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

inline llvm::cl::ValuesClass getBlockDecodingValues() {
  return llvm::cl::values(
      clEnumValN(BlockDecoding::Never, "never",
                 "What cuBLASLt does not multiply on a chip is an error"),
      clEnumValN(BlockDecoding::WhereNeeded, "where-needed",
                 "What cuBLASLt does not multiply on every chip"),
      clEnumValN(BlockDecoding::Always, "always",
                 "All, as for a cuBLASLt before that of CUDA 12.9"));
}

} // namespace mlir::fp8

#endif // FP8_PIPELINES_BLOCKDECODING_H
