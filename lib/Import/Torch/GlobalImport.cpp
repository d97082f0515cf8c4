//===- GlobalImport.cpp - global variables as states ----------------------===//
//
// Random number generators store their seed in a global variable. A step
// function has no memory between calls, so the variable becomes an argument and
// a result.
//
//===----------------------------------------------------------------------===//

#include "GlobalImport.h"

#include "fp8/IR/FP8.h"
#include "fp8/Utils/FreeName.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns the ops that load or store `global`, in program order.
static SmallVector<Operation *> findAccesses(ModuleOp module,
                                             ml_program::GlobalOp global) {
  SmallVector<Operation *> accesses;
  FlatSymbolRefAttr symbol = FlatSymbolRefAttr::get(global.getSymNameAttr());
  module.walk([&](Operation *op) {
    auto load = dyn_cast<ml_program::GlobalLoadOp>(op);
    auto loadConst = dyn_cast<ml_program::GlobalLoadConstOp>(op);
    auto store = dyn_cast<ml_program::GlobalStoreOp>(op);
    if ((load && load.getGlobal() == symbol) ||
        (loadConst && loadConst.getGlobal() == symbol) ||
        (store && store.getGlobal() == symbol))
      accesses.push_back(op);
  });
  return accesses;
}

/// Returns the initial value as a float if all elements are equal, else null.
static FloatAttr getInitial(Attribute value) {
  auto splat = dyn_cast_or_null<SplatElementsAttr>(value);
  if (!splat)
    return {};
  std::optional<double> number;
  if (auto integer = dyn_cast<IntegerAttr>(splat.getSplatValue<Attribute>()))
    number = integer.getValue().roundToDouble(/*isSigned=*/true);
  else if (auto real = dyn_cast<FloatAttr>(splat.getSplatValue<Attribute>()))
    number = real.getValueAsDouble();
  if (!number || static_cast<double>(static_cast<float>(*number)) != *number)
    return {};
  return FloatAttr::get(Float32Type::get(value.getContext()),
                        static_cast<double>(*number));
}

static LogicalResult replaceByConstant(ml_program::GlobalOp global,
                                       ArrayRef<Operation *> loads) {
  auto value = dyn_cast_or_null<TypedAttr>(global.getValueAttr());
  if (!value || !isa<ElementsAttr>(value))
    return global.emitOpError("unsupported by fp8-import-torch: a variable "
                              "that has no value and is never written");
  if (value.getType() != global.getType())
    return global.emitOpError("expected a value of the type of the variable, ")
           << global.getType() << ", but it is of type " << value.getType();
  for (Operation *load : loads) {
    OpBuilder builder(load);
    load->getResult(0).replaceAllUsesWith(
        arith::ConstantOp::create(builder, load->getLoc(), value));
    load->erase();
  }
  return success();
}

/// Returns true if the stored value is probably the state of a random number
/// generator: the integer ops that compute it multiply, shift or XOR.
static bool isScrambled(ArrayRef<Operation *> accesses) {
  llvm::SetVector<Operation *> made;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.filter = [](Operation *op) {
    return op->getNumResults() == 1 &&
           isa<IntegerType>(getElementTypeOrSelf(op->getResult(0).getType()));
  };
  for (Operation *access : accesses)
    if (auto store = dyn_cast<ml_program::GlobalStoreOp>(access))
      (void)getBackwardSlice(store.getValue(), &made, options);
  return llvm::any_of(made, [](Operation *op) {
    return isa<arith::MulIOp, arith::XOrIOp, arith::ShLIOp, arith::ShRUIOp>(op);
  });
}

LogicalResult mlir::fp8::importGlobal(ModuleOp module,
                                      ml_program::GlobalOp global) {
  SmallVector<Operation *> accesses = findAccesses(module, global);
  if (llvm::none_of(accesses, llvm::IsaPred<ml_program::GlobalStoreOp>)) {
    if (!accesses.empty() && failed(replaceByConstant(global, accesses)))
      return failure();
    global.erase();
    return success();
  }
  auto func = accesses.front()->getParentOfType<func::FuncOp>();
  for (Operation *access : accesses) {
    if (func && func.isPublic() && func.getBody().hasOneBlock() &&
        access->getBlock() == &func.front() &&
        SymbolTable::symbolKnownUseEmpty(func, module))
      continue;
    InFlightDiagnostic diag =
        access->emitOpError("unsupported by fp8-import-torch: a variable that "
                            "is written, but not only by the step itself");
    diag.attachNote(global.getLoc()) << "the variable is declared here";
    diag.attachNote() << "supported are loads and stores in the one block of "
                         "one public function that is never called";
    return diag;
  }
  Type type = global.getType();
  auto name = StringAttr::get(module.getContext(),
                              getFreeName(func, global.getSymName()));
  NamedAttrList attributes;
  attributes.set(FP8Dialect::kNameAttrName, name);
  if (isScrambled(accesses))
    attributes.set(FP8Dialect::kStateAttrName,
                   StateKindAttr::get(module.getContext(), StateKind::RNG));
  NamedAttrList resultAttributes = attributes;
  resultAttributes.set(FP8Dialect::kUpdatesAttrName, name);
  if (FloatAttr initial = getInitial(global.getValueAttr()))
    attributes.set(FP8Dialect::kInitialAttrName, initial);
  else if (global.getValueAttr())
    global.emitWarning("the initial value of this variable is not one f32 "
                       "number for all elements, so the host must supply it");

  unsigned position = func.getNumArguments(), result = func.getNumResults();
  if (failed(func.insertArgument(position, type,
                                 attributes.getDictionary(func.getContext()),
                                 global.getLoc())))
    return failure();
  Value current = func.getArgument(position);
  for (Operation *access : accesses) {
    if (auto store = dyn_cast<ml_program::GlobalStoreOp>(access))
      current = store.getValue();
    else
      access->getResult(0).replaceAllUsesWith(current);
    access->erase();
  }
  Operation *terminator = func.front().getTerminator();
  terminator->insertOperands(terminator->getNumOperands(), current);
  if (failed(func.insertResult(
          result, type, resultAttributes.getDictionary(func.getContext()))))
    return failure();
  global.erase();
  return success();
}
