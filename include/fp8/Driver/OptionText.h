//===- OptionText.h - options of a step as text -----------------*- C++ -*-===//
#ifndef FP8_DRIVER_OPTIONTEXT_H
#define FP8_DRIVER_OPTIONTEXT_H

#include "fp8/Pipelines/TrainPipeline.h"
#include "fp8/Target/Target.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace mlir::fp8 {

/// Parses the options of --fp8-train-pipeline. The default of the recipe is
/// `none` here: hosts quantize only if requested.
llvm::Error parseTrainOptions(StringRef text, TrainPipelineOptions &options);

/// A target and its options.
struct ChosenTarget {
  const Target *target = nullptr;
  std::unique_ptr<TargetOptions> options;
};

/// Checks that `text`, the options of a target, sets no option that
/// shareChoices() sets. Otherwise, training would not know the choice. An error
/// names `where`, the source of the text.
llvm::Error checkTargetText(StringRef where, StringRef text);

/// Finds the target `name`, and parses and checks its options. The error lists
/// the targets for which `isSupported` returns true.
llvm::Expected<ChosenTarget>
chooseTarget(StringRef name, StringRef optionText,
             function_ref<bool(const Target &)> isSupported);

/// Copies the choices of `train` that differ from their defaults to `options`,
/// as far as the target has options with the same names.
void shareChoices(const TrainPipelineOptions &train, TargetOptions &options);

} // namespace mlir::fp8

#endif // FP8_DRIVER_OPTIONTEXT_H
