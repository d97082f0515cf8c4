//===- StateGroups.cpp - groups of states ---------------------------------===//

#include "StateGroups.h"

#include "fp8/Analysis/ElementwiseCone.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns true for parameters and moments that change. Excludes counters, loss
/// scales, and states that passes have added for scales.
static bool isStepped(const StatePair &pair) {
  return pair.rule != PairingRule::Unchanged &&
         (pair.kind == StateKind::Param || pair.kind == StateKind::Moment);
}

namespace {
/// Merges groups of states, but never two groups with different parameters.
class Groups {
public:
  void add(const StatePair &pair) {
    classes.insert(pair.arg);
    if (pair.kind == StateKind::Param)
      params[pair.arg] = pair.arg;
  }

  void unite(unsigned a, unsigned b) {
    std::optional<unsigned> left = getParam(a), right = getParam(b);
    if (left && right && *left != *right)
      return;
    classes.unionSets(a, b);
    if (left || right)
      params[getLeader(a)] = left ? *left : *right;
  }

  unsigned getLeader(unsigned arg) const { return classes.getLeaderValue(arg); }

private:
  std::optional<unsigned> getParam(unsigned arg) const {
    auto it = params.find(getLeader(arg));
    return it == params.end() ? std::nullopt : std::optional(it->second);
  }

  llvm::EquivalenceClasses<unsigned> classes;
  /// For the leader of each group, the parameter of the group.
  llvm::DenseMap<unsigned, unsigned> params;
};
} // namespace

SmallVector<StateGroup> mlir::fp8::groupStates(func::FuncOp func,
                                               const StatePairing &pairing) {
  llvm::MapVector<unsigned, StatePair> stepped;
  Groups groups;
  for (const StatePair &pair : pairing.getPairs())
    if (isStepped(pair)) {
      stepped.insert({pair.arg, pair});
      groups.add(pair);
    }
  Operation *terminator = func.front().getTerminator();
  for (auto &[number, pair] : stepped)
    for (auto [arg, distance] :
         collectCone(terminator->getOperand(pair.result)).args)
      if (stepped.contains(arg.getArgNumber()))
        groups.unite(number, arg.getArgNumber());

  llvm::MapVector<unsigned, StateGroup> members;
  for (auto &[number, pair] : stepped)
    members[groups.getLeader(number)].push_back(pair);
  SmallVector<StateGroup> result;
  for (auto &[leader, group] : members) {
    auto *param = llvm::find_if(group, [](const StatePair &pair) {
      return pair.kind == StateKind::Param;
    });
    if (param != group.end())
      std::rotate(group.begin(), param, param + 1);
    result.push_back(std::move(group));
  }
  return result;
}
