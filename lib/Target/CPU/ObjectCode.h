//===- ObjectCode.h - LLVM IR as an object file -----------------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_CPU_OBJECTCODE_H
#define FP8_LIB_TARGET_CPU_OBJECTCODE_H

#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"

#include <memory>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::fp8 {

/// Creates the target machine that compiles objects for the CPU `cpu`, or for
/// this machine if it is empty. Reports an unknown CPU at `loc`.
FailureOr<std::unique_ptr<llvm::TargetMachine>>
createObjectTarget(Location loc, StringRef cpu);

LogicalResult emitObject(Location loc, llvm::TargetMachine &target,
                         llvm::Module &module, SmallVectorImpl<char> &object);

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_CPU_OBJECTCODE_H
