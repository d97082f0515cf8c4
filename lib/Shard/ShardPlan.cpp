//===- ShardPlan.cpp - rows that ranks hold -------------------------------===//

#include "ShardPlan.h"

#include "ShardOverrides.h"
#include "Units.h"
#include "mlir/IR/Remarks.h"

#include <numeric>

using namespace mlir;
using namespace mlir::fp8;

static constexpr remark::RemarkOpts kShardRemark =
    remark::RemarkOpts::name("shard").category("fp8-shard");

namespace {
/// Decides which groups are divided among ranks.
class ShardPlanner {
public:
  ShardPlanner(MutableArrayRef<StepFlow> flows,
               const llvm::IntEqClasses &classes,
               const ShardPassOptions &options, ShardPlan &plan)
      : flows(flows), classes(classes), options(options), plan(plan) {}

  LogicalResult run();

private:
  LogicalResult parseOptions();
  void collectGroups();
  void setUnits();
  LogicalResult decide(ShardGroup &group);
  ShardOverride *findOverride(const ShardGroup &group);
  std::string findObstacle(const ShardGroup &group);
  void keepWhole(const ShardGroup &group, const Twine &reason);
  ShardGroup &getGroup(unsigned argument) {
    return plan.groups[groupOfClass.lookup(classes[argument])];
  }

  MutableArrayRef<StepFlow> flows;
  const llvm::IntEqClasses &classes;
  const ShardPassOptions &options;
  ShardPlan &plan;
  std::optional<int64_t> unit;
  std::vector<ShardOverride> overrides;
  llvm::DenseMap<unsigned, unsigned> groupOfClass;
};
} // namespace

LogicalResult ShardPlanner::parseOptions() {
  func::FuncOp step = flows.front().func;
  FailureOr<std::optional<int64_t>> parsed = parseShardUnit(step, options.unit);
  if (failed(parsed))
    return failure();
  unit = *parsed;
  if (options.minElements < 0)
    return emitError(step.getLoc(),
                     "expected min-elements of shards to be 0 or "
                     "more, but got ")
           << options.minElements;
  for (StringRef text : options.override) {
    FailureOr<ShardOverride> entry = parseShardOverride(step, text);
    if (failed(entry))
      return failure();
    overrides.push_back(std::move(*entry));
  }
  return success();
}

static bool isParameter(func::FuncOp func, unsigned argument) {
  auto kind = func.getArgAttrOfType<StateKindAttr>(argument,
                                                   FP8Dialect::kStateAttrName);
  return kind && kind.getValue() == StateKind::Param;
}

void ShardPlanner::collectGroups() {
  for (StepFlow &flow : flows)
    for (StepUpdate &update : flow.updates)
      for (unsigned argument : update.arguments) {
        unsigned id = classes[argument];
        auto [it, isNew] = groupOfClass.insert({id, plan.groups.size()});
        if (isNew) {
          plan.groups.emplace_back();
          plan.groups.back().update = update.op;
        }
        ShardGroup &group = plan.groups[it->second];
        if (!llvm::is_contained(group.arguments, argument))
          group.arguments.push_back(argument);
      }
  func::FuncOp step = flows.front().func;
  for (ShardGroup &group : plan.groups) {
    const auto *parameter = llvm::find_if(
        group.arguments, [&](unsigned i) { return isParameter(step, i); });
    group.name = getArgumentName(step, parameter == group.arguments.end()
                                           ? group.arguments.front()
                                           : *parameter);
    ArrayRef<int64_t> shape = group.update.getFirstType().getShape();
    group.rows = shape.front();
    group.rowElements = 1;
    for (int64_t extent : shape.drop_front())
      group.rowElements *= extent;
  }
}

void ShardPlanner::setUnits() {
  for (StepFlow &flow : flows) {
    for (StepUpdate &update : flow.updates) {
      ShardGroup &group = getGroup(update.arguments.front());
      group.granuleUnit =
          std::lcm(group.granuleUnit, getGranuleUnit(update.op));
      bool sums = false;
      for (unsigned i = 0, e = update.op.getNumReductions(); i < e; ++i)
        sums |= update.op.getReduction(i) == ReductionKind::Sum;
      ArrayRef<int64_t> shape = update.op.getFirstType().getShape();
      if (sums)
        group.granuleUnit = std::lcm(
            group.granuleUnit,
            getSumUnit(ShapedType::getNumElements(shape.drop_front())));
      for (Value state : update.op.getMainPlanes())
        group.unit = std::lcm(group.unit, getReaderUnit(state));
    }
    for (const StepSum &sum : flow.sums) {
      auto it = groupOfClass.find(classes[sum.argument]);
      if (it == groupOfClass.end() || sum.sum.kind != ReductionKind::Sum)
        continue;
      ShardGroup &group = plan.groups[it->second];
      // Sums over rows of another size are computed from all rows.
      if (sum.sum.rowElements == group.rowElements)
        group.granuleUnit =
            std::lcm(group.granuleUnit, getSumUnit(group.rowElements));
    }
  }
  for (ShardGroup &group : plan.groups)
    group.unit = std::lcm(group.unit, group.granuleUnit);
}

ShardOverride *ShardPlanner::findOverride(const ShardGroup &group) {
  ShardOverride *found = nullptr;
  for (ShardOverride &entry : overrides)
    if (entry.regex.match(group.name)) {
      entry.isUsed = true;
      found = &entry;
    }
  return found;
}

/// Returns the reason why a group cannot be divided, or an empty string.
std::string ShardPlanner::findObstacle(const ShardGroup &group) {
  for (StepFlow &flow : flows)
    for (unsigned argument : group.arguments)
      if (auto *it = flow.uncut.find(argument); it != flow.uncut.end())
        return it->second;
  for (StepFlow &flow : flows)
    for (StepUpdate &update : flow.updates)
      if (&getGroup(update.arguments.front()) == &group &&
          update.op.getFirstType().getDimSize(0) != group.rows)
        return "its updates have different numbers of rows";
  if (group.rows * group.rowElements == 0)
    return "it has no elements";
  return "";
}

void ShardPlanner::keepWhole(const ShardGroup &group, const Twine &reason) {
  func::FuncOp step = flows.front().func;
  remark::missed(step.getArgument(group.arguments.front()).getLoc(),
                 kShardRemark)
      << "'" + group.name + "' stays whole: " + reason.str();
}

LogicalResult ShardPlanner::decide(ShardGroup &group) {
  ShardOverride *entry = findOverride(group);
  if (std::string reason = findObstacle(group); !reason.empty()) {
    keepWhole(group, reason);
    return success();
  }
  if (entry && !entry->unit) {
    keepWhole(group, "an override says so");
    return success();
  }
  std::optional<int64_t> chosen = entry ? entry->unit : unit;
  if (chosen && *chosen % group.granuleUnit != 0)
    return group.update.emitError("expected the unit of '")
           << group.name << "' to be a multiple of " << group.granuleUnit
           << " rows, which hold whole granules and sum blocks, but got "
           << *chosen;
  if (chosen)
    group.unit = *chosen;
  int64_t elements = group.rows * group.rowElements;
  if (!entry && elements < options.minElements) {
    keepWhole(group, Twine(elements) + " elements are fewer than " +
                         Twine(options.minElements));
    return success();
  }
  auto setRows = [&] {
    group.perRank =
        group.unit * llvm::divideCeil(llvm::divideCeil(group.rows, group.unit),
                                      plan.numRanks);
    return group.perRank * plan.numRanks - group.rows;
  };
  int64_t padding = setRows();
  // Readers do not require whole granules, because planes may be exchanged
  // instead of codes.
  if (padding > group.rows && !chosen) {
    group.unit = group.granuleUnit;
    padding = setRows();
  }
  std::string rows = "rows per unit: " + std::to_string(group.unit) +
                     "; per rank: " + std::to_string(group.perRank) + " of " +
                     std::to_string(group.rows) + " on " +
                     std::to_string(plan.numRanks) +
                     " ranks; padding: " + std::to_string(padding);
  if (padding > group.rows) {
    keepWhole(group, "more padding than rows; " + rows);
    return success();
  }
  group.isCut = true;
  func::FuncOp step = flows.front().func;
  remark::passed(step.getArgument(group.arguments.front()).getLoc(),
                 kShardRemark)
      << "'" + group.name + "' is divided; " + rows;
  return success();
}

LogicalResult ShardPlanner::run() {
  if (failed(parseOptions()))
    return failure();
  collectGroups();
  setUnits();
  for (ShardGroup &group : plan.groups)
    if (failed(decide(group)))
      return failure();
  for (const ShardOverride &entry : overrides)
    if (!entry.isUsed)
      return emitError(flows.front().func.getLoc(),
                       "expected shard overrides to match the name of a "
                       "parameter that an update changes, but '")
             << entry.pattern << "' matches none";
  return success();
}

FailureOr<ShardPlan> ShardPlan::create(MutableArrayRef<StepFlow> flows,
                                       const llvm::IntEqClasses &groups,
                                       const ShardPassOptions &options) {
  MeshAttr mesh = getMesh(flows.front().func);
  ShardPlan plan;
  plan.axis = mesh.getAxes().back();
  plan.numRanks = mesh.getSizes().back();
  if (failed(ShardPlanner(flows, groups, options, plan).run()))
    return failure();
  func::FuncOp step = flows.front().func;
  for (auto [i, group] : llvm::enumerate(plan.groups))
    for (unsigned argument : group.arguments) {
      plan.groupOf[argument] = i;
      plan.wholeRows[argument] =
          cast<RankedTensorType>(step.getArgument(argument).getType())
              .getDimSize(0);
    }
  for (StepFlow &flow : flows)
    plan.setPlaneUnits(flow);
  return plan;
}

const ShardGroup *ShardPlan::findCut(unsigned argument) const {
  auto it = groupOf.find(argument);
  if (it == groupOf.end() || !groups[it->second].isCut)
    return nullptr;
  return &groups[it->second];
}

void ShardPlan::setPlaneUnits(StepFlow &flow) {
  for (StepUpdate &update : flow.updates) {
    ShardGroup &group = groups[groupOf.lookup(update.arguments.front())];
    if (!group.isCut)
      continue;
    UpdateOp op = update.op;
    SmallVector<Value> mains = op.getMainPlanes();
    for (auto [argument, plane] :
         llvm::zip_equal(update.arguments, op.getReadPlanes())) {
      SmallVector<int64_t> shape(
          cast<RankedTensorType>(mains[plane.state].getType()).getShape());
      shape.front() = group.unit;
      group.planeUnits[argument] = plane.getShape(shape)->front();
    }
  }
}

ShardAttr ShardPlan::getShard(func::FuncOp func, unsigned argument) const {
  return ShardAttr::get(func.getContext(), axis, wholeRows.lookup(argument),
                        findCut(argument)->planeUnits.lookup(argument));
}
