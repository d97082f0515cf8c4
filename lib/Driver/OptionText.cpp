//===- OptionText.cpp - options of a step as text -------------------------===//

#include "fp8/Driver/OptionText.h"
#include "fp8/Support/ChoiceParser.h"
#include "fp8/Utils/PipelineOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::fp8;

/// Parses `text` into `options`, the options of a pipeline or of a target. An
/// error starts with `what`. A number that LLVM cannot read is also reported on
/// stderr, by LLVM.
static llvm::Error parseText(StringRef what, StringRef text,
                             mlir::detail::PassOptions &options) {
  std::string reason;
  ChoiceErrors errors;
  if (succeeded(parsePipelineOptions(text, options, reason)))
    return llvm::Error::success();
  if (reason.empty())
    reason = errors.get().str();
  if (reason.empty())
    return llvm::createStringError("in " + what + ": a value of '" + text +
                                   "' does not have the type of its option");
  return llvm::createStringError("in " + what + ": " + reason);
}

llvm::Error fp8::parseTrainOptions(StringRef text,
                                   TrainPipelineOptions &options) {
  options.recipe = Recipe::None;
  return parseText("the options of training", text, options);
}

llvm::Error fp8::checkTargetText(StringRef where, StringRef text) {
  if (!text.contains("attention="))
    return llvm::Error::success();
  return llvm::createStringError(
      "in " + where +
      ": expected no attention=, because it is an option of training; use "
      "--attention=library of fp8-run, or attention=library among the options "
      "of training");
}

void fp8::shareChoices(const TrainPipelineOptions &train,
                       TargetOptions &options) {
  if (train.attention == AttentionLowering::Kernels ||
      !options.has("attention"))
    return;
  std::string text =
      ("attention=" + stringifyChoice(train.attention.getValue())).str();
  [[maybe_unused]] LogicalResult parsed = options.parseFromString(text);
  assert(succeeded(parsed) && "expected a choice of both");
}

llvm::Expected<ChosenTarget>
fp8::chooseTarget(StringRef name, StringRef optionText,
                  function_ref<bool(const Target &)> isSupported) {
  const Target *target = lookupTarget(name);
  if (!target || !isSupported(*target)) {
    SmallVector<StringRef> names;
    for (const Target *other : getTargets())
      if (isSupported(*other))
        names.push_back(other->getName());
    return llvm::createStringError("unsupported target '" + name +
                                   "'; supported are " +
                                   llvm::join(names, ", "));
  }
  ChosenTarget chosen{target, target->createOptions()};
  std::string where = ("the options of target '" + name + "'").str();
  if (llvm::Error error = checkTargetText(where, optionText))
    return std::move(error);
  if (llvm::Error error = parseText(where, optionText, *chosen.options))
    return std::move(error);
  if (llvm::Error error = target->verifyOptions(*chosen.options))
    return std::move(error);
  return chosen;
}
