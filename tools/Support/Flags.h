//===- Flags.h - flags that are no options --------------------------------===//
#ifndef FP8_TOOLS_SUPPORT_FLAGS_H
#define FP8_TOOLS_SUPPORT_FLAGS_H

#include "fp8/Utils/Suggestion.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <utility>

namespace mlir::fp8 {

/// Returns an error if `argument` is a flag that is neither an option nor close
/// to one; otherwise an empty string. LLVM reports unknown flags, too, but
/// suggests an arbitrary option if none is close. Libraries have hidden options
/// that do nothing here, such as --threads. So a hidden or unknown flag that is
/// the end of a visible option is also an error, which suggests that option.
/// `getHint` returns a text about an unknown flag.
inline std::string
explainFlag(llvm::StringRef argument,
            llvm::function_ref<std::string(llvm::StringRef)> getHint) {
  using namespace llvm;
  auto &options = cl::getRegisteredOptions();
  StringRef flag = argument.ltrim('-').split('=').first;
  auto found = options.find(flag);
  bool isHidden = found == options.end() ||
                  found->second->getOptionHiddenFlag() == cl::ReallyHidden;
  // mlir-opt registers -o while it parses.
  if (!isHidden || flag.size() == 1)
    return "";
  SmallVector<StringRef> names;
  for (const auto &[name, option] : options) {
    if (option->getFormattingFlag() != cl::NormalFormatting &&
        option->getFormattingFlag() != cl::Positional && flag.starts_with(name))
      return "";
    if (option->getOptionHiddenFlag() != cl::ReallyHidden)
      names.push_back(name);
  }
  for (StringRef name : names)
    if (name.ends_with(("-" + flag).str()))
      return ("unknown option " + argument + "; did you mean '--" + name + "'?")
          .str();
  if (found != options.end() ||
      !suggest(flag, make_first_range(options)).empty())
    return "";
  return ("unknown option " + argument + "; --help lists the options" +
          getHint(argument))
      .str();
}

/// Reports the first flag that is neither an option nor close to one. Returns
/// false for such a flag. Call it when all options are registered.
inline bool
checkFlags(llvm::ArrayRef<char *> arguments, llvm::StringRef tool,
           llvm::function_ref<std::string(llvm::StringRef)> getHint) {
  bool isValue = false;
  for (llvm::StringRef argument : arguments.drop_front()) {
    if (std::exchange(isValue, false) || argument == "-" ||
        !argument.starts_with("-"))
      continue;
    if (argument == "--")
      break;
    std::string message = explainFlag(argument, getHint);
    if (!message.empty()) {
      llvm::WithColor::error(llvm::errs(), tool) << message << '\n';
      return false;
    }
    auto &options = llvm::cl::getRegisteredOptions();
    auto found = options.find(argument.ltrim('-'));
    isValue = found != options.end() &&
              found->second->getValueExpectedFlag() == llvm::cl::ValueRequired;
  }
  return true;
}

} // namespace mlir::fp8

#endif // FP8_TOOLS_SUPPORT_FLAGS_H
