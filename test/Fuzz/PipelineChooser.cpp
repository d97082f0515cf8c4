//===- PipelineChooser.cpp - random pipelines for mutants -----------------===//

#include "PipelineChooser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

PipelineChooser::PipelineChooser(const Corpus &corpus) {
  for (const Section &section : corpus) {
    for (const Pipeline &pipeline : section.pipelines) {
      for (const Element &element : pipeline) {
        std::vector<std::string> &options = optionsOf[element.name];
        llvm::append_range(options, element.options);
      }
    }
  }
  for (auto &[name, options] : optionsOf) {
    passes.push_back(name);
    llvm::sort(options);
    options.erase(llvm::unique(options), options.end());
  }
}

/// Replaces an integer value by an integer that is likely to cause failures.
static void mutateInteger(std::string &option, Random &random) {
  auto [name, value] = StringRef(option).split('=');
  int64_t integer;
  if (value.getAsInteger(10, integer))
    return;
  int64_t choices[] = {0,       -1,        1,         2,        3,
                       1 << 20, INT32_MAX, INT64_MAX, INT64_MIN};
  option = (name + "=" + llvm::Twine(random.pick(choices))).str();
}

Element PipelineChooser::chooseOptions(StringRef name, Random &random) const {
  Element element{name.str(), {}};
  auto known = optionsOf.find(name);
  if (known == optionsOf.end() || known->second.empty() || random.isOneIn(3))
    return element;
  llvm::StringSet<> taken;
  for (size_t i = 0, count = 1 + random.below(3); i < count; ++i) {
    std::string option = pickStably(random, known->second).str();
    if (!taken.insert(StringRef(option).split('=').first).second)
      continue;
    if (random.isOneIn(4))
      mutateInteger(option, random);
    element.options.push_back(option);
  }
  return element;
}

Pipeline PipelineChooser::chooseWhole(Random &random) const {
  Pipeline pipeline;
  if (!random.isOneIn(4))
    pipeline.push_back(chooseOptions("fp8-train-pipeline", random));
  StringRef targets[] = {"",
                         "fp8-cpu-pipeline",
                         "fp8-cuda-pipeline",
                         "fp8-fuse-pipeline",
                         "fp8-gpu-pipeline",
                         "fp8-upstream-pipeline"};
  StringRef target = random.pick(targets);
  if (!target.empty())
    pipeline.push_back(chooseOptions(target, random));
  if (target == "fp8-cpu-pipeline" && random.isOneIn(2))
    pipeline.push_back(chooseOptions("fp8-kernels-to-llvm", random));
  return pipeline;
}

Pipeline PipelineChooser::chooseOrder(Random &random) const {
  Pipeline pipeline;
  for (size_t i = 0, count = 1 + random.below(5); i < count; ++i)
    pipeline.push_back(chooseOptions(pickStably(random, passes), random));
  return pipeline;
}

Pipeline PipelineChooser::choose(const Section &section, Random &random) const {
  size_t kind = random.below(10);
  if (kind < 6 && !section.pipelines.empty())
    return random.pick(section.pipelines);
  if (kind < 8 || passes.empty())
    return chooseWhole(random);
  return chooseOrder(random);
}
