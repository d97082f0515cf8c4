//===- RankStep.cpp - a step with collectives of its own ------------------===//

#include "RankStep.h"

#include "../BatchArguments.h"
#include "DataParallel.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/RankFlow.h"
#include "fp8/Utils/RankArgument.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fp8;

/// The argument attribute by which a frontend tells a partitioner how to divide
/// a global array among devices.
static constexpr StringLiteral kShardingAttrName = "mhlo.sharding";

static bool isDivided(Attribute sharding) {
  auto text = dyn_cast_or_null<StringAttr>(sharding);
  return text && text.getValue().contains("devices=[");
}

static void noteSupported(InFlightDiagnostic &diag) {
  diag.attachNote() << "supported are a step captured with the batch of one "
                       "rank and without shardings, and jax.shard_map";
}

LogicalResult fp8::checkBatches(func::FuncOp func,
                                const StatePairing &pairing) {
  for (BlockArgument argument : func.getArguments()) {
    unsigned i = argument.getArgNumber();
    Attribute sharding = func.getArgAttr(i, kShardingAttrName);
    if (!isDivided(sharding))
      continue;
    std::string name = getArgumentName(func, i);
    if (!isBatch(func, i, pairing)) {
      remark::passed(
          argument.getLoc(),
          remark::RemarkOpts::name("step").category("fp8-microbatches"))
          << "the sharding of '" + name +
                 "' has no effect, because every rank holds all of it";
      continue;
    }
    InFlightDiagnostic diag =
        emitError(argument.getLoc(), "expected the batch of one rank, but '")
        << name << "' is the batch of all devices: '" << kShardingAttrName
        << "' is " << sharding;
    noteSupported(diag);
    return diag;
  }
  // The module attribute is the sharding of a value inside the step.
  Attribute inside = func->getParentOp()->getAttr(kShardingAttrName);
  if (!isDivided(inside))
    return success();
  InFlightDiagnostic diag =
      emitError(func.getLoc(), "expected the step of one rank, but it is the "
                               "step of all devices: a value in it has the "
                               "sharding ")
      << inside;
  noteSupported(diag);
  return diag;
}

/// Marks the batches of `func`, unless attributes already mark batches or
/// shards. Arguments whose names match a pattern in `shared` are not batches.
static void findOwnBatches(func::FuncOp func, const StatePairing &pairing,
                           ArrayRef<llvm::Regex> shared) {
  SmallVector<unsigned> batches;
  bool isMarked = false;
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i) {
    isMarked |= func.getArgAttr(i, FP8Dialect::kBatchAttrName) ||
                func.getArgAttr(i, FP8Dialect::kShardAttrName);
    std::string name = getArgumentName(func, i);
    if (llvm::any_of(shared, [&](const llvm::Regex &regex) {
          return regex.match(name);
        }))
      func.removeArgAttr(i, FP8Dialect::kBatchAttrName);
    else if (isBatch(func, i, pairing))
      batches.push_back(i);
  }
  if (!isMarked)
    markBatches(func, batches);
}

/// Returns the ops that round rank-dependent values with random bits.
static SmallVector<Operation *> findDraws(func::FuncOp func) {
  RankFlow flow(func);
  SmallVector<Operation *> draws;
  for (Operation &op : func.front())
    if (usesRandomBits(&op) && llvm::any_of(op.getResults(), [&](Value result) {
          return flow.get(result).local != 0;
        }))
      draws.push_back(&op);
  return draws;
}

/// Adds the number of the rank to the use numbers of random bits, so that ranks
/// draw different bits. If one function needs the number, all functions of the
/// step get the argument.
static void separateDraws(ArrayRef<func::FuncOp> steps) {
  if (llvm::all_of(steps,
                   [](func::FuncOp func) { return findDraws(func).empty(); }))
    return;
  for (func::FuncOp func : steps) {
    SmallVector<Operation *> draws = findDraws(func);
    Value number = getRankNumber(func);
    for (Operation *op : draws)
      setBatchNumber(op, 0, number);
  }
}

/// Reduces amaxes to their maximum over ranks, so that all ranks compute the
/// same scales for later steps.
static void combineAmaxes(func::FuncOp func) {
  RankFlow flow(func);
  MeshAttr mesh = getMesh(func);
  for (auto update : func.front().getOps<UpdateScalesOp>()) {
    Value amaxes = update.getAmaxes();
    if (flow.get(amaxes).isReplicated())
      continue;
    OpBuilder builder(update);
    update.getAmaxesMutable().assign(
        reduceOverRanks(builder, amaxes, Combination::Maximum, mesh));
  }
}

/// Returns the result indices of losses. If no loss is known, as in a step
/// without matmuls, the only one-element float result that updates no argument
/// counts as the loss.
static SmallVector<unsigned> findLosses(func::FuncOp func,
                                        const PairedStep &step) {
  if (!step.loss.results.empty())
    return SmallVector<unsigned>(ArrayRef(step.loss.results));
  SmallVector<unsigned> found;
  for (auto [i, type] : llvm::enumerate(func.getResultTypes()))
    if (isa<FloatType>(getElementTypeOrSelf(type)) && hasOneElement(type) &&
        !step.pairing.getPairOfResult(i))
      found.push_back(i);
  if (found.size() > 1)
    found.clear();
  return found;
}

/// Averages losses that depend on the batch of a rank over all ranks.
static void combineLosses(func::FuncOp func, const PairedStep &step) {
  RankFlow flow(func);
  MeshAttr mesh = getMesh(func);
  Operation *terminator = func.front().getTerminator();
  OpBuilder builder(terminator);
  for (unsigned result : findLosses(func, step)) {
    Value own = terminator->getOperand(result);
    if (flow.get(own).isReplicated())
      continue;
    Value sum = castFloat(builder, own, builder.getF32Type());
    sum = reduceOverRanks(builder, sum, Combination::Mean, mesh);
    Value mean = divideSum(builder, sum, mesh.getNumRanks());
    Type element = getElementTypeOrSelf(own.getType());
    terminator->setOperand(result, castFloat(builder, mean, element));
  }
}

/// Checks that all ranks compute the same new states, or the rows of the same
/// new state if the state is sharded.
static LogicalResult checkStates(func::FuncOp func,
                                 const StatePairing &pairing) {
  RankFlow flow(func);
  Operation *terminator = func.front().getTerminator();
  for (const StatePair &pair : pairing.getPairs()) {
    RankValue value = flow.get(terminator->getOperand(pair.result));
    bool isShard = !!func.getArgAttr(pair.arg, FP8Dialect::kShardAttrName);
    if (isShard ? value.local == 0 : value.isReplicated())
      continue;
    InFlightDiagnostic diag =
        emitError(func.getArgument(pair.arg).getLoc(),
                  "expected all ranks to compute the same state '")
        << getArgumentName(func, pair.arg) << "', but it depends on the "
        << (value.local != 0 ? "batch or the number" : "rows") << " of a rank";
    diag.attachNote() << "supported are states computed from the results of "
                         "collectives over "
                      << getMesh(func)
                      << ", such as jax.lax.pmean of gradients and of running "
                         "statistics";
    return diag;
  }
  return success();
}

LogicalResult fp8::combineRanks(ArrayRef<func::FuncOp> steps,
                                ArrayRef<llvm::Regex> shared) {
  std::vector<PairedStep> paired;
  for (func::FuncOp func : steps) {
    FailureOr<PairedStep> step = pairStates(func);
    if (failed(step) || failed(checkBatches(func, step->pairing)))
      return failure();
    findOwnBatches(func, step->pairing, shared);
    paired.push_back(std::move(*step));
  }
  separateDraws(steps);
  for (auto [func, step] : llvm::zip_equal(steps, paired)) {
    combineAmaxes(func);
    combineLosses(func, step);
    if (failed(checkStates(func, step.pairing)))
      return failure();
  }
  return success();
}
