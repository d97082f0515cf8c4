//===- FunctionParts.cpp - Evaluation of a function in parts --------------===//

#include "Inputs/FunctionParts.h"

#include "Step.h"
#include "fp8/Reference/Evaluator.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

/// Maximum number of elements of a small tensor, such as a key of random
/// numbers, a scale or a bound.
static constexpr int64_t kSmallElements = 256;

const HostTensor *NamedResults::find(StringRef name) const {
  for (auto [result, value] : llvm::zip_equal(results, values))
    if (result.name == name)
      return &value;
  return nullptr;
}

void NamedResults::append(NamedResults more) {
  llvm::append_range(results, more.results);
  for (HostTensor &value : more.values)
    values.push_back(std::move(value));
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static bool isSmall(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return !tensor || tensor.getNumElements() <= kSmallElements;
}

/// Calls `visit` for each value outside `op` that `op` or its regions read.
static void forEachOperand(Operation *op, function_ref<void(Value)> visit) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
        visit(operand);
  });
}

namespace {
/// Joins results that need the same costly op.
class PartFinder {
public:
  explicit PartFinder(Block &body);

  /// Returns the results of each part.
  std::vector<SmallVector<unsigned>> find();

private:
  bool isCheap(Value value) const { return !nodes.contains(value); }
  bool isCheap(Operation *op) const;
  /// Joins the class of `value`, if it is not cheap, with class `node`.
  void join(unsigned node, Value value) {
    if (auto it = nodes.find(value); it != nodes.end())
      classes.join(node, it->second);
  }

  /// Adds an element, which is alone in its class.
  unsigned addNode() {
    classes.grow(numNodes + 1);
    return numNodes++;
  }

  Block &body;
  /// A number for each value that is not cheap; results of an op share it.
  llvm::DenseMap<Value, unsigned> nodes;
  unsigned numNodes = 0;
  llvm::IntEqClasses classes;
};
} // namespace

PartFinder::PartFinder(Block &body) : body(body) {
  for (BlockArgument argument : body.getArguments())
    if (!isSmall(argument.getType()))
      nodes[argument] = addNode();
  for (Operation &op : body.without_terminator()) {
    if (isCheap(&op))
      continue;
    unsigned node = addNode();
    for (Value result : op.getResults())
      nodes[result] = node;
    forEachOperand(&op, [&](Value operand) { join(node, operand); });
  }
}

/// Returns true if every part may compute `op` again: it computes small tensors
/// from small tensors, or repeats one element.
bool PartFinder::isCheap(Operation *op) const {
  bool readsCheap = true;
  forEachOperand(op, [&](Value operand) { readsCheap &= isCheap(operand); });
  return readsCheap &&
         (op->hasTrait<OpTrait::ConstantLike>() ||
          isa<tensor::EmptyOp, tensor::SplatOp, linalg::FillOp>(op) ||
          llvm::all_of(op->getResultTypes(), isSmall));
}

std::vector<SmallVector<unsigned>> PartFinder::find() {
  // Results that are cheap have parts of their own.
  SmallVector<unsigned> results;
  for (Value value : body.getTerminator()->getOperands()) {
    results.push_back(addNode());
    join(results.back(), value);
  }
  classes.compress();
  llvm::MapVector<unsigned, SmallVector<unsigned>> found;
  for (auto [i, node] : llvm::enumerate(results))
    found[classes[node]].push_back(static_cast<unsigned>(i));
  std::vector<SmallVector<unsigned>> parts;
  for (auto &entry : found)
    parts.push_back(std::move(entry.second));
  return parts;
}

void FunctionParts::fill(Part &part) const {
  func::FuncOp func = function;
  Block &body = func.getBody().front();
  llvm::SetVector<Value> needed;
  for (unsigned result : part.results)
    needed.insert(body.getTerminator()->getOperand(result));
  llvm::SmallPtrSet<Operation *, 16> ops;
  for (size_t i = 0; i < needed.size(); ++i) {
    Operation *op = needed[i].getDefiningOp();
    if (op && ops.insert(op).second)
      forEachOperand(op, [&](Value operand) { needed.insert(operand); });
  }
  for (BlockArgument argument : body.getArguments())
    if (needed.contains(argument))
      part.arguments.push_back(argument.getArgNumber());
  part.ops.assign(ops.begin(), ops.end());
  llvm::sort(part.ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
}

FailureOr<FunctionParts> FunctionParts::create(func::FuncOp function) {
  FailureOr<Signature> read = readSignature(function);
  if (failed(read))
    return failure();
  if (!function.getBody().hasOneBlock())
    return function.emitError("expected '@")
           << function.getName() << "' to have one block, but it has "
           << function.getBody().getBlocks().size();
  FunctionParts split(function);
  split.signature = std::move(*read);
  for (SmallVector<unsigned> &results :
       PartFinder(function.getBody().front()).find()) {
    Part &part = split.parts.emplace_back();
    part.results = std::move(results);
    split.fill(part);
  }
  return split;
}

SmallVector<StringRef> FunctionParts::getResults(size_t part) const {
  return llvm::map_to_vector(parts[part].results, [&](unsigned i) {
    return StringRef(signature.results[i].name);
  });
}

SmallVector<StringRef> FunctionParts::getArguments(size_t part) const {
  return llvm::map_to_vector(parts[part].arguments, [&](unsigned i) {
    return StringRef(signature.arguments[i].name);
  });
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

/// Returns the functions that `ops` call, directly or through other functions.
static SmallVector<func::FuncOp> findCallees(ArrayRef<Operation *> ops) {
  llvm::SetVector<func::FuncOp> found;
  auto add = [&](func::CallOp call) {
    if (auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
            call, call.getCalleeAttr()))
      found.insert(callee);
  };
  for (Operation *op : ops)
    op->walk(add);
  for (size_t i = 0; i < found.size(); ++i)
    func::FuncOp(found[i]).walk(add);
  return found.takeVector();
}

OwningOpRef<ModuleOp> FunctionParts::isolate(const Part &part) const {
  func::FuncOp func = function;
  OwningOpRef<ModuleOp> module = ModuleOp::create(func.getLoc());
  OpBuilder b = OpBuilder::atBlockEnd(module->getBody());
  auto select = [](auto &&range, ArrayRef<unsigned> positions) {
    return llvm::map_to_vector(positions, [&](unsigned i) { return range[i]; });
  };
  auto type = b.getFunctionType(select(func.getArgumentTypes(), part.arguments),
                                select(func.getResultTypes(), part.results));
  auto copy = func::FuncOp::create(b, func.getLoc(), func.getName(), type);
  for (func::FuncOp callee : findCallees(part.ops))
    b.clone(*callee);
  Block *body = copy.addEntryBlock();
  IRMapping mapping;
  for (auto [argument, value] :
       llvm::zip_equal(part.arguments, body->getArguments()))
    mapping.map(func.getArgument(argument), value);
  b.setInsertionPointToStart(body);
  for (Operation *op : part.ops)
    b.clone(*op, mapping);
  Operation *terminator = func.getBody().front().getTerminator();
  func::ReturnOp::create(
      b, terminator->getLoc(),
      llvm::map_to_vector(part.results, [&](unsigned result) {
        return mapping.lookup(terminator->getOperand(result));
      }));
  return module;
}

FailureOr<NamedResults> FunctionParts::run(size_t number, Lookup lookup) const {
  func::FuncOp func = function;
  const Part &part = parts[number];
  FailureOr<std::unique_ptr<Program>> program =
      createReferenceProgram(*isolate(part), func.getName());
  if (failed(program))
    return failure();
  SmallVector<const HostTensor *> arguments;
  for (StringRef name : getArguments(number)) {
    arguments.push_back(lookup(name));
    assert(arguments.back() && "expected a value for each argument");
  }
  NamedResults made;
  for (unsigned result : part.results) {
    made.results.push_back(signature.results[result]);
    FailureOr<HostTensor> tensor =
        allocateAt(func.getLoc(), made.results.back().type);
    if (failed(tensor))
      return failure();
    made.values.push_back(std::move(*tensor));
  }
  if (failed((*program)->run(arguments, made.values)))
    return failure();
  return made;
}
