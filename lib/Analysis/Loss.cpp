//===- Loss.cpp - the losses and what they depend on ----------------------===//

#include "fp8/Analysis/Loss.h"
#include "fp8/Analysis/Operands.h"
#include "fp8/Analysis/StatePairing.h"

#include "LossCandidates.h"
#include "fp8/IR/FP8.h"
#include "fp8/IR/LossAttribute.h"

using namespace mlir;
using namespace mlir::fp8;

void mlir::fp8::addBackwardSlice(ArrayRef<Value> roots, Block &block,
                                 llvm::DenseSet<Operation *> &slice,
                                 function_ref<bool(Value)> isEnd) {
  SmallVector<Value> worklist(roots);
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || isEnd(value) || !(op = block.findAncestorOpInBlock(*op)) ||
        !slice.insert(op).second)
      continue;
    forEachOperand(op, [&](Value operand) { worklist.push_back(operand); });
  }
}

bool mlir::fp8::isReadBy(Value value, Block &block,
                         const llvm::DenseSet<Operation *> &ops) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return ops.contains(block.findAncestorOpInBlock(*user));
  });
}

bool Loss::isReadByForward(BlockArgument arg) const {
  auto isRead = [&](Value value) {
    return isReadBy(value, *arg.getOwner(), forward);
  };
  return isRead(arg) || llvm::any_of(stepped, [&](const auto &entry) {
           return entry.second == arg && isRead(entry.first);
         });
}

//===----------------------------------------------------------------------===//
// The forward
//===----------------------------------------------------------------------===//

/// Adds the forward pass of parts of the step whose loss is not returned. For
/// each parameter, adds the first contraction that reads it and the ops that
/// this contraction depends on: contractions of the backward pass come later in
/// the block. Ops after the last forward contraction, such as a softmax, are
/// not found. `isParameter` selects the parameters.
static void addForwardOfFirstReaders(Block &block, const StepProducts &products,
                                     function_ref<bool(Value)> isParameter,
                                     Loss &loss) {
  llvm::DenseSet<Value> seen;
  SmallVector<Value> results;
  for (const StepProducts::Product &product : products.getProducts())
    for (Value root : product.roots)
      if (isParameter(root) && seen.insert(root).second)
        results.push_back(product.op->getResult(0));
  addBackwardSlice(results, block, loss.forward,
                   [&](Value value) { return loss.stepped.contains(value); });
}

static void addForward(func::FuncOp func, const StepProducts &products,
                       Loss &loss) {
  Block &block = func.front();
  SmallVector<Value> values;
  for (unsigned number : loss.results)
    values.push_back(block.getTerminator()->getOperand(number));
  if (!loss.results.empty())
    loss.result = loss.results.front();
  products.addForward(values, loss.stepped, loss.forward);
  llvm::DenseSet<BlockArgument> replaced;
  for (auto &[value, arg] : loss.stepped)
    replaced.insert(arg);
  addForwardOfFirstReaders(
      block, products,
      [&](Value root) {
        auto arg = dyn_cast<BlockArgument>(root);
        return loss.stepped.contains(root) ||
               (arg && (loss.results.empty() || replaced.contains(arg)));
      },
      loss);
}

//===----------------------------------------------------------------------===//
// The losses
//===----------------------------------------------------------------------===//

/// Returns the last component of a name such as "metrics.loss".
static StringRef getLeafName(StringRef name) {
  return name.substr(name.rfind('.') + 1);
}

/// Returns the only result whose name ends in ".loss". A state may have such a
/// name, too, so returns std::nullopt if an argument does.
static std::optional<unsigned> findLeafNamed(func::FuncOp func) {
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    if (getLeafName(getArgumentName(func, i)) == "loss")
      return std::nullopt;
  std::optional<unsigned> found;
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i) {
    if (!isOneFloat(func.getResultTypes()[i]) || isStateResult(func, i) ||
        getLeafName(getResultName(func, i)) != "loss")
      continue;
    if (found)
      return std::nullopt;
    found = i;
  }
  return found;
}

/// Returns the results that the attribute `fp8.loss` marks, or, without such an
/// attribute, the results named "loss", or the only result whose name ends in
/// ".loss".
static SmallVector<unsigned> findNamed(func::FuncOp func) {
  SmallVector<unsigned> marked, named;
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i) {
    if (!isOneFloat(func.getResultTypes()[i]))
      continue;
    if (func.getResultAttr(i, kLossAttrName))
      marked.push_back(i);
    if (getResultName(func, i) == "loss")
      named.push_back(i);
  }
  if (named.empty())
    if (std::optional<unsigned> found = findLeafNamed(func))
      named.push_back(*found);
  return marked.empty() ? named : marked;
}

/// Returns true if --fp8-annotate-states has run.
static bool isAnnotated(func::FuncOp func) {
  auto module = func->getParentOfType<ModuleOp>();
  return module && isDone(module, "fp8-annotate-states");
}

namespace {
/// Finds the losses of one function.
class LossFinder {
public:
  explicit LossFinder(func::FuncOp func) : func(func), products(func.front()) {
    loss.stepped = findSteppedValues(func.front(), products);
  }

  Loss take(ArrayRef<unsigned> results) {
    loss.results.assign(results.begin(), results.end());
    addForward(func, products, loss);
    return std::move(loss);
  }
  LossSearch search() const { return searchLoss(func, products, loss.stepped); }

private:
  func::FuncOp func;
  StepProducts products;
  Loss loss;
};
} // namespace

Loss mlir::fp8::findLoss(func::FuncOp func) {
  LossFinder finder(func);
  SmallVector<unsigned> results = findNamed(func);
  if (results.empty() && !isAnnotated(func))
    if (std::optional<unsigned> found = finder.search().found)
      results.push_back(*found);
  return finder.take(results);
}

//===----------------------------------------------------------------------===//
// The option
//===----------------------------------------------------------------------===//

/// Attaches a note that lists the results that may be losses.
static void listCandidates(func::FuncOp func, InFlightDiagnostic &diag) {
  Diagnostic &note = diag.attachNote() << "results of one float:";
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i)
    if (isOneFloat(func.getResultTypes()[i]))
      note << " #" << i << " '" << getResultName(func, i) << "'";
}

static FailureOr<unsigned> parseResult(func::FuncOp func, StringRef text) {
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i)
    if (getResultName(func, i) == text)
      return i;
  int64_t number;
  if (text.getAsInteger(10, number)) {
    InFlightDiagnostic diag =
        emitError(func.getLoc(), "expected the option loss to list numbers or "
                                 "names of results, but no result is called '")
        << text << "'";
    listCandidates(func, diag);
    return diag;
  }
  if (number < 0 || number >= func.getNumResults()) {
    InFlightDiagnostic diag =
        emitError(func.getLoc(),
                  "expected the option loss to be -1 or less than the number "
                  "of results, ")
        << func.getNumResults() << ", but got " << number;
    listCandidates(func, diag);
    return diag;
  }
  return unsigned(number);
}

static FailureOr<SmallVector<unsigned>> parseOption(func::FuncOp func,
                                                    StringRef option) {
  SmallVector<unsigned> results;
  for (StringRef text : llvm::split(option, ',')) {
    FailureOr<unsigned> result = parseResult(func, text.trim());
    if (failed(result))
      return failure();
    Type type = func.getResultTypes()[*result];
    if (!isOneFloat(type)) {
      InFlightDiagnostic diag =
          emitError(func.getLoc(), "expected the option loss to name one "
                                   "float, but result #")
          << *result << " is of type " << type;
      listCandidates(func, diag);
      return diag;
    }
    if (llvm::is_contained(results, *result))
      return emitError(func.getLoc(),
                       "expected the option loss to name a result once, but "
                       "result #")
             << *result << " is there twice";
    results.push_back(*result);
  }
  return results;
}

static LogicalResult reportCompeting(func::FuncOp func,
                                     ArrayRef<unsigned> results) {
  InFlightDiagnostic diag = emitError(func.getLoc())
                            << "expected one result to be the loss, but "
                            << results.size()
                            << " results may be, and none depends on all "
                               "contractions of the others";
  for (unsigned i : results)
    diag.attachNote(func.front().getTerminator()->getOperand(i).getLoc())
        << "result #" << i << ", '" << getResultName(func, i)
        << "', is computed here";
  std::string numbers = llvm::join(
      llvm::map_range(results, [](unsigned i) { return std::to_string(i); }),
      ",");
  diag.attachNote()
      << "--loss of fp8-run, loss= of --fp8-annotate-states or of "
         "--fp8-train-pipeline, names the loss by number or name, or all "
         "losses, as --loss="
      << numbers;
  return diag;
}

FailureOr<Loss> mlir::fp8::resolveLoss(func::FuncOp func, StringRef option) {
  LossFinder finder(func);
  if (!option.empty() && option != "-1") {
    FailureOr<SmallVector<unsigned>> results = parseOption(func, option);
    if (failed(results))
      return failure();
    return finder.take(*results);
  }
  SmallVector<unsigned> results = findNamed(func);
  if (results.empty() && !isAnnotated(func)) {
    LossSearch search = finder.search();
    if (!search.competing.empty())
      return reportCompeting(func, search.competing);
    if (search.found)
      results.push_back(*search.found);
    Loss loss = finder.take(results);
    llvm::append_range(loss.others, search.others);
    return loss;
  }
  return finder.take(results);
}
