//===- ProgramEntry.cpp - entry function of a program ---------------------===//

#include "fp8/Execution/ProgramEntry.h"
#include "fp8/Host/HostTensor.h"
#include "fp8/Utils/RunPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::fp8;

FailureOr<OwningOpRef<ModuleOp>> fp8::cloneWithEntry(ModuleOp module,
                                                     StringRef name) {
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function || function.isExternal()) {
    InFlightDiagnostic diag =
        mlir::emitError(module.getLoc(), "expected a function with a body "
                                         "called '")
        << name << "', but there is none";
    for (auto other : module.getOps<func::FuncOp>())
      if (!other.isExternal())
        diag.attachNote(other.getLoc())
            << "there is '" << other.getName() << "'";
    return diag;
  }
  auto check = [&](StringRef kind, unsigned i, Type type) -> LogicalResult {
    auto tensor = dyn_cast<RankedTensorType>(type);
    Type element = tensor ? tensor.getElementType() : type;
    bool isNumber = HostTensor::getElementSize(element).has_value();
    bool isStatic = !tensor || tensor.hasStaticShape();
    bool isSmall = !tensor || !isStatic || HostTensor::countBytes(tensor);
    if (isNumber && isStatic && isSmall)
      return success();
    InFlightDiagnostic diag =
        mlir::emitError(function.getLoc(), "unsupported type of ")
        << kind << " #" << i << ": " << type;
    if (isNumber && !isSmall)
      return diag << " has more elements than memory can hold";
    diag.attachNote() << "supported are numbers and ranked tensors of numbers "
                         "with a static shape";
    return diag;
  };
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (failed(check("argument", i, type)))
      return failure();
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (failed(check("result", i, type)))
      return failure();

  OwningOpRef<ModuleOp> clone(module.clone());
  for (auto other : clone->getOps<func::FuncOp>())
    other.setVisibility(other.getName() == name
                            ? SymbolTable::Visibility::Public
                            : SymbolTable::Visibility::Private);
  return clone;
}

LogicalResult fp8::runPasses(ModuleOp module,
                             function_ref<void(OpPassManager &)> addPasses) {
  PassManager passManager(module.getContext());
  // Fails in tools without such options, which is harmless.
  (void)applyPassManagerCLOptions(passManager);
  applyDefaultTimingPassManagerCLOptions(passManager);
  addPasses(passManager);
  return runAndVerify(passManager, module);
}
