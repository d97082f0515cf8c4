//===- StepSet.cpp - The functions of a training step ---------------------===//

#include "StepSet.h"

#include "fp8/IR/QuantizePolicy.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

FailureOr<StepSet> StepSet::create(const StepFunctions &functions,
                                   const Options &options) {
  auto module = functions.step->getParentOfType<ModuleOp>();
  FailureOr<ProgramFactory> createProgram =
      options.target->open(functions.step->getLoc(), *options.targetOptions);
  if (failed(createProgram))
    return failure();
  FailureOr<Step> compiled =
      Step::create(module, functions.step, options, *createProgram);
  if (failed(compiled))
    return failure();
  StepSet set(std::move(*compiled));
  for (func::FuncOp variant : functions.variants) {
    compiled = Step::create(module, variant, options, *createProgram);
    if (failed(compiled))
      return failure();
    auto ranges = variant->getAttrOfType<DenseI64ArrayAttr>(kStepsAttrName);
    set.variants.emplace_back(SmallVector<int64_t>(ranges.asArrayRef()),
                              std::move(*compiled));
  }
  if (!functions.first)
    return set;
  compiled = Step::create(module, functions.first, options, *createProgram);
  if (failed(compiled))
    return failure();
  set.first = std::move(*compiled);
  return set;
}

Step &StepSet::at(int64_t number) {
  if (number == 0 && first)
    return *first;
  for (auto &[ranges, variant] : variants)
    for (size_t i = 0; i < ranges.size(); i += 2)
      if (ranges[i] <= number && number <= ranges[i + 1])
        return variant;
  return usual;
}

LogicalResult StepSet::connect(fp8rt_comm comm) {
  if (failed(usual.program->connect(comm)) ||
      (first && failed(first->program->connect(comm))))
    return failure();
  for (auto &[ranges, variant] : variants)
    if (failed(variant.program->connect(comm)))
      return failure();
  return success();
}

std::vector<StepReport> StepSet::getReports() const {
  std::vector<StepReport> reports = {*usual.report};
  if (first)
    reports.push_back(*first->report);
  for (const auto &[ranges, variant] : variants)
    reports.push_back(*variant.report);
  return reports;
}

FailureOr<std::vector<StepReport>>
run::reportSteps(const StepFunctions &functions, const Options &options) {
  SmallVector<func::FuncOp> all = {functions.step};
  if (functions.first)
    all.push_back(functions.first);
  llvm::append_range(all, functions.variants);
  auto names = llvm::map_to_vector(
      all, [](func::FuncOp function) { return function.getName(); });
  return options.target->report(functions.step->getParentOfType<ModuleOp>(),
                                names, *options.targetOptions);
}
