//===- PipelineOptions.cpp - options of pipelines and targets -------------===//

#include "fp8/Utils/PipelineOptions.h"
#include "fp8/Utils/Suggestion.h"
#include "llvm/ADT/SmallVector.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Gives access to the option names, which are protected in a base class of
/// PassOptions.
struct OptionNames : mlir::detail::PassOptions {
  static SmallVector<StringRef> get(mlir::detail::PassOptions &options) {
    auto map = &OptionNames::OptionsMap;
    SmallVector<StringRef> names = llvm::to_vector((options.*map).keys());
    // Sort the names, so that the choice among equally close names does not
    // depend on the order of the hash map.
    llvm::sort(names);
    return names;
  }
};
} // namespace

LogicalResult fp8::parsePipelineOptions(StringRef text,
                                        mlir::detail::PassOptions &options,
                                        std::string &reason, StringRef hint) {
  std::string message;
  llvm::raw_string_ostream os(message);
  if (succeeded(options.parseFromString(text, os)))
    return success();
  StringRef error = StringRef(message).trim();
  error.consume_front("<Pass-Options-Parser>: ");
  reason = error.str();
  if (error.consume_front("no such option ")) {
    std::string suggestion = suggest(error, OptionNames::get(options));
    reason += suggestion.empty() ? hint.str() : suggestion;
  }
  return failure();
}
