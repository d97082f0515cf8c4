//===- BatchDraws.cpp - --fp8-batch-draws ---------------------------------===//
//
// The rounds of Philox depend on each other, so a loop that computes four or
// eight Philox blocks per iteration mostly waits for multiplications. Computing
// the blocks of many iterations at once keeps the multiplier busy and fills
// registers, independently of the width of the loop.
//
//===----------------------------------------------------------------------===//

#include "fp8/Conversion/FP8ToArith/FP8ToArith.h"
#include "fp8/Conversion/FP8ToArith/LaneIndices.h"
#include "fp8/IR/ArithmeticBuilder.h"
#include "fp8/IR/FP8.h"
#include "fp8/Numerics/Draws.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_BATCHDRAWSPASS
#include "fp8/Target/CPU/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Number of elements whose random bits are computed at once: enough to hide
/// the latency of Philox, few enough to stay in the first-level cache.
static constexpr int64_t kBatch = 256;
/// Number of Philox blocks in a 512-bit vector, with one 64-bit word per block.
static constexpr int64_t kBlocksPerVector = 8;

/// Returns the increment of `value` per increment of `counter`, or std::nullopt
/// if it is not known to be constant.
static std::optional<int64_t> getSlope(Value value, Value counter) {
  if (value == counter)
    return 1;
  Operation *op = value.getDefiningOp();
  auto *loop = counter.getParentRegion()->getParentOp();
  if (!op || !loop->isProperAncestor(op) || isa<arith::ConstantOp>(op))
    return 0;
  if (isa<arith::IndexCastOp>(op))
    return getSlope(op->getOperand(0), counter);
  if (isa<arith::ExtUIOp>(op))
    return getSlope(op->getOperand(0), counter) == 0 ? std::optional<int64_t>(0)
                                                     : std::nullopt;
  if (!isa<arith::AddIOp, arith::MulIOp>(op))
    return std::nullopt;
  std::optional<int64_t> lhs = getSlope(op->getOperand(0), counter);
  std::optional<int64_t> rhs = getSlope(op->getOperand(1), counter);
  if (!lhs || !rhs)
    return std::nullopt;
  if (isa<arith::AddIOp>(op))
    return *lhs + *rhs;
  return *lhs == 0 && *rhs == 0 ? std::optional<int64_t>(0) : std::nullopt;
}

namespace {

/// An fp8.draw in a loop whose lanes continue where the lanes of the previous
/// iteration ended.
struct StreamedDraw {
  DrawOp op;
  /// The index of the first lane, a value inside the loop.
  Value first;
  Value seed, step;
  /// The scalar that is added to the `use` of the op, or null.
  Value useOffset;

  int64_t getPerBlock() {
    return getElementTypeOrSelf(op.getType()).isInteger(16) ? 8 : 4;
  }

  /// Returns true if both draws use bits of the same Philox blocks.
  bool sharesBlocks(StreamedDraw other) {
    return op.getType() == other.op.getType() &&
           op.getIndex() == other.op.getIndex() && seed == other.seed &&
           step == other.step && op.getUse() == other.op.getUse() &&
           useOffset == other.useOffset &&
           op.getQuasi() == other.op.getQuasi() &&
           numerics::getKeyStream(op.getStream()) ==
               numerics::getKeyStream(other.op.getStream());
  }
};

/// Moves the draws of a loop out of the loop.
class LoopBatcher {
public:
  LoopBatcher(func::FuncOp function, scf::ForOp loop)
      : function(function), loop(loop), b(loop.getLoc(), loop.getContext()) {}

  void run();

private:
  void collect();
  std::optional<StreamedDraw> match(DrawOp op);
  /// Splits the loop into loops of `kBatch` elements, if it may be longer.
  void stripMine();
  void replace(ArrayRef<StreamedDraw> group);
  Value cloneBeforeLoop(Value value);
  Value makeI64(int64_t number) { return b.constant(b.getI64Type(), number); }

  func::FuncOp function;
  scf::ForOp loop;
  ArithmeticBuilder b;
  SmallVector<StreamedDraw> draws;
  /// Number of elements of the loop, or of each loop that it was split into.
  int64_t extent = kBatch;
};

struct BatchDraws : fp8::impl::BatchDrawsPassBase<BatchDraws> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<scf::ForOp> loops;
      function.walk([&](DrawOp op) {
        auto loop = op->getParentOfType<scf::ForOp>();
        if (loop && !llvm::is_contained(loops, loop))
          loops.push_back(loop);
      });
      for (scf::ForOp loop : loops)
        LoopBatcher(function, loop).run();
    }
  }
};

} // namespace

std::optional<StreamedDraw> LoopBatcher::match(DrawOp op) {
  auto type = dyn_cast<VectorType>(op.getType());
  APInt step;
  if (!type || type.getRank() != 1 ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)) ||
      step != type.getNumElements())
    return std::nullopt;
  b.setInsertionPoint(op);
  StreamedDraw draw{op, getFirstOfConsecutive(b, op.getIndex()),
                    getUniform(b, op.getSeed()), getUniform(b, op.getStep()),
                    Value()};
  if (op.getUseOffset())
    draw.useOffset = getUniform(b, op.getUseOffset());
  auto isInvariant = [&](Value value) {
    return value && getSlope(value, loop.getInductionVar()) == 0;
  };
  if (!draw.first || getSlope(draw.first, loop.getInductionVar()) != 1 ||
      !isInvariant(draw.seed) || !isInvariant(draw.step) ||
      (op.getUseOffset() && !isInvariant(draw.useOffset)))
    return std::nullopt;
  return draw;
}

void LoopBatcher::collect() {
  SmallVector<DrawOp> ops;
  loop.walk([&](DrawOp op) {
    if (op->getParentOfType<scf::ForOp>() == loop)
      ops.push_back(op);
  });
  for (DrawOp op : ops)
    if (std::optional<StreamedDraw> draw = match(op))
      draws.push_back(*draw);
}

void LoopBatcher::stripMine() {
  APInt lower, upper;
  if (matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) &&
      matchPattern(loop.getUpperBound(), m_ConstantInt(&upper)) &&
      (upper - lower).sle(kBatch)) {
    extent = (upper - lower).getSExtValue();
    return;
  }
  b.setInsertionPoint(loop);
  Value upperBound = loop.getUpperBound();
  auto outer = scf::ForOp::create(b, loop.getLowerBound(), upperBound,
                                  makeI64(kBatch), loop.getInitArgs());
  loop->replaceAllUsesWith(outer.getResults());
  b.setInsertionPointToStart(outer.getBody());
  Value begin = outer.getInductionVar();
  Value end =
      arith::MinSIOp::create(b, b.add(begin, makeI64(kBatch)), upperBound);
  loop->moveBefore(outer.getBody(), b.getInsertionPoint());
  loop.getLowerBoundMutable().assign(begin);
  loop.getUpperBoundMutable().assign(end);
  loop.getInitArgsMutable().assign(outer.getRegionIterArgs());
  // A loop without iteration arguments already has its terminator.
  if (!loop.getInitArgs().empty()) {
    b.setInsertionPointToEnd(outer.getBody());
    scf::YieldOp::create(b, loop.getResults());
  }
}

/// Clones the computation of `value`, an index of the loop, for the first
/// iteration.
Value LoopBatcher::cloneBeforeLoop(Value value) {
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), loop.getLowerBound());
  llvm::SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.filter = [&](Operation *op) { return loop->isProperAncestor(op); };
  if (value.getDefiningOp())
    (void)getBackwardSlice(value, &slice, options);
  for (Operation *op : slice)
    b.clone(*op, mapping);
  return mapping.lookupOrDefault(value);
}

/// Replaces draws that share their Philox blocks. One loop before the original
/// loop fills a buffer for each draw.
void LoopBatcher::replace(ArrayRef<StreamedDraw> group) {
  StreamedDraw draw = group.front();
  Type element = getElementTypeOrSelf(draw.op.getType());
  int64_t perBlock = draw.getPerBlock();
  int64_t perVector = kBlocksPerVector * perBlock;
  int64_t filled = llvm::alignTo(extent, perVector);
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());

  b.setInsertionPointToStart(&function.front());
  SmallVector<Value> buffers;
  for (size_t i = 0; i < group.size(); ++i)
    buffers.push_back(LLVM::AllocaOp::create(
        b, pointer, element, makeI64(filled + perVector), /*alignment=*/64));

  // Starts with the Philox block that contains the first element. If the block
  // starts before that element, one more vector is filled.
  b.setInsertionPoint(loop);
  Value first = cloneBeforeLoop(draw.first);
  Value seed = cloneBeforeLoop(draw.seed), step = cloneBeforeLoop(draw.step);
  Value useOffset = draw.useOffset ? cloneBeforeLoop(draw.useOffset) : Value();
  if (first.getType().isIndex())
    first = arith::IndexCastOp::create(b, b.getI64Type(), first);
  Value start = b.andBits(first, -perBlock);
  Value rest = b.sub(first, start);
  Value isAligned = b.equal(rest, 0);
  Value bound =
      b.select(isAligned, makeI64(filled), makeI64(filled + perVector));
  auto fill = scf::ForOp::create(b, makeI64(0), bound, makeI64(perVector));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(fill.getBody());
    Value offset = fill.getInductionVar();
    Value index = makeConsecutive(b, b.add(start, offset), perVector);
    auto type = VectorType::get(perVector, element);
    for (auto [member, buffer] : llvm::zip_equal(group, buffers)) {
      DrawOp op = member.op;
      Value drawn = DrawOp::create(b, type, index, seed, step, useOffset,
                                   op.getStream(), op.getUse(), op.getQuasi());
      Value address = LLVM::GEPOp::create(b, pointer, element, buffer,
                                          ArrayRef<LLVM::GEPArg>{offset});
      LLVM::StoreOp::create(b, drawn, address, /*alignment=*/64);
    }
  }
  Value shift = b.sub(rest, loop.getLowerBound());

  for (auto [member, buffer] : llvm::zip_equal(group, buffers)) {
    DrawOp op = member.op;
    b.setInsertionPoint(op);
    Value offset = b.add(loop.getInductionVar(), shift);
    Value address = LLVM::GEPOp::create(b, pointer, element, buffer,
                                        ArrayRef<LLVM::GEPArg>{offset});
    Value loaded =
        LLVM::LoadOp::create(b, op.getType(), address,
                             /*alignment=*/element.getIntOrFloatBitWidth() / 8);
    op.replaceAllUsesWith(loaded);
    op.erase();
  }
}

void LoopBatcher::run() {
  collect();
  if (draws.empty())
    return;
  stripMine();
  while (!draws.empty()) {
    SmallVector<StreamedDraw> group, rest;
    for (StreamedDraw draw : draws)
      (draw.sharesBlocks(draws.front()) ? group : rest).push_back(draw);
    replace(group);
    draws = std::move(rest);
  }
}
