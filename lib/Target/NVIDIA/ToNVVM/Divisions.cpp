//===- Divisions.cpp - --fp8-divide-by-approximation ----------------------===//
//
// PTX division tests its operands for every element and branches to a call for
// subnormal, huge and non-finite operands. Nothing overlaps across these
// branches. This pass computes all elements of a thread at once, with
// Division.h, and uses one branch that tests whether any element needs the slow
// path.
//
//===----------------------------------------------------------------------===//

#include "Words.h"
#include "fp8/IR/ExpansionBuilder.h"
#include "fp8/Numerics/Division.h"
#include "fp8/Target/NVIDIA/FP8ToNVVM.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_DIVIDEBYAPPROXIMATIONPASS
#include "fp8/Target/NVIDIA/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Maximum vector length; a thread does not hold more elements in registers.
static constexpr int64_t kMaxElements = 32;

/// Returns true if the ops that compute the float `value` show that it is not
/// negative.
static bool isNotNegative(Value value, unsigned depth = 0) {
  Operation *op = value.getDefiningOp();
  APFloat constant(0.0f);
  if (!op || depth > 8)
    return false;
  if (matchPattern(value, m_ConstantFloat(&constant)))
    return !constant.isNegative();
  auto isOperand = [&](Value operand) {
    return !isa<FloatType>(getElementTypeOrSelf(operand.getType())) ||
           isNotNegative(operand, depth + 1);
  };
  if (isa<math::SqrtOp, math::AbsFOp>(op))
    return true;
  if (isa<arith::MulFOp>(op) && op->getOperand(0) == op->getOperand(1))
    return true;
  return isa<vector::BroadcastOp, arith::AddFOp, arith::MulFOp, arith::DivFOp,
             arith::MinimumFOp, math::FmaOp, arith::SelectOp>(op) &&
         llvm::all_of(op->getOperands(), isOperand);
}

/// Returns the scalar that is broadcast to every element of `value`, or null.
static Value getEveryElement(Value value) {
  auto broadcast = value.getDefiningOp<vector::BroadcastOp>();
  if (broadcast && !isa<VectorType>(broadcast.getSourceType()))
    return broadcast.getSource();
  return {};
}

/// Returns the hardware approximation of the reciprocals.
static Value approximateReciprocals(WordBuilder &b, Value d) {
  SmallVector<Value> seeds;
  for (int64_t i = 0, e = cast<VectorType>(d.getType()).getNumElements(); i < e;
       ++i)
    seeds.push_back(
        b.call("llvm.nvvm.rcp.approx.ftz.f", b.getF32Type(), b.extract(d, i)));
  return b.fromElements(seeds);
}

static Value isAtMost(WordBuilder &b, Value bits, uint32_t bound) {
  return b.compare(arith::CmpIPredicate::ule, bits, bound);
}

/// Returns an i1 that is true if no element of `quotient` is infinite or NaN.
/// The test adds products of the elements, in which any such element
/// propagates. Large numbers may overflow the sum and then also take the slow
/// path. The sum includes one element of each of `loaded`, because LLVM would
/// otherwise sink loads that are only used after the branch.
static Value isFinite(WordBuilder &b, Value quotient, ArrayRef<Value> loaded) {
  int64_t size = cast<VectorType>(quotient.getType()).getNumElements();
  auto element = [&](int64_t i) {
    return b.extract(quotient, std::min(i, size - 1));
  };
  Value first = element(0);
  Value sum = b.mul(first, element(1));
  for (int64_t i = 2; i < size; i += 2) {
    Value even = element(i);
    sum = b.fma(even, element(i + 1), sum);
  }
  Value zero = b.number(0.0f);
  for (Value vector : loaded)
    sum = b.fma(b.extract(vector, 0), zero, sum);
  return b.less(b.abs(sum), std::numeric_limits<float>::infinity());
}

/// Replaces `op` by one branch for all elements; `loaded` must be loaded before
/// the branch.
static void divide(arith::DivFOp op, bool isNumeratorRoot,
                   bool isDivisorPositive, ArrayRef<Value> loaded) {
  WordBuilder b(op.getLoc(), op);
  auto type = cast<VectorType>(op.getType());
  ExpansionBuilder builder(b, type);
  Value a = op.getLhs(), d = op.getRhs();
  Value r, largestDivisor;
  if (Value scalar = getEveryElement(d)) {
    // Emit the reciprocal directly after the divisor, so that it is outside of
    // loops in which the divisor is invariant.
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfterValue(scalar);
    ExpansionBuilder scalarBuilder(b, scalar.getType());
    Value reciprocal = scalarBuilder.div(scalarBuilder.f32(1.0f), scalar);
    largestDivisor = scalarBuilder.toBits(scalar);
    b.setInsertionPoint(op);
    r = vector::BroadcastOp::create(b, type, reciprocal);
  } else {
    if (!isDivisorPositive) {
      Value sign = builder.andi(builder.toBits(d), builder.i32(INT32_MIN));
      a = builder.fromBits(builder.xori(builder.toBits(a), sign));
      d = b.abs(d);
    }
    r = numerics::refineReciprocal(builder, d, approximateReciprocals(b, d));
    largestDivisor = vector::ReductionOp::create(
        b, vector::CombiningKind::MAXUI, builder.toBits(d));
  }
  Value isRight = isAtMost(b, largestDivisor, numerics::largestDivisorBits);
  // A square root needs no test, because the root of the smallest float is
  // already 2^-74.5.
  if (!isNumeratorRoot) {
    Value least =
        vector::ReductionOp::create(b, vector::CombiningKind::MINUI,
                                    numerics::getNumeratorRank(builder, a));
    Value isTiny = isAtMost(b, least, numerics::leastNumeratorRank - 1);
    isRight = b.andBits(isRight, b.xorBits(isTiny, true));
  }
  Value quotient = numerics::divideByReciprocal(builder, a, d, r);
  isRight = b.expect(b.andBits(isRight, isFinite(b, quotient, loaded)), true);

  auto branch = scf::IfOp::create(b, type, isRight, /*withElseRegion=*/true);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, quotient);
  b.setInsertionPointToStart(branch.elseBlock());
  Operation *slow = b.clone(*op);
  scf::YieldOp::create(b, slow->getResults());
  op->replaceAllUsesWith(branch);
  op->erase();
}

/// Moves `op`, and the ops that compute its operands, before `point`, an op of
/// the same block. Returns false if they are not all arithmetic. Divisions are
/// not moved, because one of them may be `point`.
static bool moveBefore(Operation *op, Operation *point) {
  if (op->getBlock() != point->getBlock() || op->isBeforeInBlock(point))
    return true;
  for (Value operand : op->getOperands())
    if (Operation *def = operand.getDefiningOp())
      if (!(def->getBlock() != point->getBlock() ||
            def->isBeforeInBlock(point)) &&
          (!isPure(def) || isa<arith::DivFOp>(def) ||
           def->getNumRegions() != 0 || !moveBefore(def, point)))
        return false;
  op->moveBefore(point);
  return true;
}

static bool isVectorOfFloats(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getRank() == 1 && !vector.isScalable() &&
         vector.getElementType().isF32() && vector.getNumElements() > 1 &&
         vector.getNumElements() <= kMaxElements;
}

/// Moves loads before the first division, so that they do not wait for its
/// branch, unless ops in between write memory. Returns the loaded f32 vectors
/// that are first needed after the division.
static SmallVector<Value> moveLoadsBefore(Operation *division) {
  SmallVector<LLVM::LoadOp> loads;
  for (Operation *op = division; op; op = op->getNextNode()) {
    auto load = dyn_cast<LLVM::LoadOp>(op);
    if (load && !load.getVolatile_())
      loads.push_back(load);
    else if (!isMemoryEffectFree(op))
      break;
  }
  for (LLVM::LoadOp load : loads)
    (void)moveBefore(load, division);
  llvm::SetVector<Operation *> operands;
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *op) {
    return op->getBlock() == division->getBlock();
  };
  (void)getBackwardSlice(division, &operands, options);
  for (Operation &op : *division->getBlock())
    if (op.isBeforeInBlock(division) && !isa<LLVM::LoadOp>(op) &&
        !isMemoryEffectFree(&op))
      (void)getBackwardSlice(&op, &operands, options);
  SmallVector<Value> others;
  for (Operation &op : *division->getBlock())
    if (isa<LLVM::LoadOp>(op) && isVectorOfFloats(op.getResult(0).getType()) &&
        op.isBeforeInBlock(division) && !operands.contains(&op))
      others.push_back(op.getResult(0));
  return others;
}

namespace {
struct DivideByApproximation
    : fp8::impl::DivideByApproximationPassBase<DivideByApproximation> {
  void runOnOperation() override {
    struct Division {
      arith::DivFOp op;
      bool isNumeratorRoot, isDivisorPositive;
    };
    // Analyze the operands of all divisions before replacing any of them.
    SmallVector<Division> divisions;
    getOperation()->walk([&](arith::DivFOp op) {
      // A division by a constant becomes a multiplication if that is exact.
      if (isVectorOfFloats(op.getType()) &&
          !matchPattern(op.getRhs(), m_Constant()))
        divisions.push_back({op,
                             bool(op.getLhs().getDefiningOp<math::SqrtOp>()),
                             isNotNegative(op.getRhs())});
    });
    llvm::SmallPtrSet<Block *, 8> blocks;
    SmallVector<SmallVector<Value>> loaded(divisions.size());
    for (auto [division, values] : llvm::zip_equal(divisions, loaded))
      if (blocks.insert(division.op->getBlock()).second)
        values = moveLoadsBefore(division.op);
    for (auto [division, values] : llvm::zip_equal(divisions, loaded))
      divide(division.op, division.isNumeratorRoot, division.isDivisorPositive,
             values);
  }
};
} // namespace
