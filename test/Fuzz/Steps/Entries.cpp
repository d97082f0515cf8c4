//===- Entries.cpp - modules of one step each -----------------------------===//

#include "Entries.h"
#include "fp8/Host/HostTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

/// Maximum number of elements of a step. The evaluator takes a second for a few
/// times as many.
static constexpr int64_t maxElements = 1 << 16;

static bool canBePassed(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return type.isIntOrIndexOrFloat() && HostTensor::getElementSize(type);
  return tensor.hasStaticShape() && tensor.getNumElements() <= maxElements &&
         HostTensor::getElementSize(tensor.getElementType());
}

/// Returns true if the evaluator supports the dialects of all ops.
static bool isEvaluated(func::FuncOp function) {
  auto result = function.walk([](Operation *op) {
    bool isKnown = llvm::is_contained(
        {"arith", "fp8", "func", "linalg", "math", "scf", "tensor"},
        op->getName().getDialectNamespace());
    return isKnown ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

static bool isEntry(func::FuncOp function) {
  return !function.isExternal() && !function.isPrivate() &&
         function.getNumResults() != 0 &&
         llvm::all_of(function.getArgumentTypes(), canBePassed) &&
         llvm::all_of(function.getResultTypes(), canBePassed) &&
         isEvaluated(function);
}

/// Erases functions that `entry` does not reach.
static void keepReached(ModuleOp module, func::FuncOp entry) {
  llvm::StringSet<> reached = {entry.getName()};
  SmallVector<Operation *> worklist = {entry};
  while (!worklist.empty()) {
    auto uses = SymbolTable::getSymbolUses(worklist.pop_back_val());
    if (!uses)
      continue;
    for (SymbolTable::SymbolUse use : *uses) {
      StringRef name = use.getSymbolRef().getRootReference().getValue();
      Operation *callee = module.lookupSymbol(name);
      if (callee && reached.insert(name).second)
        worklist.push_back(callee);
    }
  }
  for (Operation &op : llvm::make_early_inc_range(*module.getBody())) {
    auto name = op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    if (name && !reached.contains(name.getValue()))
      op.erase();
  }
}

Corpus fuzz::splitEntries(Corpus corpus, MLIRContext *context) {
  Corpus split;
  for (Section &section : corpus) {
    ModuleOp module = section.getModule(context);
    if (!module || section.allowsUnregistered)
      continue;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (!isEntry(function))
        continue;
      Section single;
      single.file = section.file;
      single.text = section.text + "@" + function.getName().str();
      single.entry = function.getName().str();
      single.isRead = true;
      single.module = module.clone();
      auto entry =
          single.module->lookupSymbol<func::FuncOp>(function.getName());
      keepReached(*single.module, entry);
      split.push_back(std::move(single));
    }
  }
  return split;
}
