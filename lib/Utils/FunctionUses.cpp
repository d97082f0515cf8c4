//===- FunctionUses.cpp - uses of functions by name -----------------------===//

#include "fp8/Utils/FunctionUses.h"

#include "fp8/IR/FP8.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// The functions that an op names, and a noun for the use.
struct FunctionUse {
  StringRef noun;
  SmallVector<SymbolRefAttr, 2> names;
};
} // namespace

static FunctionUse getUse(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return {"a call", {call.getCalleeAttr()}};
  if (auto constant = dyn_cast<func::ConstantOp>(op))
    return {"the address", {constant.getValueAttr()}};
  auto launch = dyn_cast<LaunchOp>(op);
  if (!launch)
    return {};
  FunctionUse use = {"a launch", {launch.getKernel()}};
  if (launch.getFinish())
    use.names.push_back(*launch.getFinish());
  return use;
}

LogicalResult fp8::verifyNoUses(ModuleOp module,
                                ArrayRef<func::FuncOp> functions,
                                StringRef pass, StringRef description) {
  SymbolTableCollection symbols;
  llvm::SmallPtrSet<Operation *, 4> changed;
  changed.insert_range(functions);
  WalkResult result = module->walk([&](Operation *op) {
    FunctionUse use = getUse(op);
    for (SymbolRefAttr name : use.names) {
      if (!changed.contains(symbols.lookupNearestSymbolFrom(op, name)))
        continue;
      InFlightDiagnostic diag = op->emitError("unsupported by ")
                                << pass << ": " << use.noun << " of '"
                                << name.getLeafReference().getValue() << "', "
                                << description;
      diag.attachNote() << "supported: inlined calls and calls of private "
                           "functions without recursion";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult fp8::verifyNoUsesOfSteps(ArrayRef<func::FuncOp> steps,
                                       StringRef pass) {
  auto module = steps.front()->getParentOfType<ModuleOp>();
  return verifyNoUses(module, steps, pass,
                      "a step whose arguments or results change");
}
