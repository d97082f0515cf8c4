//===- PipelineOptions.h - options of pipelines and targets -----*- C++ -*-===//
#ifndef FP8_UTILS_PIPELINEOPTIONS_H
#define FP8_UTILS_PIPELINEOPTIONS_H

#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"

#include <string>

namespace mlir::fp8 {

/// Parses `text` into `options`, the options of a pipeline or a target. On
/// failure, sets `reason` to the error message, or to an empty string if LLVM
/// has already printed the error. The message for an unknown option suggests
/// the closest name, or ends with `hint` if no name is close.
LogicalResult parsePipelineOptions(StringRef text,
                                   mlir::detail::PassOptions &options,
                                   std::string &reason, StringRef hint = "");

/// Registers a pipeline in the same way as PassPipelineRegistration, but with
/// better errors: they name the pipeline, and suggest the closest name for an
/// unknown option.
template <typename Options>
void registerPipeline(StringRef name, StringRef description,
                      void (*build)(OpPassManager &, const Options &)) {
  auto addPasses = [name = name.str(),
                    build](OpPassManager &pm, StringRef text,
                           function_ref<LogicalResult(const Twine &)> fail) {
    Options options;
    std::string reason;
    if (succeeded(parsePipelineOptions(text, options, reason))) {
      build(pm, options);
      return success();
    }
    return reason.empty() ? failure() : fail("in --" + name + ": " + reason);
  };
  registerPassPipeline(
      name, description, addPasses,
      [](function_ref<void(const mlir::detail::PassOptions &)> visit) {
        visit(Options());
      });
}

} // namespace mlir::fp8

#endif // FP8_UTILS_PIPELINEOPTIONS_H
