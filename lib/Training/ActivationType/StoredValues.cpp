//===- StoredValues.cpp - values stored between kernels -------------------===//

#include "StoredValues.h"

#include "../BatchArguments.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/Operands.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fp8;

bool mlir::fp8::isProduct(Operation *op) {
  if (isa<ContractOp>(op))
    return true;
  std::optional<Contraction> match = matchContraction(op);
  return match && match->kind != ContractionKind::Convolution;
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

static bool isReduction(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return isa<AmaxOp>(op) ||
         (linalgOp && linalgOp.getNumReductionLoops() > 0 && !isProduct(op) &&
          !linalg::isaConvolutionOpInterface(linalgOp));
}

/// Returns true if each reduction of `op` reads adjacent elements, which form
/// one or more rows of the input.
static bool reducesRows(Operation *op) {
  if (auto amax = dyn_cast<AmaxOp>(op))
    return !amax.getGranularityOrTensor().isTensor();
  auto linalgOp = cast<linalg::LinalgOp>(op);
  SmallVector<unsigned> reduced;
  linalgOp.getReductionDims(reduced);
  if (linalgOp.getNumParallelLoops() == 0)
    return false;
  for (OpOperand *input : linalgOp.getDpsInputOperands()) {
    AffineMap map = linalgOp.getMatchingIndexingMap(input);
    if (!map.isProjectedPermutation())
      return false;
    bool isInside = false;
    for (AffineExpr expr : map.getResults()) {
      unsigned dim = cast<AffineDimExpr>(expr).getPosition();
      bool isReduced = llvm::is_contained(reduced, dim);
      if (isInside && !isReduced)
        return false;
      isInside |= isReduced;
    }
  }
  return true;
}

/// Returns true if `op` reduces elements that are not adjacent to one element
/// for each of the others, such as the gradient of a bias.
static bool sumsColumns(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && isReduction(op) && linalgOp.getNumParallelLoops() > 0 &&
         !reducesRows(op);
}

/// Returns true if the results of `op` may be available only after `op` has
/// read all of its operands. A reader of such a result cannot run in the same
/// pass over the data.
static bool endsStage(Operation *op) {
  if (isReduction(op))
    return !reducesRows(op);
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return linalgOp.getNumReductionLoops() > 0;
  return isa<ContractOp, ScatterAddOp, UpdateOp, UpdateScalesOp>(op) ||
         (op->getNumRegions() > 0 && !isa<tensor::PadOp>(op));
}

/// Returns true if the results of `op` have one element per element of an
/// activation, unlike statistics.
bool StoredValues::isWhole(Operation *op) const {
  if (isProduct(op))
    return true;
  if (isReduction(op) || isa<UpdateOp, UpdateScalesOp>(op))
    return false;
  if (isa<linalg::LinalgOp>(op) || op->getNumRegions() == 0) {
    // A gather, such as an embedding lookup, produces activations even if its
    // indices do not depend on activations.
    bool gathers = false;
    op->walk([&](tensor::ExtractOp extract) {
      gathers |= extract.getOperation() != op;
    });
    return gathers || llvm::any_of(op->getOperands(), [&](Value value) {
             return whole.contains(value);
           });
  }
  return true;
}

void StoredValues::visit(Operation &op) {
  unsigned runsIn = 0;
  forEachOperand(&op, [&](Value operand) {
    runsIn = std::max(runsIn, stages.lookup(operand));
  });
  runs[&op] = runsIn;
  bool wholeResults = isWhole(&op);
  for (Value result : op.getResults()) {
    stages[result] = runsIn + endsStage(&op);
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (wholeResults && varying.contains(result) && type &&
        type.getElementType().isF32() && !hasOneElement(type))
      whole.insert(result);
  }
}

//===----------------------------------------------------------------------===//
// Stored values
//===----------------------------------------------------------------------===//

/// Appends the ops that read `value`, directly or through rearrangements and
/// slices.
static void addReaders(Value value, SmallVectorImpl<Operation *> &readers,
                       Block &block) {
  for (Operation *user : value.getUsers()) {
    Operation *reader = block.findAncestorOpInBlock(*user);
    if (reader == user && getMovedSource(user, Move::Rearrange) == value)
      addReaders(user->getResult(0), readers, block);
    else
      readers.push_back(reader);
  }
}

/// Returns true if each element of the result of `op` depends on only the
/// element of `value` at the same position.
static bool isAlongside(Operation *op, Value value) {
  if (op->getNumResults() != 1)
    return false;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || type.getNumElements() !=
                   cast<RankedTensorType>(value.getType()).getNumElements())
    return false;
  if (auto scatter = dyn_cast<ScatterAddOp>(op))
    return getMovedRoot(scatter.getInit(), Move::Rearrange) == value &&
           getMovedRoot(scatter.getUpdates(), Move::Rearrange) != value;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
      return getMovedRoot(operand.get(), Move::Rearrange) != value ||
             (linalgOp.getNumReductionLoops() == 0 &&
              linalgOp.getMatchingIndexingMap(&operand).isPermutation());
    });
  return OpTrait::hasElementwiseMappableTraits(op);
}

/// Returns true if only updates read `value`, directly or through elementwise
/// ops. Such a value is, for example, one term of the gradient of a weight that
/// the step uses twice.
bool StoredValues::endsInUpdate(Value value) {
  if (auto it = ends.find(value); it != ends.end())
    return it->second;
  SmallVector<Operation *> readers;
  addReaders(value, readers, block);
  llvm::erase(readers, block.getTerminator());
  bool all = !readers.empty() && llvm::all_of(readers, [&](Operation *reader) {
    return isa<UpdateOp>(reader) ||
           (isAlongside(reader, value) && endsInUpdate(reader->getResult(0)));
  });
  return ends[value] = all;
}

bool StoredValues::isStored(Value value) {
  Operation *op = value.getDefiningOp();
  if (!whole.contains(value) || getMovedSource(op, Move::Rearrange))
    return false;
  SmallVector<Operation *> readers;
  addReaders(value, readers, block);
  // Gradients of weights stay in f32: they are sums over the batch, and the
  // sums of other micro-batches may be added to them.
  if (llvm::any_of(readers, llvm::IsaPred<UpdateOp>) || endsInUpdate(value))
    return false;
  llvm::erase(readers, block.getTerminator());
  if (op && isProduct(op))
    return !readers.empty();
  if (llvm::any_of(readers, [&](Operation *reader) {
        return isProduct(reader) || runs.lookup(reader) > stages.lookup(value);
      }))
    return true;
  // No target sums columns in the pass that encodes the rows, so the sum reads
  // a stored value.
  return llvm::any_of(readers, llvm::IsaPred<QuantizeOp>) &&
         llvm::any_of(readers, sumsColumns);
}

/// If `op` is a contraction and its result is stored, finds the bias that is
/// added before the result is rounded.
void StoredValues::findBias(Operation &op) {
  std::optional<AddedBias> added =
      matchAddedBias(&op, [&](Value value) { return varying.contains(value); });
  if (!added || !isStored(op.getResult(0)))
    return;
  Value sum = added->sum->getResult(0);
  SmallVector<Operation *> readers;
  addReaders(sum, readers, block);
  llvm::erase(readers, block.getTerminator());
  if (!whole.contains(sum) || readers.empty() ||
      llvm::any_of(readers, llvm::IsaPred<UpdateOp>) || endsInUpdate(sum))
    return;
  stored.remove(op.getResult(0));
  stored.insert(sum);
  biases[&op] = std::move(*added);
}

StoredValues::StoredValues(func::FuncOp func, const StatePairing &pairing)
    : block(func.front()) {
  for (BlockArgument arg : func.getArguments())
    if (isBatch(func, arg.getArgNumber(), pairing)) {
      varying.insert(arg);
      if (getElementTypeOrSelf(arg.getType()).isF32())
        whole.insert(arg);
    }
  addDependent(block, varying);
  for (Operation &op : block.without_terminator())
    visit(op);
  for (BlockArgument arg : func.getArguments())
    if (isStored(arg))
      stored.insert(arg);
  for (Operation &op : block.without_terminator())
    for (Value result : op.getResults())
      if (isStored(result))
        stored.insert(result);
  for (Operation &op : block.without_terminator())
    findBias(op);
}
