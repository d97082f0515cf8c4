//===- BrainFloats.h - bf16 values with unchanged bits ----------*- C++ -*-===//
#ifndef FP8_SUPPORT_BRAINFLOATS_H
#define FP8_SUPPORT_BRAINFLOATS_H

namespace llvm {
class Module;
}

namespace mlir::fp8 {

/// Passes every bf16 value that crosses a basic block boundary as an integer.
/// LLVM's x86 backend would pass it as f32 and narrow it again at each use: by
/// `vcvtneps2bf16`, which flushes subnormals, or by a library function that is
/// not available everywhere. Run this after all optimizations.
void keepBrainFloats(llvm::Module &module);

} // namespace mlir::fp8

#endif // FP8_SUPPORT_BRAINFLOATS_H
