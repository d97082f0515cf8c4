//===- DeviceModule.h - device LLVM IR --------------------------*- C++ -*-===//
//
// Helpers for code that reads device LLVM IR. Depends on LLVM, not on MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TARGET_NVIDIA_DEVICEMODULE_H
#define FP8_TARGET_NVIDIA_DEVICEMODULE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <memory>

namespace mlir::fp8 {

/// An llvm::Module and its context.
struct DeviceModule {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
};

/// Address space of shared memory in device LLVM IR.
constexpr unsigned kSharedAddressSpace = 3;

/// Returns the shared-memory variables that `kernel` and its callees use.
llvm::SmallVector<const llvm::GlobalVariable *>
getSharedVariables(const llvm::Function &kernel);

/// Returns the size of the shared memory that `kernel` and its callees declare,
/// in bytes.
uint64_t getStaticSharedSize(const llvm::Function &kernel);

/// Returns the path of the file of `location`, as it was given when the file
/// was read.
std::string getSourcePath(const llvm::DILocation &location);

/// Returns true if `function` is a kernel of device LLVM IR.
bool isKernel(const llvm::Function &function);

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_DEVICEMODULE_H
