//===- VerifyRanks.cpp - checks of values over ranks ----------------------===//

#include "fp8/Inspect/VerifyRanks.h"

#include "fp8/Analysis/Entry.h"
#include "fp8/Analysis/RankFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
class RankVerifier {
public:
  RankVerifier(func::FuncOp func, unsigned maxErrors, unsigned &errors)
      : func(func), flow(func), maxErrors(maxErrors), errors(errors) {}

  void verify();

private:
  void verifyOp(Operation *op);
  void verifyUpdate(UpdateOp op);
  void verifyNotGathered(UpdateOp op, unsigned i);
  void verifyScales(Operation *op, Value value, ValueRange scales,
                    GranularityAttr granularity);
  void verifyReader(Operation *op);
  void verifyResults();
  void verifyReplicated(Operation *op, Value value, const Twine &name);
  InFlightDiagnostic report(Operation *op) {
    ++errors;
    return op->emitError();
  }

  func::FuncOp func;
  RankFlow flow;
  unsigned maxErrors;
  unsigned &errors;
};
} // namespace

/// Returns how a value differs between ranks, as the end of a sentence.
static StringRef describe(RankValue value) {
  if (value.local != 0)
    return "it depends on the batch or the number of a rank";
  if (value.isPartial)
    return "it is computed from the rows of one rank; a collective has to "
           "combine it";
  return "it holds the rows of one rank";
}

void RankVerifier::verifyReplicated(Operation *op, Value value,
                                    const Twine &name) {
  RankValue found = flow.get(value);
  if (!found.isReplicated())
    report(op) << "expected " << name << " to be equal on all ranks, but "
               << describe(found);
}

/// Returns true if an op reads the new value of state `i` of an update. This is
/// false for an update that only decodes its states for other ops.
static bool isNewValueRead(UpdateOp op, unsigned i) {
  unsigned state = op.getReadPlanes()[i].state;
  for (auto [plane, result] : llvm::zip(op.getWrittenPlanes(), op.getResults()))
    if (!plane.isCopy && plane.state == state && !result.use_empty())
      return true;
  return false;
}

/// Reports an update of a state that was gathered from the rows of ranks: the
/// new value would not reach these rows.
void RankVerifier::verifyNotGathered(UpdateOp op, unsigned i) {
  Value state = op.getStates()[i];
  auto gather = state.getDefiningOp<AllGatherOp>();
  if (!gather || !isNewValueRead(op, i))
    return;
  Value rows = gather.getInputs()[cast<OpResult>(state).getResultNumber()];
  if (!flow.get(rows).isShard())
    return;
  InFlightDiagnostic diag = report(op);
  diag << "expected state #" << i << " of an update to be a state of the step, "
       << "but it is a copy that ranks have gathered";
  diag.attachNote(gather.getLoc())
      << "supported is an update of the rows of one rank";
}

void RankVerifier::verifyUpdate(UpdateOp op) {
  bool hasShards = false;
  for (auto [i, state] : llvm::enumerate(op.getStates())) {
    verifyNotGathered(op, i);
    RankValue value = flow.get(state);
    hasShards |= value.isShard();
    if (!value.isShard())
      verifyReplicated(op, state, "state #" + Twine(i) + " of an update");
  }
  for (auto [i, input] : llvm::enumerate(op.getInputs()))
    if (!hasShards || !flow.get(input).isShard())
      verifyReplicated(op, input, "input #" + Twine(i) + " of an update");
  for (auto [i, scalar] : llvm::enumerate(op.getScalars()))
    verifyReplicated(op, scalar, "scalar #" + Twine(i) + " of an update");
  for (auto [i, scale] : llvm::enumerate(op.getScales()))
    verifyReplicated(op, scale, "scale #" + Twine(i) + " of an update");
  for (auto [value, name] :
       {std::pair(op.getSkip(), "skip"), std::pair(op.getSeed(), "seed"),
        std::pair(op.getStep(), "step")})
    if (value)
      verifyReplicated(op, value, Twine(name) + " of an update");
}

/// Checks a cast of `value`. If it holds the rows of one rank, these must
/// consist of whole granules. Each scale must be the same on all ranks or
/// belong to these rows.
void RankVerifier::verifyScales(Operation *op, Value value, ValueRange scales,
                                GranularityAttr granularity) {
  if (!flow.get(value).isShard())
    return;
  for (Value scale : scales)
    if (!flow.get(scale).isShard())
      verifyReplicated(op, scale, "the scale of rows");
  if (!granularity || granularity.isTensor())
    return;
  auto type = cast<RankedTensorType>(value.getType());
  int64_t rows = type.getDimSize(0);
  bool isWhole;
  if (granularity.getKind() == GranularityKind::Group) {
    isWhole = type.getNumElements() % granularity.getSizes().front() == 0;
  } else {
    int64_t extent = granularity.getExtent(0, type.getRank());
    isWhole = extent != 0 && rows % extent == 0;
  }
  if (!isWhole)
    report(op) << "expected the rows of one rank to hold whole granules of "
               << granularity << ", but got " << type;
}

/// Returns true if `op` may read the rows of one rank as it reads a tensor.
static bool mayReadRows(Operation *op, const RankFlow &flow) {
  if (isa<AllReduceOp, AllGatherOp, ReduceScatterOp, AllToAllOp, UpdateOp,
          QuantizeOp, DequantizeOp, AmaxOp, func::ReturnOp>(op))
    return true;
  // A reduction over all dimensions combines the rows of one rank. Its result
  // is checked where it is used.
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (linalgOp && linalgOp.getNumReductionLoops() == linalgOp.getNumLoops())
    return true;
  return flow.keepsRows(op) &&
         !(linalgOp && linalg::isaContractionOpInterface(linalgOp));
}

void RankVerifier::verifyReader(Operation *op) {
  bool mayRead = mayReadRows(op, flow);
  op->walk([&](Operation *nested) {
    if (nested == op && mayRead)
      return WalkResult::advance();
    for (auto [i, operand] : llvm::enumerate(nested->getOperands())) {
      if (!isa<ShapedType>(operand.getType()) || !flow.get(operand).isShard())
        continue;
      InFlightDiagnostic diag = report(nested);
      diag << "expected operand #" << i << " of '" << nested->getName()
           << "' to hold all rows, but it holds the rows of one rank";
      diag.attachNote() << "fp8.all_gather returns all rows";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
}

void RankVerifier::verifyOp(Operation *op) {
  verifyReader(op);
  if (auto update = dyn_cast<UpdateOp>(op))
    return verifyUpdate(update);
  if (auto quantize = dyn_cast<QuantizeOp>(op))
    verifyScales(op, quantize.getInput(),
                 quantize.getScale() ? ValueRange(quantize.getScale())
                                     : ValueRange(),
                 quantize.getGranularityAttr());
  if (auto dequantize = dyn_cast<DequantizeOp>(op))
    verifyScales(op, dequantize.getOperand(0), dequantize.getScaleInv(),
                 dequantize.getGranularityAttr());
}

void RankVerifier::verifyResults() {
  Operation *terminator = func.front().getTerminator();
  for (OpOperand &operand : terminator->getOpOperands()) {
    unsigned i = operand.getOperandNumber();
    auto updates =
        func.getResultAttrOfType<StringAttr>(i, FP8Dialect::kUpdatesAttrName);
    if (!updates)
      continue;
    Value value = operand.get();
    Operation *place =
        value.getDefiningOp() ? value.getDefiningOp() : terminator;
    std::string name = ("the new value of '" + updates.getValue() + "'").str();
    auto shard =
        func.getResultAttrOfType<ShardAttr>(i, FP8Dialect::kShardAttrName);
    if (!shard)
      verifyReplicated(place, value, name);
    else if (RankValue found = flow.get(value);
             !found.isShard() && !found.isReplicated())
      report(place) << "expected " << name << " to hold the rows of one rank, "
                    << "but " << describe(found);
  }
}

void RankVerifier::verify() {
  unsigned previous = errors;
  for (Operation &op : func.front()) {
    if (errors >= maxErrors)
      return;
    verifyOp(&op);
  }
  // Results repeat the errors of the ops that compute them.
  if (errors == previous)
    verifyResults();
}

unsigned fp8::reportRankErrors(ModuleOp module, unsigned maxErrors) {
  unsigned errors = 0;
  auto step = module.lookupSymbol<func::FuncOp>(kEntryName);
  if (!step || step.isExternal())
    return 0;
  for (func::FuncOp func : findSteps(module, step))
    if (func.getBody().hasOneBlock())
      RankVerifier(func, maxErrors, errors).verify();
  return errors;
}
