//===- FreeName.cpp - names of added arguments and results ----------------===//

#include "fp8/Utils/FreeName.h"

#include "fp8/IR/FP8.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::fp8;

std::string fp8::getFreeName(FunctionOpInterface function, StringRef name) {
  llvm::StringSet<> taken;
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    taken.insert(getArgumentName(function, i));
  for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
    taken.insert(getResultName(function, i));
  std::string free = name.str();
  for (unsigned n = 1; taken.contains(free); ++n)
    free = (name + "_" + Twine(n)).str();
  return free;
}
