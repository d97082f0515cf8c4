//===- BrainFloats.h - bf16 that keeps its bits -----------------*- C++ -*-===//
#ifndef FP8_SUPPORT_BRAINFLOATS_H
#define FP8_SUPPORT_BRAINFLOATS_H

namespace llvm {
class Module;
}

namespace mlir::fp8 {

/// Makes every bf16 that lives from one basic block to another an integer on
/// the way. LLVM's code generator for x86 makes it an f32, and narrows that
/// again where the value is used: by `vcvtneps2bf16`, which makes subnormals 0,
/// or by a call of a function that not every machine has. For modules whose
/// optimization is done.
void keepBrainFloats(llvm::Module &module);

} // namespace mlir::fp8

#endif // FP8_SUPPORT_BRAINFLOATS_H
