//===- RankStep.cpp - a step with collectives of its own ------------------===//

#include "RankStep.h"

#include "../BatchArguments.h"
#include "DataParallel.h"
#include "fp8/Analysis/RankFlow.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fp8;

/// The attribute by which a frontend says how a partitioner divides an argument
/// of all devices.
static constexpr StringLiteral kShardingAttrName = "mhlo.sharding";

LogicalResult fp8::checkBatches(func::FuncOp func,
                                const StatePairing &pairing) {
  for (BlockArgument argument : func.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto sharding = func.getArgAttrOfType<StringAttr>(i, kShardingAttrName);
    if (!sharding || !sharding.getValue().contains("devices=["))
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
    diag.attachNote() << "supported are a step captured with the batch of one "
                         "rank and without shardings, and jax.shard_map";
    return diag;
  }
  return success();
}

/// Marks the batches of `func`, unless attributes say already what a rank
/// holds.
static void findOwnBatches(func::FuncOp func, const StatePairing &pairing,
                           ArrayRef<llvm::Regex> shared) {
  SmallVector<unsigned> batches;
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i) {
    if (func.getArgAttr(i, FP8Dialect::kBatchAttrName) ||
        func.getArgAttr(i, FP8Dialect::kShardAttrName))
      return;
    std::string name = getArgumentName(func, i);
    bool isShared = llvm::any_of(
        shared, [&](const llvm::Regex &regex) { return regex.match(name); });
    if (!isShared && isBatch(func, i, pairing))
      batches.push_back(i);
  }
  markBatches(func, batches);
}

/// Returns the ops that round values of one rank by random bits.
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

/// Gives such random bits the number of the rank. All functions of a step have
/// the same arguments.
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

/// Takes the maximum of amaxes over ranks, from which all ranks compute the
/// scales of later steps.
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

/// Takes the mean over ranks of losses that depend on the batch of a rank.
static void combineLosses(func::FuncOp func, const Loss &loss) {
  RankFlow flow(func);
  MeshAttr mesh = getMesh(func);
  Operation *terminator = func.front().getTerminator();
  OpBuilder builder(terminator);
  for (unsigned result : loss.results) {
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

/// Checks that all ranks compute the same new states, or rows of them.
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

LogicalResult fp8::combineRanks(ArrayRef<func::FuncOp> steps, StringRef loss,
                                ArrayRef<llvm::Regex> shared) {
  std::vector<PairedStep> paired;
  for (func::FuncOp func : steps) {
    FailureOr<PairedStep> step = pairStates(func, loss);
    if (failed(step) || failed(checkBatches(func, step->pairing)))
      return failure();
    findOwnBatches(func, step->pairing, shared);
    paired.push_back(std::move(*step));
  }
  separateDraws(steps);
  for (auto [func, step] : llvm::zip_equal(steps, paired)) {
    combineAmaxes(func);
    combineLosses(func, step.loss);
    if (failed(checkStates(func, step.pairing)))
      return failure();
  }
  return success();
}
