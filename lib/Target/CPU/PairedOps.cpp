//===- PairedOps.cpp - ops between conversions of bf16 --------------------===//

#include "PairedOps.h"
#include "PairedCodes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::fp8;

/// Maximum number of lanes: the elements of 32 registers of words. Code size
/// grows with the length of vectors.
static constexpr int64_t kMaxLanes = 32 * PairedCodes::kWords;

VectorType fp8::getPairs(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getRank() == 1 && !vector.isScalable() &&
                 vector.getNumElements() % PairedCodes::kHalves == 0 &&
                 vector.getNumElements() <= kMaxLanes
             ? vector
             : VectorType();
}

static bool isWordOrBit(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isF32() || element.isInteger(32) || element.isInteger(1);
}

bool fp8::isToBF16(Operation *op) {
  auto convert = dyn_cast<ConvertOp>(op);
  return convert && convert.getInputFormat() == Format::F32 &&
         convert.getResultFormat() == Format::BF16 &&
         convert.getRounding() != RoundingMode::StochasticHW &&
         getPairs(op->getResult(0).getType());
}

bool fp8::isFromBF16(Operation *op) {
  auto convert = dyn_cast<ConvertOp>(op);
  return convert && convert.getInputFormat() == Format::BF16 &&
         convert.getResultFormat() == Format::F32 &&
         getPairs(op->getResult(0).getType());
}

/// Returns true if `op` rounds to bytes, which are cheap to permute.
static bool isToBytes(Operation *op, int64_t numLanes) {
  auto convert = dyn_cast<ConvertOp>(op);
  VectorType vector = convert ? getPairs(convert.getType()) : VectorType();
  return vector && vector.getNumElements() == numLanes &&
         vector.getElementTypeBitWidth() == 8 && !convert.getRandom() &&
         convert.getInputFormat() == Format::F32;
}

/// Returns true if each lane of `op`, of 32 bits or one bit, depends only on
/// the same lane of its operands.
static bool isByLanes(Operation *op, int64_t numLanes) {
  if (isToBytes(op, numLanes))
    return true;
  if (!OpTrait::hasElementwiseMappableTraits(op) || isa<ConvertOp, DrawOp>(op))
    return false;
  auto fits = [&](Type type) {
    auto vector = getPairs(type);
    return vector && vector.getNumElements() == numLanes && isWordOrBit(vector);
  };
  return op->getNumOperands() != 0 && op->getNumResults() == 1 &&
         llvm::all_of(op->getResultTypes(), fits) &&
         llvm::all_of(op->getOperandTypes(), fits);
}

bool fp8::isUniform(Value value) {
  if (auto broadcast = value.getDefiningOp<vector::BroadcastOp>())
    return !isa<VectorType>(broadcast.getSourceType());
  DenseElementsAttr elements;
  return matchPattern(value, m_Constant(&elements)) && elements.isSplat();
}

SmallVector<Value> fp8::getWords(Operation *op) {
  if (isToBF16(op))
    return {cast<ConvertOp>(op).getInput()};
  if (isFromBF16(op))
    return {op->getResult(0)};
  SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, op->getResults());
  return values;
}

/// Collects the conversions of `block` on `numLanes` lanes, and all ops between
/// them.
static PairedOps collect(Block &block, int64_t numLanes) {
  PairedOps ops;
  for (Operation &op : block)
    if ((isToBF16(&op) || isFromBF16(&op)) &&
        getPairs(op.getResult(0).getType()).getNumElements() == numLanes)
      ops.insert(&op);
  for (size_t i = 0; i < ops.size(); ++i)
    for (Value value : getWords(ops[i])) {
      auto visit = [&](Operation *op) {
        if (op && op->getBlock() == &block && isByLanes(op, numLanes))
          ops.insert(op);
      };
      if (isUniform(value))
        continue;
      visit(value.getDefiningOp());
      for (Operation *user : value.getUsers())
        visit(user);
    }
  return ops;
}

/// Removes from `ops` each op whose results no other op in `ops` reads, if this
/// saves permutations. An example is the maximum of a result and an earlier
/// maximum.
static void prune(PairedOps &ops, Block &block) {
  auto isOutside = [&](Operation *user) { return !ops.contains(user); };
  for (Operation &op : llvm::reverse(block)) {
    if (!ops.contains(&op) || isa<ConvertOp>(op) ||
        !llvm::all_of(op.getUsers(), isOutside))
      continue;
    // The removal saves permutations of the result, and of operands that ops
    // outside of `ops` compute. It adds permutations of operands that ops in
    // `ops` compute.
    llvm::SmallSetVector<Value, 4> saved, added;
    auto readsAlone = [&](Value operand) {
      return llvm::none_of(operand.getUsers(), [&](Operation *user) {
        return user != &op && ops.contains(user);
      });
    };
    for (Value operand : op.getOperands())
      if (Operation *producer = operand.getDefiningOp();
          ops.contains(producer)) {
        if (llvm::none_of(operand.getUsers(), isOutside))
          added.insert(operand);
      } else if (readsAlone(operand)) {
        saved.insert(operand);
      }
    saved.remove_if(isUniform);
    if (added.size() < saved.size() + 1)
      ops.remove(&op);
  }
}

SmallVector<PairedOps> fp8::splitPairedOps(const PairedOps &ops) {
  llvm::EquivalenceClasses<Operation *> classes;
  for (Operation *op : ops) {
    classes.insert(op);
    for (Value operand : op->getOperands())
      if (ops.contains(operand.getDefiningOp()) && !isUniform(operand))
        classes.unionSets(op, operand.getDefiningOp());
  }
  llvm::MapVector<Operation *, PairedOps> parts;
  for (Operation *op : ops)
    parts[classes.getLeaderValue(op)].insert(op);
  return llvm::map_to_vector(parts, [](auto &part) { return part.second; });
}

PairedOps fp8::findPairedOps(Block &block, int64_t numLanes) {
  PairedOps ops = collect(block, numLanes);
  prune(ops, block);
  return ops;
}
