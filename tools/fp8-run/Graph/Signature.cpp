//===- Signature.cpp - Arguments that options name ------------------------===//

#include "Graph/Signature.h"

#include "fp8/Utils/Suggestion.h"
#include "mlir/IR/BuiltinTypes.h"

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
  // The name of an argument without a name is arg and its number.
  StringRef digits = text;
  digits.consume_front("arg");
  unsigned number;
  if (!digits.getAsInteger(10, number) && number < arguments.size())
    return number;
  auto names = llvm::map_range(arguments, [](const Argument &argument) {
    return StringRef(argument.name);
  });
  InFlightDiagnostic diag = step.emitError("expected --arg to give the name or "
                                           "the number of an argument, but "
                                           "there is no '")
                            << text << "'" << suggest(text, names);
  diag.attachNote() << "there are " << arguments.size()
                    << " arguments; --explain prints their names";
  return diag;
}

LogicalResult run::checkElementTypes(const Signature &signature,
                                     const Target &target) {
  if (!target.getProperties().plansMemory)
    return success();
  for (const Argument &argument : signature.arguments) {
    if (!argument.type.getElementType().isF64())
      continue;
    InFlightDiagnostic diag = emitError(argument.loc, "unsupported argument '")
                              << argument.name << "' of type " << argument.type
                              << ": kernels do not compute in f64";
    diag.attachNote() << "capture the step in float32, in JAX without "
                         "jax_enable_x64; --target=reference runs it as it is";
    return diag;
  }
  return success();
}
