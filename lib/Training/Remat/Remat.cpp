//===- Remat.cpp - --fp8-remat --------------------------------------------===//

#include "RematPlan.h"
#include "RematRewriter.h"
#include "fp8/Analysis/Entry.h"
#include "fp8/Analysis/Place.h"
#include "fp8/Training/Passes.h"
#include "mlir/IR/Remarks.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_REMATPASS
#include "fp8/Training/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {

struct Remat : fp8::impl::RematPassBase<Remat> {
  using RematPassBase::RematPassBase;

  void runOnOperation() override {
    if (failed(rematerialize()))
      signalPassFailure();
  }

private:
  LogicalResult rematerialize();
  FailureOr<RematPlan> plan(func::FuncOp func, const RematGraph &graph) const;
};

} // namespace

static remark::RemarkOpts getRemarkOptions(StringRef name) {
  return remark::RemarkOpts::name(name).category("fp8-remat");
}

/// Emits a remark for each value that is saved for the backward pass or
/// recomputed there.
static void addRemarks(func::FuncOp func, const RematGraph &graph,
                       const RematPlan &plan, int64_t bytesBefore) {
  for (auto [number, value] : llvm::enumerate(graph.getValues()))
    if (plan.kept.test(number) && value.bytes > 0)
      remark::analysis(value.value.getLoc(), getRemarkOptions("value"))
          << (Twine(value.bytes) + " bytes are saved for the backward pass")
                 .str();
  for (unsigned i : plan.recomputed.set_bits())
    remark::passed(graph.getOps()[i].op->getLoc(), getRemarkOptions("value"))
        << "recomputed in the backward pass";
  if (graph.getBackward().empty()) {
    remark::missed(func.getLoc(), getRemarkOptions("step"))
        << "no contraction of a backward pass follows the contractions of a "
           "forward pass";
    return;
  }
  remark::analysis(func.getLoc(), getRemarkOptions("step"))
      << (Twine(plan.keptBytes) + " bytes are saved for the backward pass, " +
          Twine(bytesBefore) + " without rematerialization; " +
          Twine(plan.recomputedValues) + " values of " +
          Twine(plan.recomputedBytes) + " bytes are recomputed")
             .str();
}

static void setCounts(func::FuncOp func, const RematPlan &plan) {
  Builder builder(func.getContext());
  auto count = [&](StringRef name, int64_t number) {
    return builder.getNamedAttr(name, builder.getI64IntegerAttr(number));
  };
  func->setAttr(FP8Dialect::kRematAttrName,
                builder.getDictionaryAttr(
                    {count("kept_bytes", plan.keptBytes),
                     count("recomputed_values", plan.recomputedValues),
                     count("recomputed_bytes", plan.recomputedBytes),
                     count("recomputed_flops", plan.recomputedFlops)}));
}

FailureOr<RematPlan> Remat::plan(func::FuncOp func,
                                 const RematGraph &graph) const {
  if (budget < 0)
    return RematPlan::keepLeast(graph, mode);
  RematMode among = mode == RematMode::None ? RematMode::Full : mode;
  if (std::optional<RematPlan> plan =
          RematPlan::keepWithin(graph, among, budget))
    return *plan;
  InFlightDiagnostic diag =
      emitError(func.getLoc(), "expected a rematerialization budget of ");
  diag << RematPlan::keepLeast(graph, among).keptBytes
       << " bytes or more for the values that @" << func.getName()
       << " saves for its backward pass, but got " << int64_t(budget);
  if (among == RematMode::Selective)
    diag.attachNote()
        << "under full rematerialization, which recomputes matmuls too, it is "
        << RematPlan::keepLeast(graph, RematMode::Full).keptBytes << " bytes";
  diag.attachNote() << "without rematerialization it saves "
                    << RematPlan::keepAll(graph).keptBytes << " bytes";
  return diag;
}

LogicalResult Remat::rematerialize() {
  ModuleOp module = getOperation();
  if (budget < -1)
    return emitError(getFirstPlace(module),
                     "expected a rematerialization budget of a number of "
                     "bytes, or -1 for no bound, but got ")
           << int64_t(budget);
  FailureOr<SmallVector<func::FuncOp>> steps = findSteps(module);
  if (failed(steps))
    return failure();
  bool changes = mode != RematMode::None || budget >= 0;
  for (StringRef pass : {"fp8-remat", "fp8-microbatches"}) {
    if (!isDone(module, pass))
      continue;
    // The step has not changed since the counts of an earlier run.
    if (!changes)
      return success();
    return steps->front().emitError("expected a step before --")
           << pass << ", which has run already";
  }
  for (func::FuncOp func : *steps) {
    FailureOr<Loss> found = resolveLoss(func);
    if (failed(found))
      return failure();
    RematGraph graph(func, *found);
    FailureOr<RematPlan> planned = plan(func, graph);
    if (failed(planned))
      return failure();
    addRemarks(func, graph, *planned, RematPlan::keepAll(graph).keptBytes);
    if (changes)
      fp8::rematerialize(func, graph, *planned);
    if (changes || !graph.getBackward().empty())
      setCounts(func, *planned);
  }
  if (changes)
    recordDone(module, getArgument());
  return success();
}
