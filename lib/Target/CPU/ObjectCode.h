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

/// What compiles for objects on a CPU, this one if the name is empty. Reports,
/// at `loc`, one that is not known.
FailureOr<std::unique_ptr<llvm::TargetMachine>>
createObjectTarget(Location loc, StringRef cpu);

LogicalResult emitObject(Location loc, llvm::TargetMachine &target,
                         llvm::Module &module, SmallVectorImpl<char> &object);

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_CPU_OBJECTCODE_H
