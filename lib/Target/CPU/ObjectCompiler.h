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

/// Compiles the kernels of a module to an object file.
class ObjectCompiler {
public:
  ObjectCompiler(ModuleOp module, const ObjectOptions &options)
      : module(module), options(options) {}

  /// Lowers the module to Planned form, and compiles its kernels to functions
  /// that only their object sees. Calls `read` for each planned function that a
  /// host may call, and erases it.
  FailureOr<std::unique_ptr<llvm::Module>>
  compile(function_ref<LogicalResult(func::FuncOp)> read);

  /// Writes the object file of `code`.
  LogicalResult emit(llvm::Module &code, SmallVectorImpl<char> &object);

private:
  LogicalResult chooseTarget();
  LogicalResult lowerToPlan();
  LogicalResult takeFunctions(function_ref<LogicalResult(func::FuncOp)> read);
  FailureOr<std::unique_ptr<llvm::Module>> compileKernels();

  ModuleOp module;
  ObjectOptions options;
  std::unique_ptr<llvm::TargetMachine> target;
  llvm::LLVMContext llvmContext;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_CPU_OBJECTCOMPILER_H
