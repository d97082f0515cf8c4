//===- StepFlow.cpp - states of a step and their gradients ----------------===//

#include "StepFlow.h"

#include "fp8/Analysis/StatePairing.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::fp8;

std::optional<RowOp> mlir::fp8::matchCuttable(Operation *op) {
  if (isa_and_nonnull<linalg::LinalgOp>(op) &&
      linalg::isaContractionOpInterface(cast<linalg::LinalgOp>(op)))
    return std::nullopt;
  std::optional<RowOp> match = matchRowOp(op);
  return match && !match->readsNumber ? match : std::nullopt;
}

static int64_t getNumRows(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() != 0 ? type.getDimSize(0) : 0;
}

StepFlow::StepFlow(func::FuncOp func, llvm::IntEqClasses &groups)
    : func(func), ranks(func), groups(groups) {
  for (auto [i, argument] : llvm::enumerate(getUpdatedArguments(func)))
    if (argument)
      results[*argument] = i;
  findUpdates();
  findRows();
  findSums();
}

/// Records that `value` has the same rows as `argument`. Joins their groups if
/// `value` already has an argument.
void StepFlow::addRows(Value value, unsigned argument) {
  auto [it, isNew] = rows.insert({value, argument});
  if (!isNew)
    groups.join(it->second, argument);
}

/// Returns true if any op reads a plane that the update writes. An update that
/// only decodes returns copies.
static bool writesPlanes(UpdateOp update) {
  if (update.getProbe())
    return true;
  for (auto [i, plane] : llvm::enumerate(update.getWrittenPlanes()))
    if (!plane.isCopy && !update.getResult(i).use_empty())
      return true;
  return false;
}

/// Returns the reason why the update cannot process some rows alone, or an
/// empty string.
static std::string findObstacle(UpdateOp update) {
  for (Type type : update->getOperandTypes())
    if (auto shaped = dyn_cast<ShapedType>(type);
        shaped && !shaped.hasStaticShape())
      return "its update reads or writes a tensor of a dynamic shape";
  if (update.getGlobalShape())
    return "its update is a part of a larger one";
  for (unsigned i = 0, e = update.getNumReductions(); i < e; ++i)
    if (update.getProbe() && update.getReduction(i) == ReductionKind::Sum)
      return "a probe sums over all its elements";
  unsigned numStates = update.getNumStates();
  for (unsigned i = 0; i < numStates; ++i) {
    AffineMap map = update.getMap(i);
    if (map.getNumResults() == 0 || !map.getResult(0).isFunctionOfDim(0) ||
        llvm::any_of(map.getResults().drop_front(),
                     [](AffineExpr expr) { return expr.isFunctionOfDim(0); }))
      return "its update reads a state whose first dimension is another one";
  }
  for (const UpdatePlane &plane : update.getAllPlanes())
    if (plane.isTransposed)
      return "its update writes a transposed copy";
  return "";
}

void StepFlow::findUpdates() {
  for (const auto &[argument, result] : results)
    if (isa<RankedTensorType>(func.getArgument(argument).getType()))
      rows[func.getArgument(argument)] = argument;
  // Initially, `rows` contains only planes of states.
  for (UpdateOp update : func.front().getOps<UpdateOp>()) {
    if (update.getFirstType().getRank() == 0 || !writesPlanes(update))
      continue;
    StepUpdate entry{update, {}};
    for (Value state : update.getStates())
      if (std::optional<unsigned> argument = getArgument(state))
        entry.arguments.push_back(*argument);
    if (entry.arguments.empty())
      continue;
    std::string obstacle = findObstacle(update);
    if (entry.arguments.size() != update.getStates().size())
      obstacle = "its update reads a state that no result overwrites";
    for (unsigned argument : entry.arguments) {
      groups.join(entry.arguments.front(), argument);
      if (!obstacle.empty())
        uncut[argument] = obstacle;
    }
    if (!obstacle.empty())
      continue;
    unsigned next = 0;
    for (auto [i, plane] : llvm::enumerate(update.getWrittenPlanes()))
      if (!plane.isCopy)
        rows[update.getResult(i)] = entry.arguments[next++];
    updates.push_back(std::move(entry));
  }
  for (StepUpdate &update : updates)
    for (auto [i, input] : llvm::enumerate(update.op.getInputs())) {
      AffineMap map =
          update.op.getMap(update.op.getNumStates() + static_cast<unsigned>(i));
      if (map.getNumResults() != 0 && map.getResult(0).isFunctionOfDim(0))
        findGradients(input, update.arguments.front(),
                      update.op.getFirstType().getDimSize(0));
    }
}

/// Finds the sums over ranks from which `value` is computed row by row. Records
/// that they have the rows of `argument`.
void StepFlow::findGradients(Value value, unsigned argument, int64_t numRows) {
  SmallVector<Value> worklist = {value};
  llvm::DenseSet<Value> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!seen.insert(next).second || getNumRows(next) != numRows ||
        !ranks.get(next).isReplicated())
      continue;
    Operation *op = next.getDefiningOp();
    if (getArgument(next) || isa_and_nonnull<AllReduceOp>(op)) {
      addRows(next, argument);
      continue;
    }
    if (std::optional<RowOp> match = matchCuttable(op))
      for (OpOperand *operand : match->aligned)
        worklist.push_back(operand->get());
  }
}

/// Records the values that are computed from states and gradients row by row.
void StepFlow::findRows() {
  for (Operation &op : func.front()) {
    std::optional<RowOp> match = matchCuttable(&op);
    if (!match || !ranks.get(op.getResult(0)).isReplicated())
      continue;
    for (OpOperand *operand : match->aligned)
      if (std::optional<unsigned> argument = getArgument(operand->get()))
        for (Value result : op.getResults())
          addRows(result, *argument);
  }
}

void StepFlow::findSums() {
  for (Operation &op : func.front()) {
    std::optional<RowSum> sum = matchRowSum(&op);
    if (!sum || !ranks.get(op.getResult(0)).isReplicated())
      continue;
    std::optional<unsigned> found;
    for (OpOperand *operand : sum->aligned)
      if (std::optional<unsigned> argument = getArgument(operand->get())) {
        if (found)
          groups.join(*found, *argument);
        found = argument;
      }
    if (found)
      sums.push_back({*sum, *found});
  }
}
