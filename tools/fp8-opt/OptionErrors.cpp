//===- OptionErrors.cpp - errors about options of passes ------------------===//
//
// MLIR reports an unknown option of a pass without the name of the pass and
// without the options that the pass has.
//
//===----------------------------------------------------------------------===//

#include "fp8-opt/OptionErrors.h"
#include "fp8/Pipelines/TrainPipeline.h"
#include "fp8/Utils/Suggestion.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

/// Names of the options of passes, by the name of the pass.
using PassOptionNames = llvm::MapVector<StringRef, SmallVector<StringRef>>;

/// Returns the names of the options of a pass or of a pipeline, which owns the
/// strings.
template <typename Owner>
static SmallVector<StringRef> getOptionNames(Owner &owner) {
  // The set of options is private. Another option refers to it.
  constexpr StringLiteral kProbe = "fp8-probe";
  typename Owner::template Option<bool> probe(owner, kProbe);
  SmallVector<StringRef> names;
  for (llvm::cl::SubCommand *options : probe.Subs)
    for (StringRef name : options->OptionsMap.keys())
      if (name != kProbe)
        names.push_back(name);
  llvm::sort(names);
  return names;
}

/// Returns the options of the passes that `arguments` name, as flags or in
/// --pass-pipeline. Appends these passes to `passes`.
static PassOptionNames findPasses(ArrayRef<const char *> arguments,
                                  OpPassManager &passes) {
  PassOptionNames names;
  auto isNameChar = [](char c) { return llvm::isAlnum(c) || c == '-'; };
  auto isFlag = [](StringRef text) { return text.starts_with("-"); };
  for (StringRef text : llvm::make_filter_range(arguments, isFlag))
    while (!text.empty()) {
      StringRef word = text.take_while(isNameChar);
      text = text.drop_front(std::max<size_t>(word.size(), 1));
      const PassInfo *info = PassInfo::lookup(word.ltrim('-'));
      if (!info || names.contains(info->getPassArgument()))
        continue;
      auto ignore = [](const Twine &) { return failure(); };
      if (failed(info->addToPipeline(passes, /*options=*/"", ignore)))
        continue;
      Pass &pass = *std::prev(passes.end());
      names[info->getPassArgument()] = getOptionNames(pass);
    }
  return names;
}

std::string fp8::explainOptionError(StringRef error,
                                    ArrayRef<const char *> arguments) {
  error = error.trim();
  error.consume_front("<Pass-Options-Parser>: ");
  StringRef option = error;
  if (!option.consume_front("no such option "))
    return error.str();
  option = option.take_until([](char c) { return c == '\n'; });
  std::string message = ("no such option " + option).str();
  OpPassManager passes;
  PassOptionNames names = findPasses(arguments, passes);
  for (const auto &[pass, options] : names) {
    std::string suggestion = suggest(option, options);
    if (!suggestion.empty())
      return ("in --" + pass + ": " + message + suggestion).str();
  }
  if (names.size() != 1)
    return message;
  const auto &[pass, options] = names.front();
  return ("in --" + pass + ": " + message + "; " +
          (options.empty() ? "it has no options"
                           : "its options are " + llvm::join(options, ", ")))
      .str();
}

std::string fp8::explainPassOption(StringRef flag) {
  StringRef text = flag.ltrim('-');
  TrainPipelineOptions options;
  if (!llvm::is_contained(getOptionNames(options), text.split('=').first))
    return "";
  return (", and --fp8-train-pipeline=" + text + " sets an option of passes")
      .str();
}

bool fp8::checkFiles(ArrayRef<char *> arguments) {
  StringRef flag;
  for (StringRef argument : arguments.drop_front()) {
    if (argument.starts_with("--fp8-")) {
      flag = argument;
      continue;
    }
    bool isOption = !flag.empty() && !argument.starts_with("-") &&
                    argument.contains('=') && !llvm::sys::fs::exists(argument);
    if (!isOption) {
      flag = "";
      continue;
    }
    auto [pass, options] = flag.split('=');
    llvm::raw_ostream &error =
        llvm::WithColor::error(llvm::errs(), "fp8-opt")
        << "'" << argument << "' is no file; the options of a pass follow its ";
    if (options.empty())
      error << "'=', as in " << pass << "=" << argument << "\n";
    else
      error << "'=' and several need quotes, as in " << pass << "=\"" << options
            << " " << argument << "\"\n";
    return false;
  }
  return true;
}
