//===- HideCounters.cpp - --fp8-hide-counters -----------------------------===//
//
// Of a loop that walks many arrays LLVM keeps a pointer for each, of 64 bits,
// and adds to every one of them in every iteration: two registers and two
// operations or more, where an address is one multiplication of the counter
// onto a base. A permutation of bytes that leaves them in place is no counter
// to LLVM, and nothing to the machine or one operation.
//
//===----------------------------------------------------------------------===//

#include "Words.h"
#include "fp8/Target/NVIDIA/FP8ToNVVM.h"
#include "mlir/IR/Matchers.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_HIDECOUNTERSPASS
#include "fp8/Target/NVIDIA/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Fewer accesses than that leave registers for their pointers.
static constexpr int64_t kMinAccesses = 4;

/// Whether `value` is below 2^31, as unsigned minima and constants say.
static bool isSmall(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.ule(INT32_MAX);
  auto minimum = value.getDefiningOp<arith::MinUIOp>();
  return minimum && llvm::any_of(minimum->getOperands(), isSmall);
}

static int64_t countAccesses(scf::ForOp loop) {
  int64_t count = 0;
  loop.getBody()->walk(
      [&](Operation *op) { count += isa<LLVM::LoadOp, LLVM::StoreOp>(op); });
  return count;
}

static void hideCounter(scf::ForOp loop) {
  WordBuilder b(loop.getLoc(), loop.getContext());
  b.setInsertionPointToStart(loop.getBody());
  Value counter = loop.getInductionVar();
  Value word = arith::TruncIOp::create(b, b.getI32Type(), counter);
  Value hidden = arith::ExtUIOp::create(b, counter.getType(),
                                        b.permute(word, word, 0x3210));
  counter.replaceAllUsesExcept(hidden, word.getDefiningOp());
}

namespace {
struct HideCounters : fp8::impl::HideCountersPassBase<HideCounters> {
  void runOnOperation() override {
    getOperation()->walk([](scf::ForOp loop) {
      bool isInner =
          !loop.getBody()
               ->walk([](scf::ForOp) { return WalkResult::interrupt(); })
               .wasInterrupted();
      if (isInner && loop.getInductionVar().getType().isInteger(64) &&
          isSmall(loop.getUpperBound()) && countAccesses(loop) >= kMinAccesses)
        hideCounter(loop);
    });
  }
};
} // namespace
