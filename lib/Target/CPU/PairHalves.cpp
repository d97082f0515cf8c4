//===- PairHalves.cpp - --fp8-pair-halves ---------------------------------===//
//
// A word of two bf16 becomes one f32 after a shift and another f32 after a
// mask: the elements at even and at odd positions of a vector. Therefore the
// ops between conversions of bf16 run on even and odd elements separately, and
// other operands and results are permuted. If an element turns out to be
// special (infinite or NaN), all ops are recomputed in the original order.
//
//===----------------------------------------------------------------------===//

#include "PairedCodes.h"
#include "PairedOps.h"
#include "fp8/Conversion/FP8ToArith/Codes.h"
#include "fp8/Conversion/FP8ToArith/FP8ToArith.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_PAIRHALVESPASS
#include "fp8/Target/CPU/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static constexpr int64_t kWords = PairedCodes::kWords,
                         kHalves = PairedCodes::kHalves;
/// Gain of a cast to bf16. The unit is two operations per pair of registers,
/// which is the gain of reading a bf16 and the cost of permuting another
/// operand or result.
static constexpr int kGainOfCast = 4;

static bool isBits(Value value) {
  return getElementTypeOrSelf(value.getType()).isInteger(1);
}

/// Returns the permutation that moves even positions before odd positions in
/// every register of halves, or its inverse.
static SmallVector<int64_t> getMask(int64_t numLanes, bool isBack) {
  SmallVector<int64_t> mask;
  for (int64_t first = 0; first < numLanes; first += kHalves)
    for (int64_t i = 0; i < kHalves; ++i)
      mask.push_back(first + (isBack ? i / 2 + i % 2 * kWords
                                     : i % kWords * 2 + i / kWords));
  return mask;
}

namespace {
/// Rewrites the ops between conversions of bf16 in one block, on vectors of one
/// length.
class Pairer {
public:
  Pairer(Block &block, int64_t numLanes, const PairedOps &ops)
      : block(block), numLanes(numLanes), ops(ops),
        b(block.getParentOp()->getLoc(), block.getParentOp()->getContext()) {}

  /// Rewrites the ops. If there is no valid insertion point, returns false and
  /// changes nothing.
  bool run();

private:
  bool pays() const;

  VectorType type(Type element) { return VectorType::get(numLanes, element); }
  Value permute(Value value, bool isBack) {
    Type own = value.getType();
    if (getElementTypeOrSelf(own).getIntOrFloatBitWidth() == 8)
      value = b.createOrFold<arith::BitcastOp>(type(b.getI8Type()), value);
    Value all = b.shuffle(value, value, getMask(numLanes, isBack));
    return b.createOrFold<arith::BitcastOp>(own, all);
  }

  Value getPaired(Value value);
  Value computePaired(Operation *op);
  Value decode(ConvertOp op);
  Value encode(ConvertOp op);
  Operation *findPlace(ArrayRef<Operation *> ordered) const;

  Block &block;
  int64_t numLanes;
  const PairedOps &ops;
  VectorBuilder b;
  PairedCodes registers{b};
  /// Maps from values in the original order to values in paired order, and from
  /// casts to their codes.
  IRMapping paired, codes;
};

struct PairHalves : fp8::impl::PairHalvesPassBase<PairHalves> {
  void runOnOperation() override {
    llvm::SetVector<std::pair<Block *, int64_t>> places;
    getOperation()->walk([&](ConvertOp op) {
      if (isToBF16(op))
        places.insert(
            {op->getBlock(), getPairs(op.getType()).getNumElements()});
    });
    for (auto [block, numLanes] : places) {
      PairedOps ops = findPairedOps(*block, numLanes);
      // One branch for all ops is best; otherwise, each part needs its own
      // branch.
      if (Pairer(*block, numLanes, ops).run())
        continue;
      SmallVector<PairedOps> parts = splitPairedOps(ops);
      for (const PairedOps &part : parts)
        if (parts.size() > 1)
          Pairer(*block, numLanes, part).run();
    }
  }
};
} // namespace

bool Pairer::pays() const {
  int gain = 0;
  DenseSet<Value> permuted;
  for (Operation *op : ops) {
    gain += isToBF16(op) ? kGainOfCast : isFromBF16(op) ? 1 : 0;
    for (Value value : getWords(op)) {
      bool comesFromOutside =
          !isUniform(value) && !ops.contains(value.getDefiningOp());
      bool goesOutside = llvm::any_of(value.getUsers(), [&](Operation *user) {
        return !ops.contains(user);
      });
      if (comesFromOutside ||
          (goesOutside && ops.contains(value.getDefiningOp())))
        permuted.insert(value);
    }
  }
  return gain > static_cast<int>(permuted.size());
}

/// Returns `value` in paired order. Hides the permutation, because LLVM would
/// otherwise permute the values computed from it instead.
Value Pairer::getPaired(Value value) {
  if (isUniform(value))
    return value;
  if (!paired.contains(value)) {
    Value all = permute(value, /*isBack=*/false);
    for (int64_t i = 0; i < numLanes && !isBits(value); i += kWords)
      all = b.insertSlice(registers.hide(b.slice(all, i, kWords)), all, i);
    paired.map(value, all);
  }
  return paired.lookup(value);
}

Value Pairer::computePaired(Operation *op) {
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, getPaired(operand));
  return b.clone(*op, mapping)->getResult(0);
}

Value Pairer::decode(ConvertOp op) {
  Value halves =
      b.bitcast(b.getI16Type(), codes.lookupOrDefault(op.getInput()));
  Value bits = ub::PoisonOp::create(b, type(b.getI32Type()));
  for (int64_t i = 0; i < numLanes; i += kHalves) {
    auto [even, odd] = registers.decode(b.slice(halves, i, kHalves));
    bits = b.insertSlice(odd, b.insertSlice(even, bits, i), i + kWords);
  }
  Value x = b.toFloat(bits);
  if (hasOneNaN(op.getResult()))
    return x;
  return b.toFloat(b.select(b.isNaN(x), numerics::canonicalNaNBits, bits));
}

/// Returns the bf16 codes that `op` rounds to, in the original order.
Value Pairer::encode(ConvertOp op) {
  Value bits = b.toBits(getPaired(op.getInput()));
  Value all = ub::PoisonOp::create(b, type(b.getI16Type()));
  for (int64_t i = 0; i < numLanes; i += kHalves) {
    Value random;
    if (op.getRandom())
      random = b.slice(op.getRandom(), i, kHalves);
    Value even = b.slice(bits, i, kWords);
    Value odd = b.slice(bits, i + kWords, kWords);
    all = b.insertSlice(registers.encode(even, odd, random), all, i);
  }
  return b.bitcast(op.getType(), all);
}

/// Returns the op before which all of `ordered` can be computed, because no
/// reader of them precedes it. Moves their operands before it if necessary.
/// Returns null if there is no such op.
Operation *Pairer::findPlace(ArrayRef<Operation *> ordered) const {
  Operation *place = ordered.back()->getNextNode();
  llvm::SetVector<Value> operands;
  for (Operation *op : ordered) {
    for (Value operand : op->getOperands())
      if (!ops.contains(operand.getDefiningOp()))
        operands.insert(operand);
    for (Operation *user : op->getUsers()) {
      Operation *reader = block.findAncestorOpInBlock(*user);
      if (!ops.contains(user) && reader && reader->isBeforeInBlock(place))
        place = reader;
    }
  }
  // Ops computed from a result cannot be moved before it.
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitUsesFromAbove = false;
  options.filter = [&](Operation *op) {
    return block.findAncestorOpInBlock(*op);
  };
  PairedOps producers;
  for (Value operand : operands)
    if (failed(getBackwardSlice(operand, &producers, options)))
      return nullptr;
  IRRewriter rewriter(place->getContext());
  if (llvm::any_of(producers,
                   [&](Operation *op) { return ops.contains(op); }) ||
      failed(moveValueDefinitions(rewriter, operands.getArrayRef(), place)))
    return nullptr;
  return place;
}

/// Emits the fast computation before all its readers, then a branch that
/// recomputes all ops if an element was special.
bool Pairer::run() {
  SmallVector<Operation *> ordered;
  for (Operation &op : block)
    if (ops.contains(&op))
      ordered.push_back(&op);
  auto isOutside = [&](OpOperand &use) {
    return !ops.contains(use.getOwner());
  };
  SmallVector<Value> results;
  for (Operation *op : ordered)
    if (llvm::any_of(op->getUses(), isOutside))
      results.push_back(op->getResult(0));
  // Only casts detect special numbers. A part without casts or without readers
  // has no branch to take.
  bool hasBranch = !results.empty() && llvm::any_of(ordered, isToBF16);
  Operation *place = hasBranch && pays() ? findPlace(ordered) : nullptr;
  if (!place)
    return false;
  auto function = block.getParentOp()->getParentOfType<func::FuncOp>();
  b.setInsertionPointToStart(function ? &function.front() : &block);
  registers.makeConstants();
  b.setInsertionPoint(place);
  for (Operation *op : ordered) {
    b.setLoc(op->getLoc());
    Value result = op->getResult(0);
    if (isToBF16(op))
      codes.map(result, encode(cast<ConvertOp>(op)));
    else if (isFromBF16(op))
      paired.map(result, decode(cast<ConvertOp>(op)));
    else
      paired.map(result, computePaired(op));
  }
  auto branch =
      scf::IfOp::create(b, ValueRange(results).getTypes(),
                        registers.areSpecial(), /*withElseRegion=*/true);
  for (auto [from, to] : llvm::zip_equal(results, branch.getResults()))
    from.replaceUsesWithIf(to, isOutside);
  b.setInsertionPointToStart(branch.thenBlock());
  IRMapping again;
  for (Operation *op : ordered)
    b.clone(*op, again);
  auto yield = [&](llvm::function_ref<Value(Value)> get) {
    scf::YieldOp::create(b, llvm::map_to_vector(results, get));
  };
  yield([&](Value value) { return again.lookup(value); });
  b.setInsertionPointToStart(branch.elseBlock());
  yield([&](Value value) {
    return codes.contains(value) ? codes.lookup(value)
                                 : permute(paired.lookup(value), true);
  });
  for (Operation *op : llvm::reverse(ordered))
    op->erase();
  return true;
}
