//===- DeviceModule.h - device LLVM IR --------------------------*- C++ -*-===//
//
// What is common to the readers of device LLVM IR. Knows LLVM, not MLIR.
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

/// An llvm::Module together with the context that it lives in.
struct DeviceModule {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
};

/// The address space of shared memory in device LLVM IR.
constexpr unsigned kSharedAddressSpace = 3;

/// The variables in shared memory that `kernel` and what it calls use.
llvm::SmallVector<const llvm::GlobalVariable *>
getSharedVariables(const llvm::Function &kernel);

/// Bytes of shared memory that `kernel` and what it calls declare.
uint64_t getStaticSharedSize(const llvm::Function &kernel);

/// The file of `location`, as it was named when it was read.
std::string getSourcePath(const llvm::DILocation &location);

/// Whether `function` is a kernel of device LLVM IR.
bool isKernel(const llvm::Function &function);

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_DEVICEMODULE_H
