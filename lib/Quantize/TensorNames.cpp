//===- TensorNames.cpp - names of the tensors of contractions -------------===//

#include "TensorNames.h"

#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/SourceName.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

/// Splits the name of a weight into components, and removes a leaf such as
/// `kernel`: `params.fc.kernel` belongs to the layer `params.fc`.
static SmallVector<StringRef> splitLayer(StringRef weight) {
  SmallVector<StringRef> parts;
  weight.split(parts, '.');
  constexpr StringLiteral leaves[] = {"weight", "kernel", "w", "W"};
  if (parts.size() > 1 && llvm::is_contained(leaves, parts.back()))
    parts.pop_back();
  return parts;
}

/// Returns the number of leading components that are common to all layers. Each
/// layer keeps at least its last component.
static size_t countCommon(ArrayRef<SmallVector<StringRef>> layers) {
  if (layers.empty())
    return 0;
  ArrayRef<StringRef> first = layers.front();
  size_t common = first.size() - 1;
  for (ArrayRef<StringRef> layer : layers) {
    common = std::min(common, layer.size() - 1);
    while (!llvm::equal(layer.take_front(common), first.take_front(common)))
      --common;
  }
  return common;
}

/// Returns the argument from which layout ops, casts and dequantize ops compute
/// `weight`, or null.
static BlockArgument findArgument(Value weight) {
  return weight ? dyn_cast<BlockArgument>(getMovedRoot(weight, Move::Recode))
                : BlockArgument();
}

void LayerNames::nameWeights() {
  llvm::SmallSetVector<BlockArgument, 16> arguments;
  for (const StepContraction &contraction : step.getContractions())
    if (BlockArgument weight = findArgument(contraction.weight))
      arguments.insert(weight);
  SmallVector<std::string> names;
  for (BlockArgument argument : arguments)
    names.push_back(getArgumentName(func, argument.getArgNumber()));
  auto split = llvm::map_to_vector(
      names, [](const std::string &name) { return splitLayer(name); });
  size_t common = countCommon(split);
  llvm::StringMap<unsigned> counts;
  SmallVector<std::string> shortened;
  for (ArrayRef<StringRef> layer : split) {
    shortened.push_back(llvm::join(layer.drop_front(common), "."));
    ++counts[shortened.back()];
  }
  for (auto [argument, name, layer] :
       llvm::zip_equal(arguments, names, shortened))
    weights[argument] = counts[layer] == 1 ? layer : name;
}

/// If `contraction` computes the gradient of an activation, returns the forward
/// contraction that read the activation. Otherwise returns null.
const StepContraction *
LayerNames::getPartner(const StepContraction &contraction) const {
  if (contraction.role != ContractionRole::ActivationGradient)
    return nullptr;
  Value operand = contraction.roots[1 - contraction.getGradient()];
  for (const StepContraction &other : step.getContractions())
    if (other.role == ContractionRole::Forward && !other.weight &&
        llvm::is_contained(other.roots, operand))
      return &other;
  return nullptr;
}

/// Returns the scope of a contraction without weight, from its location or else
/// from the layer before it.
std::string LayerNames::findScope(Location loc) const {
  if (std::string scope = getScope(loc); !scope.empty())
    return scope;
  // Use only lines of Python. A line of MLIR text has no meaning for the user.
  if (std::string place = getPlace(loc); StringRef(place).contains(".py:"))
    return llvm::sys::path::filename(place).str();
  return previous;
}

std::string LayerNames::findLayer(const StepContraction &contraction) {
  Value weight = findArgument(contraction.weight);
  if (!weight)
    weight = contraction.weight;
  if (auto it = weights.find(weight); it != weights.end()) {
    if (contraction.role == ContractionRole::Forward)
      previous = it->second;
    return it->second;
  }
  std::string scope = findScope(contraction.match.op->getLoc());
  // The step computes the weight, such as a merged low-rank weight.
  if (contraction.linear && weight)
    return weights[weight] = (scope.empty() ? "" : scope + ".") + "layer" +
                             std::to_string(++numLayers[scope]);
  return scope + "#" + std::to_string(++numbers[scope]);
}

LayerNames::LayerNames(func::FuncOp func, const TrainingStep &step)
    : func(func), step(step) {
  nameWeights();
  layers.resize(step.getContractions().size());
  for (auto [contraction, layer] :
       llvm::zip_equal(step.getContractions(), layers))
    if (!getPartner(contraction))
      layer = findLayer(contraction);
  // Assign the names of gradients last, because a gradient may come before its
  // partner.
  for (auto [contraction, layer] :
       llvm::zip_equal(step.getContractions(), layers))
    if (const StepContraction *partner = getPartner(contraction))
      layer = getLayer(*partner).str();
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

std::string LayerNames::getProduct(const StepContraction &contraction) const {
  StringRef suffix = ":y";
  if (contraction.role == ContractionRole::InputGradient)
    suffix = ":dx";
  else if (const StepContraction *partner = getPartner(contraction))
    suffix =
        contraction.roots[1 - contraction.getGradient()] == partner->roots[0]
            ? ":db"
            : ":da";
  else if (contraction.role == ContractionRole::WeightGradient)
    suffix = ":dw";
  return (getLayer(contraction) + suffix).str();
}

std::string LayerNames::getOperand(const StepContraction &contraction,
                                   unsigned i) const {
  StringRef suffix = i == 0 ? ":a" : ":b";
  if (contraction.roles[i] == OperandRole::Gradient)
    suffix = ":dy";
  else if (contraction.linear)
    suffix = contraction.roles[i] == OperandRole::Weight ? ":w" : ":x";
  return (getLayer(contraction) + suffix).str();
}

llvm::DenseMap<Value, unsigned> fp8::numberValues(func::FuncOp func) {
  llvm::DenseMap<Value, unsigned> positions;
  for (Value arg : func.getArguments())
    positions.try_emplace(arg, positions.size());
  for (Operation &op : func.front())
    for (Value result : op.getResults())
      positions.try_emplace(result, positions.size());
  return positions;
}

/// Returns the argument if `root` is an argument or its updated value within
/// the step. Otherwise returns null.
static BlockArgument getArgument(const TrainingStep &step, Value root) {
  auto arg = dyn_cast<BlockArgument>(root);
  return arg ? arg : step.getParameter(root);
}

llvm::MapVector<Value, std::string>
fp8::nameRoots(func::FuncOp func, const TrainingStep &step,
               const LayerNames &layers,
               ArrayRef<const StepContraction *> contractions) {
  llvm::StringSet<> taken;
  for (unsigned i = 0, e = func.getNumArguments(); i != e; ++i)
    taken.insert(getArgumentName(func, i));
  // Name all contractions, so that names do not depend on the selection.
  llvm::DenseMap<Value, std::string> names;
  for (const StepContraction &contraction : step.getContractions())
    for (unsigned i : {0, 1}) {
      Value root = contraction.roots[i];
      auto [it, inserted] = names.try_emplace(root);
      if (!inserted)
        continue;
      if (BlockArgument arg = getArgument(step, root)) {
        it->second = getArgumentName(func, arg.getArgNumber());
        continue;
      }
      std::string base = layers.getOperand(contraction, i);
      it->second = base;
      for (unsigned n = 1; !taken.insert(it->second).second; ++n)
        it->second = base + "_" + std::to_string(n);
    }

  llvm::SetVector<Value> known;
  for (const StepContraction *contraction : contractions)
    known.insert_range(contraction->roots);
  SmallVector<Value> roots = known.takeVector();
  llvm::DenseMap<Value, unsigned> positions = numberValues(func);
  llvm::sort(roots, [&](Value a, Value b) {
    return positions.lookup(a) < positions.lookup(b);
  });
  llvm::MapVector<Value, std::string> result;
  for (Value root : roots)
    result[root] = names.lookup(root);
  return result;
}
