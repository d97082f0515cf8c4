//===- HelpPasses.cpp - the passes by stage -------------------------------===//

#include "fp8-opt/HelpPasses.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"

using namespace mlir;

namespace {
struct Stage {
  StringRef name;
  StringRef summary;
  /// Names of the passes, in the order of Passes.td.
  SmallVector<StringRef> passes;
};
} // namespace

/// Returns the stages in the order of the pipeline.
static SmallVector<Stage> getStages() {
  return {
#include "Stages.inc"
  };
}

/// Returns the names of the pipelines of fp8. MLIR lists each registered
/// pipeline as a flag of the command line.
static SmallVector<StringRef> getPipelines() {
  SmallVector<StringRef> names;
  for (StringRef name : llvm::cl::getRegisteredOptions().keys())
    if (name.starts_with("fp8-") && PassPipelineInfo::lookup(name))
      names.push_back(name);
  llvm::sort(names);
  return names;
}

void fp8::printHelpPasses(llvm::raw_ostream &os) {
  SmallVector<Stage> stages = getStages();
  size_t width = 0;
  for (const Stage &stage : stages)
    for (StringRef name : stage.passes)
      width = std::max(width, name.size());
  auto printRow = [&](const PassRegistryEntry &entry) {
    os << "  --" << llvm::left_justify(entry.getPassArgument(), width) << "  "
       << entry.getPassDescription() << '\n';
  };

  os << "--help has the options of each pass, docs/generated its "
        "description.\n";
  for (const Stage &stage : stages) {
    os << '\n' << stage.name << ": " << stage.summary << '\n';
    for (StringRef name : stage.passes)
      printRow(*PassInfo::lookup(name));
  }
  os << "\nPipelines: the passes of several stages\n";
  for (StringRef name : getPipelines())
    printRow(*PassPipelineInfo::lookup(name));
}
