//===- BrainFloats.h - bf16 values with unchanged bits ----------*- C++ -*-===//
#ifndef FP8_SUPPORT_BRAINFLOATS_H
#define FP8_SUPPORT_BRAINFLOATS_H

namespace llvm {
class Module;
}

namespace mlir::fp8 {

/// Converts bf16 values to i16 where they cross a boundary between basic
/// blocks, and back to bf16 at their uses. Without this, LLVM's x86 backend
/// extends them to f32 and truncates them again at each use. It truncates by
/// `vcvtneps2bf16`, which flushes subnormals, or by a library function that is
/// not always available. Run this after all optimizations.
void keepBrainFloats(llvm::Module &module);

} // namespace mlir::fp8

#endif // FP8_SUPPORT_BRAINFLOATS_H
