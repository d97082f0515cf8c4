//===- VerifyKernelForms.cpp - forms 4a and 4b ----------------------------===//

#include "VerifyKernelForms.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::fp8;

/// After so many errors the reader knows.
static constexpr unsigned kMaxErrors = 20;

namespace {
/// What may stand in the functions of a form, and whom to ask otherwise.
struct FormRules {
  StringRef name;
  bool (*isAllowed)(Operation *);
  StringRef supported;
  StringRef culprit;
};
} // namespace

static bool isFused(Operation *op) {
  return isa<func::ReturnOp, KernelOp, GemmOp, arith::ConstantOp,
             tensor::EmptyOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
             tensor::CastOp, tensor::ExtractSliceOp, tensor::InsertSliceOp>(op);
}

static bool isPlanned(Operation *op) {
  if (isa<func::ReturnOp, KernelOp, LaunchOp, GemmOp, memref::GetGlobalOp>(op))
    return true;
  if (isa<arith::ConstantOp>(op))
    return !isa<ShapedType>(op->getResult(0).getType());
  return isa<ViewLikeOpInterface>(op) && op->getNumResults() == 1 &&
         isa<MemRefType>(op->getResult(0).getType());
}

static constexpr FormRules kFused = {
    "4a", isFused,
    "supported outside of fp8.kernel: fp8.gemm, arith.constant, tensor.empty, "
    "reshapes and slices",
    "--fp8-fuse"};

static constexpr FormRules kPlanned = {
    "4b", isPlanned,
    "supported: fp8.kernel, fp8.launch, fp8.gemm, scalar constants and views "
    "of arguments and of the arena",
    "--fp8-bufferize-kernels"};

static LogicalResult verifyFunctions(ModuleOp module, const FormRules &rules) {
  unsigned errors = 0;
  for (auto function : module.getOps<func::FuncOp>()) {
    // Functions on bare pointers are emitted kernels.
    if (function.isExternal() || !function.isPublic() ||
        llvm::any_of(function.getArgumentTypes(),
                     llvm::IsaPred<LLVM::LLVMPointerType>))
      continue;
    if (!function.getBody().hasOneBlock()) {
      function.emitError("expected one block in form ") << rules.name;
      ++errors;
      continue;
    }
    for (Operation &op : function.getBody().front()) {
      if (rules.isAllowed(&op))
        continue;
      InFlightDiagnostic diag = op.emitError("unsupported op '")
                                << op.getName() << "' in form " << rules.name;
      diag.attachNote() << rules.supported;
      diag.attachNote() << "this is likely due to " << rules.culprit;
      if (++errors == kMaxErrors)
        return diag;
    }
  }
  return success(errors == 0);
}

LogicalResult fp8::verifyFusedForm(ModuleOp module) {
  return verifyFunctions(module, kFused);
}

LogicalResult fp8::verifyPlannedForm(ModuleOp module) {
  return verifyFunctions(module, kPlanned);
}
