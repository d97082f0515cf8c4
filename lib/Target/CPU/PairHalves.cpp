//===- PairHalves.cpp - --fp8-pair-halves ---------------------------------===//
//
// A word of two bf16 is one f32 after a shift and another one after a mask:
// the elements at even places of a vector and those at odd places. So what is
// computed between conversions of bf16 is computed in that order, and what else
// is read or written there is permuted. Where something turns out to be
// special, infinite or NaN, all is computed again, in order.
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
#include "mlir/IR/ImplicitLocOpBuilder.h"
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
/// Operations that a cast to bf16 costs less, where reading one, or permuting
/// another operand, is two of a pair of registers.
static constexpr int kGainOfCast = 4;

static bool isBits(Value value) {
  return getElementTypeOrSelf(value.getType()).isInteger(1);
}

/// Even places before odd ones in every register of halves, and back.
static SmallVector<int64_t> getMask(int64_t numLanes, bool isBack) {
  SmallVector<int64_t> mask;
  for (int64_t first = 0; first < numLanes; first += kHalves)
    for (int64_t i = 0; i < kHalves; ++i)
      mask.push_back(first + (isBack ? i / 2 + i % 2 * kWords
                                     : i % kWords * 2 + i / kWords));
  return mask;
}

namespace {
/// Rewrites what lies between conversions of bf16 in one block, on vectors of
/// one length.
class Pairer {
public:
  Pairer(Block &block, int64_t numLanes, const PairedOps &ops)
      : block(block), numLanes(numLanes), ops(ops),
        b(block.getParentOp()->getLoc(), block.getParentOp()->getContext()) {}

  /// Whether there was a place for it. If not, nothing has changed.
  bool run();

private:
  bool pays() const;

  VectorType type(Type element) { return VectorType::get(numLanes, element); }
  Value permute(Value value, bool isBack) {
    Type own = value.getType();
    if (getElementTypeOrSelf(own).getIntOrFloatBitWidth() == 8)
      value = b.createOrFold<arith::BitcastOp>(type(b.getI8Type()), value);
    Value all =
        vector::ShuffleOp::create(b, value, value, getMask(numLanes, isBack));
    return b.createOrFold<arith::BitcastOp>(own, all);
  }
  Value slice(Value value, int64_t offset, int64_t size) {
    return vector::ExtractStridedSliceOp::create(b, value, offset, size,
                                                 int64_t(1));
  }
  Value insert(Value part, Value all, int64_t offset) {
    return vector::InsertStridedSliceOp::create(
        b, part, all, ArrayRef<int64_t>{offset}, ArrayRef<int64_t>{1});
  }

  Value getPaired(Value value);
  Value computePaired(Operation *op);
  Value decode(ConvertOp op);
  Value encode(ConvertOp op);
  Operation *findPlace(ArrayRef<Operation *> ordered) const;

  Block &block;
  int64_t numLanes;
  const PairedOps &ops;
  ImplicitLocOpBuilder b;
  PairedCodes registers{b};
  /// Of values in their order, in that of pairs; and codes.
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
      // One branch is best; elements in turns need one each.
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

/// `value` in the order of pairs. LLVM would permute what is computed of it.
Value Pairer::getPaired(Value value) {
  if (isUniform(value))
    return value;
  if (!paired.contains(value)) {
    Value all = permute(value, /*isBack=*/false);
    for (int64_t i = 0; i < numLanes && !isBits(value); i += kWords)
      all = insert(registers.hide(slice(all, i, kWords)), all, i);
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
  Value halves = arith::BitcastOp::create(b, type(b.getI16Type()),
                                          codes.lookupOrDefault(op.getInput()));
  Value bits = ub::PoisonOp::create(b, type(b.getI32Type()));
  for (int64_t i = 0; i < numLanes; i += kHalves) {
    auto [even, odd] = registers.decode(slice(halves, i, kHalves));
    bits = insert(odd, insert(even, bits, i), i + kWords);
  }
  VectorType floats = type(b.getF32Type());
  Value x = arith::BitcastOp::create(b, floats, bits);
  if (hasOneNaN(op.getResult()))
    return x;
  Value isNaN = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, x, x);
  Value nan = registers.splat(type(b.getI32Type()), numerics::canonicalNaNBits);
  return arith::BitcastOp::create(b, floats,
                                  arith::SelectOp::create(b, isNaN, nan, bits));
}

/// The codes, in their order.
Value Pairer::encode(ConvertOp op) {
  Value bits = arith::BitcastOp::create(b, type(b.getI32Type()),
                                        getPaired(op.getInput()));
  Value all = ub::PoisonOp::create(b, type(b.getI16Type()));
  for (int64_t i = 0; i < numLanes; i += kHalves) {
    Value random;
    if (op.getRandom())
      random = slice(op.getRandom(), i, kHalves);
    all = insert(registers.encode(slice(bits, i, kWords),
                                  slice(bits, i + kWords, kWords), random),
                 all, i);
  }
  return arith::BitcastOp::create(b, op.getType(), all);
}

/// The op before which all of `ordered` can be computed: none that reads them
/// stands before it, and what they read is moved there where it is not yet.
/// Null where there is no such place.
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
  // What is computed from a result has no place before it.
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

/// What is computed fast stands before all that reads it, then a branch that
/// computes again if something was special.
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
  // Casts find special numbers, so a part without one has no branch to take,
  // and neither has a part that nobody reads.
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
