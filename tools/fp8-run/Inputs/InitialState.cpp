//===- InitialState.cpp - Results of @init of a module --------------------===//

#include "Inputs/InitialState.h"

#include "Step.h"
#include "fp8/Reference/Evaluator.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

static constexpr StringLiteral kInit = "init";

InitialState InitialState::take(ModuleOp module) {
  InitialState state;
  auto init = module.lookupSymbol<func::FuncOp>(kInit);
  if (!init || init.isExternal() || init.isPrivate())
    return state;
  state.module = module.clone();
  init.erase();
  return state;
}

/// Checks that each result has the name of an argument; otherwise the name is a
/// mistake.
static LogicalResult checkResults(func::FuncOp init, const Signature &made,
                                  const Signature &step) {
  for (const Result &result : made.results) {
    auto argument =
        llvm::find_if(step.arguments, [&](const Argument &argument) {
          return argument.name == result.name;
        });
    if (argument == step.arguments.end()) {
      InFlightDiagnostic diag =
          init.emitError("expected the results of @init to have the names of "
                         "arguments of the step, but none is called '")
          << result.name << "'";
      diag.attachNote(step.arguments.empty() ? init.getLoc()
                                             : step.arguments.front().loc)
          << "--explain prints them";
      return diag;
    }
    if (argument->type != result.type)
      return init.emitError("expected the result '")
             << result.name << "' of @init to be " << argument->type
             << ", as the argument of the step is, but it is " << result.type;
  }
  return success();
}

LogicalResult InitialState::run(uint64_t seed, const Signature &signature) {
  if (!module)
    return success();
  auto init = module->lookupSymbol<func::FuncOp>(kInit);
  bool takesSeed = init.getNumArguments() == 1 &&
                   init.getArgumentTypes().front().isInteger(32);
  if (init.getNumArguments() != 0 && !takesSeed)
    return init.emitError("expected @init to take nothing or an i32, the seed, "
                          "but its type is ")
           << init.getFunctionType();
  if (takesSeed && !llvm::isUInt<32>(seed))
    return init.emitError("expected --inputs=random:SEED to be less than 2^32, "
                          "because @init takes an i32, but got ")
           << seed;
  FailureOr<Signature> made = readSignature(init);
  if (failed(made) || failed(checkResults(init, *made, signature)))
    return failure();
  FailureOr<std::unique_ptr<Program>> program =
      createReferenceProgram(*module, kInit);
  if (failed(program))
    return failure();
  for (const Result &result : made->results) {
    FailureOr<HostTensor> tensor = allocateAt(init.getLoc(), result.type);
    if (failed(tensor))
      return failure();
    values.push_back(std::move(*tensor));
  }
  SmallVector<HostTensor, 1> seeds;
  SmallVector<const HostTensor *> arguments;
  if (takesSeed) {
    FailureOr<HostTensor> tensor =
        allocateAt(init.getLoc(), made->arguments.front().type);
    if (failed(tensor))
      return failure();
    tensor->fillInt(seed);
    seeds.push_back(std::move(*tensor));
    arguments.push_back(&seeds.front());
  }
  results = std::move(*made);
  return (*program)->run(arguments, values);
}

const HostTensor *InitialState::find(StringRef name) const {
  for (auto [result, value] : llvm::zip(results.results, values))
    if (result.name == name)
      return &value;
  return nullptr;
}
