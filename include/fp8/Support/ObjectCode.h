//===- ObjectCode.h - LLVM IR as an object file -----------------*- C++ -*-===//
#ifndef FP8_SUPPORT_OBJECTCODE_H
#define FP8_SUPPORT_OBJECTCODE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::fp8 {
class CodeCache;

/// Compiles `module` for `machine` and appends the object file to `object`.
llvm::Error emitObject(llvm::Module &module, llvm::TargetMachine &machine,
                       SmallVectorImpl<char> &object);

/// Optimizes `module` by `optimize`, compiles it and returns the object file.
/// If `cache` contains the object file of an equal module, returns it and
/// leaves `module` unchanged. `cache` may be null.
///
/// Entries also depend on the machine and on the build of this library. They do
/// not depend on `optimize`, so equal modules must be optimized in the same
/// way.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
compileWithCache(llvm::Module &module, llvm::TargetMachine &machine,
                 function_ref<llvm::Error(llvm::Module &)> optimize,
                 const CodeCache *cache);

} // namespace mlir::fp8

#endif // FP8_SUPPORT_OBJECTCODE_H
