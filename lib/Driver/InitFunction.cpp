//===- InitFunction.cpp - @init, which computes initial states ------------===//

#include "fp8/Driver/InitFunction.h"

using namespace mlir;
using namespace mlir::fp8;

OwningOpRef<ModuleOp> fp8::takeInitFunction(ModuleOp module) {
  auto init = module.lookupSymbol<func::FuncOp>(kInitFunctionName);
  if (!init || init.isExternal() || init.isPrivate())
    return nullptr;
  OwningOpRef<ModuleOp> copy = module.clone();
  init.erase();
  return copy;
}

bool fp8::takesSeed(func::FuncOp init) {
  return init.getNumArguments() == 1 &&
         init.getArgumentTypes().front().isInteger(32);
}

LogicalResult fp8::verifyInitFunction(func::FuncOp init,
                                      const Signature &step) {
  if (init.getNumArguments() != 0 && !takesSeed(init))
    return init.emitError("expected @init to take nothing or an i32, the seed, "
                          "but its type is ")
           << init.getFunctionType();
  FailureOr<Signature> made = readSignature(init);
  if (failed(made))
    return failure();
  for (const Result &result : made->results) {
    const Argument *argument = step.find(result.name);
    if (!argument) {
      InFlightDiagnostic diag =
          init.emitError("expected the results of @init to have the names of "
                         "arguments of the step, but none is called '")
          << result.name << "'";
      diag.attachNote(step.arguments.empty() ? init.getLoc()
                                             : step.arguments.front().loc)
          << "fp8-run --explain prints them";
      return diag;
    }
    if (argument->type != result.type)
      return init.emitError("expected the result '")
             << result.name << "' of @init to be " << argument->type
             << ", as the argument of the step is, but it is " << result.type;
  }
  return success();
}
