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

bool run::checkFlags(ArrayRef<char *> arguments) {
  auto getHint = [](StringRef flag) {
    StringRef text = flag.ltrim('-');
    if (!text.contains('='))
      return std::string();
    return (", and --arg=" + text + " sets an argument of the step").str();
  };
  return fp8::checkFlags(arguments, "fp8-run", getHint);
}
