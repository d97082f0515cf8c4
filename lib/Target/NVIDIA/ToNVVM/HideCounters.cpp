//===- HideCounters.cpp - --fp8-hide-counters -----------------------------===//
//
// In a loop over many arrays, LLVM keeps a 64-bit pointer per array and
// increments all of them in every iteration. That takes two registers and at
// least two operations per array. Computing an address from the induction
// variable takes one multiply-add. This pass makes the induction variable
// opaque with an identity byte permutation, which LLVM does not recognize as an
// induction variable. It costs the hardware at most one operation.
//
// Where an iteration accesses few elements, their addresses take more
// operations than the elements. Such loops are unrolled first: the elements of
// an iteration then have constant distances, which are part of the instruction
// that loads them.
//
//===----------------------------------------------------------------------===//

#include "Words.h"
#include "fp8/Target/NVIDIA/DeviceModule.h"
#include "fp8/Target/NVIDIA/FP8ToNVVM.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_HIDECOUNTERSPASS
#include "fp8/Target/NVIDIA/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Minimum number of arrays; registers suffice for fewer pointers.
static constexpr size_t kMinArrays = 3;

/// Maximum number of elements of one array that an unrolled iteration accesses.
static constexpr int64_t kElementsPerIteration = 8;

/// Maximum number of operations in the body of an unrolled loop.
static constexpr uint64_t kMaxOperations = 512;

/// Returns an upper bound of the unsigned integer `value` below 2^31, if
/// constants imply one.
static std::optional<uint64_t> findBound(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.ule(INT32_MAX)
               ? std::optional<uint64_t>(constant.getZExtValue())
               : std::nullopt;
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::MinUIOp, arith::RemUIOp, arith::MulIOp>(op))
    return std::nullopt;
  std::optional<uint64_t> lhs = findBound(op->getOperand(0));
  std::optional<uint64_t> rhs = findBound(op->getOperand(1));
  if (isa<arith::MinUIOp>(op))
    return lhs && rhs ? std::min(lhs, rhs) : lhs ? lhs : rhs;
  if (isa<arith::RemUIOp>(op))
    return rhs;
  if (!lhs || !rhs || *lhs * *rhs > INT32_MAX)
    return std::nullopt;
  return *lhs * *rhs;
}

/// Returns the number of arrays in global memory that the loop accesses. The
/// stack holds accumulators, which become registers, and an address in shared
/// memory takes one register.
static size_t countArrays(scf::ForOp loop) {
  llvm::SmallDenseSet<Value> arrays;
  auto add = [&](Value address) {
    while (auto element = address.getDefiningOp<LLVM::GEPOp>()) {
      if (loop.isDefinedOutsideOfLoop(address))
        break;
      address = element.getBase();
    }
    Value start = address;
    while (auto element = start.getDefiningOp<LLVM::GEPOp>())
      start = element.getBase();
    unsigned space =
        cast<LLVM::LLVMPointerType>(address.getType()).getAddressSpace();
    if (space != kSharedAddressSpace && !start.getDefiningOp<LLVM::AllocaOp>())
      arrays.insert(address);
  };
  loop.getBody()->walk([&](Operation *op) {
    if (auto load = dyn_cast<LLVM::LoadOp>(op))
      add(load.getAddr());
    else if (auto store = dyn_cast<LLVM::StoreOp>(op))
      add(store.getAddr());
  });
  return arrays.size();
}

/// Returns the number of elements of the longest vector that the loop loads or
/// stores.
static int64_t getAccessLength(scf::ForOp loop) {
  int64_t length = 1;
  auto add = [&](Type type) {
    if (auto vector = dyn_cast<VectorType>(type))
      length = std::max(length, vector.getNumElements());
  };
  loop.getBody()->walk([&](Operation *op) {
    if (auto load = dyn_cast<LLVM::LoadOp>(op))
      add(load.getType());
    else if (auto store = dyn_cast<LLVM::StoreOp>(op))
      add(store.getValue().getType());
  });
  return length;
}

/// Returns the factor by which to unroll the loop. It divides the constant
/// number of iterations, and is smaller than that number.
static uint64_t chooseFactor(scf::ForOp loop) {
  std::optional<APInt> count = loop.getStaticTripCount();
  if (!count || count->ugt(INT32_MAX))
    return 1;
  uint64_t size = 0;
  loop.getBody()->walk([&](Operation *op) { ++size; });
  for (uint64_t factor = kElementsPerIteration / getAccessLength(loop);
       factor > 1; factor /= 2)
    if (count->getZExtValue() % factor == 0 && count->getZExtValue() > factor &&
        size * factor <= kMaxOperations)
      return factor;
  return 1;
}

/// Returns the operand of `sum` other than `counter`.
static Value getOther(arith::AddIOp sum, Value counter) {
  return sum.getLhs() == counter ? sum.getRhs() : sum.getLhs();
}

/// Returns true for the distance between unrolled iterations, as
/// loopUnrollByFactor() writes it.
static bool isDistance(Value value) {
  auto product = value.getDefiningOp<arith::MulIOp>();
  return product && matchPattern(product.getLhs(), m_Constant()) &&
         matchPattern(product.getRhs(), m_Constant());
}

/// Returns the bounded value from outside of `loop` that all uses of `counter`
/// add to it, or null if there is no such value.
static Value findOffset(scf::ForOp loop, Value counter) {
  Value offset;
  for (Operation *user : counter.getUsers()) {
    auto sum = dyn_cast<arith::AddIOp>(user);
    if (!sum)
      return {};
    Value other = getOther(sum, counter);
    if (isDistance(other))
      other = findOffset(loop, sum);
    else if (!loop.isDefinedOutsideOfLoop(other) || !findBound(other))
      return {};
    if (!other || (offset && offset != other))
      return {};
    offset = other;
  }
  return offset;
}

/// Replaces `counter` + `offset` by `sum`, and `counter` + `offset` + distance
/// by `sum` + distance. The sum `kept` stays.
static void replaceSums(WordBuilder &b, Value counter, Value offset, Value sum,
                        Operation *kept) {
  for (Operation *user : llvm::make_early_inc_range(counter.getUsers())) {
    if (user == kept)
      continue;
    auto add = cast<arith::AddIOp>(user);
    Value other = getOther(add, counter);
    if (other == offset) {
      add.replaceAllUsesWith(sum);
      continue;
    }
    b.setInsertionPointAfter(add);
    replaceSums(b, add, offset, arith::AddIOp::create(b, sum, other), kept);
  }
}

/// Makes the smallest index of an iteration opaque. All other indices follow
/// from it by constants, so that they share the computation of addresses.
static void hideCounter(scf::ForOp loop) {
  WordBuilder b(loop.getLoc(), loop.getContext());
  b.setInsertionPointToStart(loop.getBody());
  Value counter = loop.getInductionVar();
  Value offset = findOffset(loop, counter);
  Value first = offset ? arith::AddIOp::create(b, counter, offset) : counter;
  Value word = arith::TruncIOp::create(b, b.getI32Type(), first);
  Value hidden = arith::ExtUIOp::create(b, counter.getType(),
                                        b.permute(word, word, 0x3210));
  if (offset)
    replaceSums(b, counter, offset, hidden, first.getDefiningOp());
  else
    counter.replaceAllUsesExcept(hidden, word.getDefiningOp());
}

namespace {
struct HideCounters : fp8::impl::HideCountersPassBase<HideCounters> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) {
      bool isInner =
          !loop.getBody()
               ->walk([](scf::ForOp) { return WalkResult::interrupt(); })
               .wasInterrupted();
      if (isInner && loop.getInductionVar().getType().isInteger(64) &&
          findBound(loop.getUpperBound()) && countArrays(loop) >= kMinArrays)
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops) {
      moveLoopInvariantCode(loop);
      // Unrolling keeps the loop op: the number of iterations is a multiple of
      // the factor, and more than one iteration remains.
      if (uint64_t factor = chooseFactor(loop);
          factor > 1 && failed(loopUnrollByFactor(loop, factor)))
        continue;
      hideCounter(loop);
    }
  }
};
} // namespace
