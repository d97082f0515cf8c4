//===- StateAttributes.cpp - state pairs from attributes ------------------===//

#include "StateMatcher.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::fp8;

SmallVector<std::optional<unsigned>>
mlir::fp8::getUpdatedArguments(func::FuncOp func) {
  llvm::StringMap<unsigned> argByName;
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    argByName.try_emplace(getArgumentName(func, i), i);
  SmallVector<std::optional<unsigned>> updated(func.getNumResults());
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i)
    if (auto name = func.getResultAttrOfType<StringAttr>(
            i, FP8Dialect::kUpdatesAttrName))
      if (auto it = argByName.find(name.getValue()); it != argByName.end())
        updated[i] = it->second;
  return updated;
}

bool mlir::fp8::isStateResult(func::FuncOp func, unsigned result) {
  return func.getResultAttr(result, FP8Dialect::kUpdatesAttrName) ||
         func.getResultAttr(result, FP8Dialect::kStateAttrName);
}

void StateMatcher::takeUpdates() {
  for (auto [result, arg] : llvm::enumerate(getUpdatedArguments(func)))
    if (arg)
      take(*arg, result, PairingRule::UpdatesAttribute);
}

/// Collects the alias attributes by type. Emits an error if they are
/// inconsistent.
FailureOr<llvm::MapVector<Type, StateMatcher::Aliases>>
StateMatcher::collectAliases() {
  llvm::MapVector<Type, Aliases> aliasesOf;
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i) {
    auto alias = func.getArgAttrOfType<IntegerAttr>(i, "tf.aliasing_output");
    if (!alias || takenArgs.contains(i))
      continue;
    std::string name = getArgumentName(func, i);
    int64_t result = alias.getInt();
    if (result < 0 || result >= func.getNumResults())
      return terminator->emitError()
             << "expected tf.aliasing_output of '" << name
             << "' to be a result number, but got " << result;
    Type argType = func.getArgument(i).getType();
    Type resultType = terminator->getOperand(result).getType();
    if (argType != resultType)
      return terminator->emitError()
             << "expected result #" << result << " to have the type of '"
             << name << "', which it overwrites by tf.aliasing_output, but got "
             << resultType << " and " << argType;
    Aliases &aliases = aliasesOf[argType];
    if (takenResults.contains(result) ||
        !aliases.argOf.try_emplace(result, i).second)
      return terminator->emitError()
             << "expected result #" << result
             << " to overwrite one argument, but tf.aliasing_output of '"
             << name << "' names it again";
    aliases.resultOf[i] = result;
  }
  return aliasesOf;
}

/// Returns true if the alias attributes of one type say which result is the new
/// value of an argument. JAX assigns a donated argument to the next result of
/// the same type, which need not be its new value. For example, the loss may
/// precede a temperature, or moments may be returned before parameters.
///
/// The attributes then identify only the states, and not their results. This is
/// the case if a loss is among the results, or if some argument and result are
/// closer to each other than to their partners.
bool StateMatcher::sayWhatUpdates(const Aliases &aliases, Type type,
                                  const Loss &loss) {
  if (llvm::any_of(loss.results, [&](unsigned result) {
        return aliases.argOf.contains(result);
      }))
    return false;
  constexpr unsigned kFar = ~0u;
  auto getDistance = [&](unsigned arg, unsigned result) {
    Value value = terminator->getOperand(result);
    if (value == func.getArgument(arg))
      return 0u;
    if (isa<BlockArgument>(value))
      return kFar;
    for (auto [other, distance] : getCone(result).args)
      if (other.getArgNumber() == arg)
        return distance;
    return kFar;
  };
  for (auto [result, value] : llvm::enumerate(terminator->getOperands())) {
    if (value.getType() != type || isa<BlockArgument>(value) ||
        takenResults.contains(result) || loss.isLoss(result))
      continue;
    auto partner = aliases.argOf.find(result);
    unsigned own = partner == aliases.argOf.end()
                       ? kFar
                       : getDistance(partner->second, result);
    // A copy, because getDistance() collects other cones, which may move this
    // one.
    auto args = getCone(result).args;
    for (auto [arg, distance] : args) {
      auto *alias = aliases.resultOf.find(arg.getArgNumber());
      if (alias != aliases.resultOf.end() && alias->second != result &&
          distance < own &&
          distance < getDistance(arg.getArgNumber(), alias->second))
        return false;
    }
  }
  return true;
}

LogicalResult StateMatcher::takeAliases(const Loss &loss) {
  FailureOr<llvm::MapVector<Type, Aliases>> aliasesOf = collectAliases();
  if (failed(aliasesOf))
    return failure();
  for (const auto &[type, aliases] : *aliasesOf) {
    if (sayWhatUpdates(aliases, type, loss)) {
      for (auto [arg, result] : aliases.resultOf)
        take(arg, result, PairingRule::AliasingAttribute);
      continue;
    }
    sharedTypes.insert(type);
    for (auto [i, argType] : llvm::enumerate(func.getArgumentTypes()))
      if (argType == type && !aliases.resultOf.contains(i))
        takenArgs.insert(i);
  }
  return success();
}

/// If some results declare what they overwrite, the attributes count as
/// complete: a named result without such an attribute overwrites nothing. This
/// does not apply to results without names, where a single attribute may only
/// resolve a tie.
void StateMatcher::leaveNamed() {
  areAttributed = !pairs.empty();
  if (!areAttributed)
    return;
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i)
    if (func.getResultAttr(i, FP8Dialect::kNameAttrName) &&
        !sharedTypes.contains(func.getResultTypes()[i]))
      takenResults.insert(i);
}
