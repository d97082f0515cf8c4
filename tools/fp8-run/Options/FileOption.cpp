//===- FileOption.cpp - The file of a command line, and its flags ---------===//

#include "Options/CommandLine.h"

#include "Support/Flags.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

bool run::parseInputFile(ArrayRef<std::string> files, Options &options) {
  if (files.size() == 1) {
    options.inputFile = files.front();
    return true;
  }
  std::string found = files.empty() ? "none; --help lists the options"
                                    : "'" + llvm::join(files, "', '") +
                                          "'; options begin with --";
  reportError("expected one file with a step, as in fp8-run step.mlir "
              "--steps=10, but got " +
              found);
  return false;
}

/// Reports a value of an option that is on or off, such as --resume=folder.
/// LLVM would ask for 0 or 1.
static bool checkSwitch(StringRef argument) {
  auto [flag, value] = argument.ltrim('-').split('=');
  auto &options = llvm::cl::getRegisteredOptions();
  auto found = options.find(flag);
  if (!argument.starts_with("-") || !argument.contains('=') ||
      found == options.end())
    return true;
  const llvm::cl::Option &option = *found->second;
  bool isSwitch = option.getValueExpectedFlag() == llvm::cl::ValueOptional &&
                  option.ValueStr.empty();
  if (!isSwitch ||
      llvm::is_contained({"0", "1", "true", "false"}, value.lower()))
    return true;
  reportError("expected --" + flag + " without a value, but got '" + argument +
              "'" +
              (flag == "resume" ? "; --checkpoint=DIR names the folder" : ""));
  return false;
}

bool run::checkFlags(ArrayRef<char *> arguments) {
  if (!llvm::all_of(arguments.drop_front(), checkSwitch))
    return false;
  auto getHint = [](StringRef flag) {
    StringRef text = flag.ltrim('-');
    if (!text.contains('='))
      return std::string();
    return (", and --arg=" + text + " sets an argument of the step").str();
  };
  return fp8::checkFlags(arguments, "fp8-run", getHint);
}
