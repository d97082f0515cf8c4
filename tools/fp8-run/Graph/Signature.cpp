//===- Signature.cpp - Arguments that options name ------------------------===//

#include "Graph/Signature.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

FailureOr<unsigned> run::findArgument(func::FuncOp step,
                                      const Signature &signature,
                                      StringRef text) {
  ArrayRef<Argument> arguments = signature.arguments;
  for (auto [i, argument] : llvm::enumerate(arguments))
    if (argument.name == text)
      return i;
  unsigned number;
  if (!text.getAsInteger(10, number) && number < arguments.size())
    return number;
  InFlightDiagnostic diag = step.emitError("expected --arg to give the name or "
                                           "the number of an argument, but "
                                           "there is no '")
                            << text << "'";
  diag.attachNote() << "there are " << arguments.size()
                    << " arguments; --explain prints their names";
  return diag;
}
