//===- Target.cpp - the registry of targets -------------------------------===//

#include "fp8/Target/Target.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::fp8;

FailureOr<std::vector<StepReport>>
Target::report(ModuleOp module, ArrayRef<StringRef> functions,
               const TargetOptions &options) const {
  FailureOr<ProgramFactory> createProgram = open(module.getLoc(), options);
  if (failed(createProgram))
    return failure();
  std::vector<StepReport> reports(functions.size());
  for (auto [function, report] : llvm::zip_equal(functions, reports))
    if (failed((*createProgram)(module, function, &report)))
      return failure();
  return reports;
}

namespace {
struct Registry {
  std::vector<std::unique_ptr<Target>> targets;
  /// Targets by name and by alias.
  llvm::StringMap<const Target *> byName;
};
} // namespace

static Registry &getRegistry() {
  static Registry registry;
  return registry;
}

void fp8::registerTarget(std::unique_ptr<Target> target, StringRef alias) {
  Registry &registry = getRegistry();
  bool isNew =
      registry.byName.try_emplace(target->getName(), target.get()).second;
  if (!isNew)
    return;
  if (!alias.empty())
    registry.byName.try_emplace(alias, target.get());
  registry.targets.push_back(std::move(target));
}

const Target *fp8::lookupTarget(StringRef name) {
  return getRegistry().byName.lookup(name);
}

SmallVector<const Target *> fp8::getTargets() {
  auto sorted = llvm::map_to_vector(
      getRegistry().targets,
      [](const auto &target) -> const Target * { return target.get(); });
  llvm::sort(sorted, [](const Target *a, const Target *b) {
    return a->getName() < b->getName();
  });
  return sorted;
}
