//===- HideCounters.cpp - --fp8-hide-counters -----------------------------===//
//
// In a loop over many arrays, LLVM keeps a 64-bit pointer per array and
// increments all of them in every iteration. That takes two registers and at
// least two operations per array. Computing an address from the induction
// variable takes one multiply-add. This pass makes the induction variable
// opaque with an identity byte permutation, which LLVM does not recognize as an
// induction variable. It costs the hardware at most one operation.
//
//===----------------------------------------------------------------------===//

#include "Words.h"
#include "fp8/Target/NVIDIA/DeviceModule.h"
#include "fp8/Target/NVIDIA/FP8ToNVVM.h"
#include "mlir/IR/Matchers.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_HIDECOUNTERSPASS
#include "fp8/Target/NVIDIA/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Minimum number of arrays; registers suffice for fewer pointers.
static constexpr size_t kMinArrays = 3;

/// Returns true if unsigned minima and constants show that `value` is below
/// 2^31.
static bool isSmall(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.ule(INT32_MAX);
  auto minimum = value.getDefiningOp<arith::MinUIOp>();
  return minimum && llvm::any_of(minimum->getOperands(), isSmall);
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
          isSmall(loop.getUpperBound()) && countArrays(loop) >= kMinArrays)
        hideCounter(loop);
    });
  }
};
} // namespace
