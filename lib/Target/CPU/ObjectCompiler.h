//===- ObjectCompiler.h - modules as object files ---------------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_CPU_OBJECTCOMPILER_H
#define FP8_LIB_TARGET_CPU_OBJECTCOMPILER_H

#include "fp8/Target/CPU/ObjectFile.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace mlir::fp8 {

/// The stages that objects of a module share. A call after another:
/// chooseTarget, lowerToPlan, takeFunctions, compileKernels, emit.
class ObjectCompiler {
public:
  ObjectCompiler(ModuleOp module, const ObjectOptions &options)
      : module(module), options(options) {}

  /// Creates the target, and chooses the width of vectors.
  LogicalResult chooseTarget();

  /// Lowers the module to Planned form. A module with buffers already has that
  /// form; Scaled form runs through the pipeline.
  LogicalResult lowerToPlan();

  /// Calls `read` for each function that a host may call, and erases it, so
  /// that only kernels remain. Reports a module without such functions.
  LogicalResult takeFunctions(function_ref<LogicalResult(func::FuncOp)> read);

  /// Compiles the kernels to functions that only their object sees.
  FailureOr<std::unique_ptr<llvm::Module>> compileKernels();

  /// Writes the object file of `code`.
  LogicalResult emit(llvm::Module &code, SmallVectorImpl<char> &object);

private:
  ModuleOp module;
  ObjectOptions options;
  std::unique_ptr<llvm::TargetMachine> target;
  llvm::LLVMContext llvmContext;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_CPU_OBJECTCOMPILER_H
