//===- NonFinite.cpp - the first op without a finite result ---------------===//

#include "fp8/Reference/NonFinite.h"
#include "ExpandInCopy.h"
#include "Observer.h"
#include "fp8/IR/FP8.h"
#include "fp8/Reference/Evaluator.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

namespace {
/// The worst element of a tensor.
enum class Content { Finite, Infinity, NaN };

class Finder : public Observer {
public:
  void addArgument(BlockArgument argument, const HostTensor &tensor);
  void observe(Operation *op, ArrayRef<const HostTensor *> results) override;

  NonFiniteOps found;

private:
  llvm::DenseMap<Value, Content> contents;
};
} // namespace

static Content getContent(const HostTensor &tensor) {
  if (!isa<FloatType>(tensor.getType().getElementType()))
    return Content::Finite;
  Content worst = Content::Finite;
  for (int64_t i = 0, e = tensor.getType().getNumElements(); i < e; ++i) {
    double value = tensor.getFloat(i);
    if (std::isnan(value))
      return Content::NaN;
    if (std::isinf(value))
      worst = Content::Infinity;
  }
  return worst;
}

void Finder::addArgument(BlockArgument argument, const HostTensor &tensor) {
  Content content = getContent(tensor);
  if (content == Content::NaN && !found.argument)
    found.argument = argument.getArgNumber();
  contents[argument] = content;
}

void Finder::observe(Operation *op, ArrayRef<const HostTensor *> results) {
  Content given = Content::Finite;
  for (Value operand : op->getOperands())
    given = std::max(given, contents.lookup(operand));
  // An infinity or NaN in a constant is intended.
  bool isConstant = op->hasTrait<OpTrait::ConstantLike>();
  for (auto [result, tensor] : llvm::zip_equal(op->getResults(), results)) {
    Content content = getContent(*tensor);
    contents[result] = content;
    if (isConstant || content <= given)
      continue;
    bool isNaN = content == Content::NaN;
    if (llvm::none_of(found.places,
                      [&](const auto &place) { return place.isNaN == isNaN; }))
      found.places.push_back(
          {op->getLoc(), op->getName().getStringRef(), isNaN});
  }
}

FailureOr<NonFiniteOps>
mlir::fp8::findNonFiniteOps(ModuleOp module, StringRef function,
                            ArrayRef<const HostTensor *> arguments) {
  // Expand optimizers and attention first. Otherwise, the program would run the
  // ops of an expanded copy of the module, which have no entry in `contents`.
  FailureOr<OwningOpRef<ModuleOp>> expanded = expandInCopy(module);
  if (failed(expanded))
    return failure();
  if (*expanded)
    module = expanded->get();
  Finder finder;
  FailureOr<std::unique_ptr<Program>> program =
      createReferenceProgram(module, function);
  if (failed(program))
    return failure();
  auto entry = module.lookupSymbol<func::FuncOp>(function);
  for (auto [argument, tensor] :
       llvm::zip_equal(entry.getArguments(), arguments))
    finder.addArgument(argument, *tensor);
  std::vector<HostTensor> results;
  for (Type type : entry.getResultTypes()) {
    FailureOr<HostTensor> tensor = HostTensor::allocate(
        getTensorType(type), [&] { return emitError(entry.getLoc()); });
    if (failed(tensor))
      return failure();
    results.push_back(std::move(*tensor));
  }
  if (failed((*program)->run(arguments, results)))
    return failure();
  return finder.found;
}
