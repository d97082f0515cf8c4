//===- RematGraph.cpp - dataflow between forward and backward -------------===//

#include "RematGraph.h"

#include "../BatchArguments.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/GemmLayout.h"
#include "fp8/Analysis/KernelTraffic.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::fp8;

/// A factor for two rules. A reduction result with at most 1/kReductionFactor
/// of the input elements is always saved. A parameter that is broadcast to at
/// least kReductionFactor times its size is never saved in that form.
static constexpr int64_t kReductionFactor = 8;
/// Floating-point operations of a contraction that take as long as moving one
/// byte.
static constexpr int64_t kFlopsPerByte = 16;

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

bool fp8::isAnyContraction(Operation *op) {
  return isa<ContractOp>(op) || matchContraction(op);
}

bool fp8::isGemm(Operation *op) {
  auto hasLayout = [](Value lhs, Value rhs, Value init,
                      ArrayRef<AffineMap> maps) {
    return GemmLayout::match(maps, {cast<RankedTensorType>(lhs.getType()),
                                    cast<RankedTensorType>(rhs.getType()),
                                    cast<RankedTensorType>(init.getType())})
        .has_value();
  };
  if (auto contract = dyn_cast<ContractOp>(op))
    return hasLayout(contract.getLhs(), contract.getRhs(), contract.getInit(),
                     contract.getIndexingMapsArray());
  std::optional<Contraction> match = matchContraction(op);
  if (!match)
    return false;
  if (match->kind != ContractionKind::Convolution)
    return isMatrixType(getElementTypeOrSelf(match->lhs)) &&
           isMatrixType(getElementTypeOrSelf(match->rhs)) &&
           getElementTypeOrSelf(match->init).isF32() &&
           hasLayout(match->lhs, match->rhs, match->init, match->maps);
  // Convolutions become contractions over their patches (im2col). Depthwise
  // convolutions, which have no output channel dimension, stay.
  FailureOr<linalg::ConvolutionDimensions> dims =
      linalg::inferConvolutionDims(cast<linalg::LinalgOp>(op));
  return succeeded(dims) && !dims->outputChannel.empty();
}

bool fp8::isFreeView(Operation *op) {
  if (getMovedSource(op, Move::View))
    return true;
  if (getMovedSource(op, Move::FloatCast))
    return isa<arith::ExtFOp>(op);
  Value source = getMovedSource(op, Move::Layout);
  return source && hasOneElement(source.getType());
}

static int64_t countElements(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() ? tensor.getNumElements() : 1;
}

static int64_t countBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() ? getBytes(tensor) : 0;
}

/// Returns true if the result of `op` has at most 1/kReductionFactor of the
/// elements of its largest input.
static bool shrinks(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0)
    return false;
  int64_t most = 0;
  for (Value input : op.getDpsInputs())
    most = std::max(most, countElements(input.getType()));
  return countElements(op->getResult(0).getType()) * kReductionFactor <= most;
}

static RematKind getKind(Operation *op) {
  auto isLarge = [](Type type) { return countElements(type) > 1; };
  if (!isPure(op) || !llvm::all_of(op->getResultTypes(), isLarge))
    return RematKind::Never;
  if (isAnyContraction(op))
    return RematKind::Product;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return shrinks(linalgOp) ? RematKind::Never : RematKind::Cheap;
  if (OpTrait::hasElementwiseMappableTraits(op) ||
      isa<DequantizeOp, tensor::PadOp, tensor::ConcatOp, tensor::InsertSliceOp>(
          op))
    return RematKind::Cheap;
  return RematKind::Never;
}

static int64_t countFlops(Operation *op) {
  SmallVector<int64_t> extents;
  if (auto contract = dyn_cast<ContractOp>(op))
    extents = contract.getStaticLoopRanges();
  else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    extents = linalgOp.getStaticLoopRanges();
  return 2 * llvm::product_of(extents);
}

//===----------------------------------------------------------------------===//
// Forward and backward
//===----------------------------------------------------------------------===//

/// Returns true if argument `i` is a parameter, or a state of the optimizer or
/// of a scaling recipe. Values that depend only on such arguments are not
/// activations.
static bool isOfModel(func::FuncOp func, unsigned i) {
  auto state =
      func.getArgAttrOfType<StateKindAttr>(i, FP8Dialect::kStateAttrName);
  return state && state.getValue() != StateKind::RNG &&
         state.getValue() != StateKind::Step;
}

void RematGraph::findDependent() {
  for (BlockArgument arg : func.getArguments())
    if (!isOfModel(func, arg.getArgNumber()))
      dependent.insert(arg);
  addDependent(block, dependent);
}

/// Returns the first contraction of the backward pass: the first contraction
/// after the last contraction of the forward pass. Returns null if there is
/// none.
Operation *RematGraph::findTurn(const Loss &loss) {
  Operation *turn = nullptr;
  bool hasForward = false;
  for (Operation &op : block.without_terminator()) {
    if (!isAnyContraction(&op) || !readsAny(&op, dependent))
      continue;
    if (loss.forward.contains(&op)) {
      hasForward = true;
      turn = nullptr;
    } else if (!turn) {
      turn = &op;
    }
  }
  return hasForward ? turn : nullptr;
}

unsigned RematGraph::addValue(Value value, std::optional<unsigned> op) {
  unsigned number = values.size();
  numbers[value] = number;
  RematValue &added = values.emplace_back();
  added.value = value;
  added.op = op;
  if (op && countElements(value.getType()) > 1)
    added.bytes = countBytes(value.getType());
  return number;
}

void RematGraph::addOp(Operation *op) {
  unsigned number = ops.size();
  RematOp added;
  added.op = op;
  added.kind = getKind(op);
  bool readsTensor = false;
  forEachOperand(op, [&](Value operand) {
    std::optional<unsigned> value = find(operand);
    if (!value || llvm::is_contained(added.operands, *value))
      return;
    added.operands.push_back(*value);
    added.cost += countBytes(operand.getType());
    readsTensor |= countElements(values[*value].value.getType()) > 1;
  });
  // A barrier on a tensor operand keeps the recomputation separate from the
  // original op. Without such an operand, CSE would merge them.
  if (!readsTensor)
    added.kind = RematKind::Never;
  for (Value result : op->getResults()) {
    added.results.push_back(addValue(result, number));
    added.cost += countBytes(result.getType());
  }
  if (added.kind == RematKind::Product) {
    added.flops = countFlops(op);
    added.cost += added.flops / kFlopsPerByte;
  }
  ops.push_back(std::move(added));
}

void RematGraph::addRepeated(Operation *op) {
  Value source = getMovedSource(op, Move::Layout);
  if (!source || isSplatOrEmpty(source) || hasOneElement(source.getType()) ||
      countElements(source.getType()) * kReductionFactor >
          countElements(op->getResult(0).getType()))
    return;
  repeated[op->getResult(0)] = source;
}

void RematGraph::addForward(Operation *turn) {
  for (BlockArgument arg : func.getArguments())
    if (dependent.contains(arg))
      addValue(arg, std::nullopt);
  for (Operation &op : block) {
    if (&op == turn)
      return;
    positions.insert({&op, positions.size()});
    if (op.getNumResults() == 0)
      continue;
    if (!dependent.contains(op.getResult(0))) {
      addRepeated(&op);
      continue;
    }
    std::optional<unsigned> source =
        isFreeView(&op) ? find(op.getOperand(0)) : std::nullopt;
    if (source)
      numbers[op.getResult(0)] = *source;
    else
      addOp(&op);
  }
}

/// Finds the contractions of the backward pass that become separate kernels and
/// that other ops may wait for. Excludes contractions that only compute the
/// gradient of a parameter. An op that waits for such a gradient could be
/// delayed until the update has overwritten the parameter, and would need a
/// copy of the old value.
void RematGraph::findLeading(Operation *turn) {
  llvm::DenseSet<Operation *> leads;
  for (Operation &op : llvm::reverse(block)) {
    auto isNeeded = [&](Operation *user) {
      Operation *reader = block.findAncestorOpInBlock(*user);
      return leads.contains(reader) ||
             !(isa<UpdateOp>(reader) || reader->hasTrait<OptimizerTrait>() ||
               getMovedSource(reader, Move::View | Move::Layout) ||
               matchElementwise(reader) ||
               reader->hasTrait<OpTrait::IsTerminator>());
    };
    if (llvm::any_of(op.getUsers(), isNeeded)) {
      leads.insert(&op);
      if (isGemm(&op))
        leading.insert(&op);
    }
    if (&op == turn)
      return;
  }
}

void RematGraph::addBackward(Operation *turn) {
  findLeading(turn);
  llvm::DenseMap<Value, Operation *> made;
  Operation *latest = nullptr;
  for (Operation *op = turn; op; op = op->getNextNode()) {
    backward.push_back(op);
    Operation *last = nullptr;
    SmallVector<unsigned> read;
    forEachOperand(op, [&](Value operand) {
      if (Operation *product = made.lookup(operand);
          product && (!last || last->isBeforeInBlock(product)))
        last = product;
      if (std::optional<unsigned> number = find(operand))
        read.push_back(*number);
    });
    bool isTerminator = op->hasTrait<OpTrait::IsTerminator>();
    bool isProduct = isAnyContraction(op);
    for (unsigned number : read) {
      RematValue &value = values[number];
      // Results of the function cost nothing to save, because the caller
      // allocates them.
      if (isTerminator) {
        value.bytes = 0;
        continue;
      }
      value.isRead = true;
      value.isKept |= !last && (isProduct || !latest);
    }
    if (Operation *before = last ? last : latest)
      lastProducts[op] = before;
    if (!last && latest && !isProduct && !isTerminator)
      early.insert(op);
    if (leading.contains(op))
      last = latest = op;
    if (last)
      for (Value result : op->getResults())
        made[result] = last;
  }
}

RematGraph::RematGraph(func::FuncOp func, const Loss &loss)
    : func(func), block(func.front()) {
  findDependent();
  Operation *turn = findTurn(loss);
  if (!turn)
    return;
  addForward(turn);
  addBackward(turn);
  findSegments();
}
