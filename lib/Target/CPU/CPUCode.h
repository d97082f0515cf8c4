//===- CPUCode.h - emitted kernels as LLVM IR for a CPU ---------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_CPU_CPUCODE_H
#define FP8_LIB_TARGET_CPU_CPUCODE_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace mlir::fp8 {

/// Lowers a module of functions from the CPU emitter in place, and translates
/// it to LLVM IR for `target`. `vectorBits` is the width that was passed to the
/// emitter. Errors are reported at the module.
FailureOr<std::unique_ptr<llvm::Module>>
translateCPUKernels(ModuleOp module, llvm::LLVMContext &llvmContext,
                    llvm::TargetMachine &target, unsigned vectorBits);

/// Optimizes kernels for `target`.
llvm::Error optimizeCPUKernels(llvm::Module &code, llvm::TargetMachine &target);

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_CPU_CPUCODE_H
