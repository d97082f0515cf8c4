//===- ExchangeUnits.cpp - parameters that travel together ----------------===//

#include "ExchangeUnits.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Parameters of collectives
//===----------------------------------------------------------------------===//

/// Returns the argument from which `value` is computed through the first
/// operand of each op, or null.
static BlockArgument findSource(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (op->getNumOperands() == 0)
      return {};
    value = op->getOperand(0);
  }
  return cast<BlockArgument>(value);
}

/// Returns the update that reads `gradient`, directly or through other ops with
/// as many elements, or null.
static UpdateOp findUpdate(Value gradient) {
  auto type = cast<ShapedType>(gradient.getType());
  SmallVector<Value> values = {gradient};
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (!values.empty())
    for (Operation *user : values.pop_back_val().getUsers()) {
      if (auto update = dyn_cast<UpdateOp>(user))
        return update;
      if (!seen.insert(user).second)
        continue;
      for (Value result : user->getResults()) {
        auto other = dyn_cast<ShapedType>(result.getType());
        if (other && other.hasStaticShape() &&
            other.getNumElements() == type.getNumElements())
          values.push_back(result);
      }
    }
  return {};
}

/// Returns the parameter that `state`, for example its residual, belongs to.
static BlockArgument findMain(BlockArgument state) {
  if (!state)
    return {};
  for (Operation *user : state.getUsers())
    if (auto update = dyn_cast<UpdateOp>(user))
      if (llvm::is_contained(update.getStates(), state))
        if (BlockArgument main = findSource(update.getStates().front()))
          return main;
  return state;
}

/// Returns the parameter whose rows `op` gathers, or whose gradient it reduces,
/// or null.
static BlockArgument findParameter(Operation *op) {
  if (isa<AllGatherOp>(op))
    return findMain(findSource(op->getOperand(0)));
  UpdateOp update = findUpdate(op->getResult(0));
  if (!update || update.getStates().empty())
    return {};
  return findSource(update.getStates().front());
}

//===----------------------------------------------------------------------===//
// Order of use
//===----------------------------------------------------------------------===//

/// Returns the first op that needs `value` on all ranks: the first reader of a
/// gather if the value is gathered, otherwise the first reader.
static Operation *findFirstUse(Value value, ArrayRef<Operation *> gathers,
                               Block &body) {
  Operation *first = nullptr;
  auto add = [&](Operation *user) {
    user = body.findAncestorOpInBlock(*user);
    if (!first || user->isBeforeInBlock(first))
      first = user;
  };
  for (Operation *gather : gathers)
    for (Operation *user : gather->getUsers())
      if (!isa<func::ReturnOp>(user))
        add(user);
  if (first)
    return first;
  for (Operation *user : value.getUsers())
    add(user);
  return first;
}

/// Returns the prefix of `name` that parameters of one block share: up to and
/// including the first part with a digit. Returns an empty prefix if that is
/// the last part.
static StringRef getBlockName(StringRef name) {
  constexpr StringRef separators = "./[]'\"";
  size_t begin = 0;
  while (begin < name.size()) {
    size_t end = std::min(name.find_first_of(separators, begin), name.size());
    if (end == name.size())
      return {};
    if (llvm::any_of(name.slice(begin, end), llvm::isDigit))
      return name.take_front(end);
    begin = end + 1;
  }
  return {};
}

static int64_t getBytes(func::FuncOp func, BlockArgument argument) {
  auto type = cast<ShapedType>(argument.getType());
  int64_t elements = type.getNumElements();
  if (auto shard = func.getArgAttrOfType<ShardAttr>(argument.getArgNumber(),
                                                    FP8Dialect::kShardAttrName))
    elements = elements / type.getDimSize(0) * shard.getRows();
  return elements * 4;
}

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

ExchangeUnits::ExchangeUnits(func::FuncOp func, int64_t maxBytes) {
  for (Operation &op : func.front())
    if (isa<AllGatherOp, AllReduceOp, ReduceScatterOp>(op) &&
        op.getNumResults() == 1)
      if (BlockArgument parameter = findParameter(&op))
        parameters[&op] = parameter;
  combine(func, maxBytes);
}

void ExchangeUnits::combine(func::FuncOp func, int64_t maxBytes) {
  llvm::MapVector<BlockArgument, SmallVector<Operation *>> gathers;
  for (Operation &op : func.front())
    if (BlockArgument parameter = parameters.lookup(&op)) {
      SmallVector<Operation *> &own = gathers[parameter];
      if (isa<AllGatherOp>(op))
        own.push_back(&op);
    }
  struct Part {
    Operation *first = nullptr;
    unsigned number = 0;
    int64_t bytes = 0;
    SmallVector<BlockArgument> parameters;
  };
  SmallVector<Part> parts;
  llvm::StringMap<unsigned> blocks;
  for (auto &[parameter, own] : gathers) {
    Operation *first = findFirstUse(parameter, own, func.front());
    std::string name = getArgumentName(func, parameter.getArgNumber());
    StringRef block = getBlockName(name);
    unsigned index = parts.size();
    if (!block.empty())
      index = blocks.try_emplace(block, index).first->second;
    if (index == parts.size()) {
      parts.emplace_back();
      parts.back().first = first;
      parts.back().number = index;
    }
    Part &part = parts[index];
    if (first->isBeforeInBlock(part.first))
      part.first = first;
    part.bytes += getBytes(func, parameter);
    part.parameters.push_back(parameter);
  }
  llvm::sort(parts, [](const Part &a, const Part &b) {
    return a.first == b.first ? a.number < b.number
                              : a.first->isBeforeInBlock(b.first);
  });
  unsigned unit = 0;
  int64_t bytes = 0;
  for (const Part &part : parts) {
    if (bytes != 0 && bytes + part.bytes > maxBytes) {
      ++unit;
      bytes = 0;
    }
    bytes += part.bytes;
    for (BlockArgument parameter : part.parameters)
      units[parameter] = unit;
  }
}

std::optional<unsigned> ExchangeUnits::getUnit(Operation *op) const {
  auto it = units.find(parameters.lookup(op));
  return it == units.end() ? std::nullopt : std::optional(it->second);
}
