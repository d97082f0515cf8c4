//===- PackedState.cpp - Initial values as they are stored ----------------===//

#include "PackedState.h"

#include "Step.h"
#include "fp8/Reference/Evaluator.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

static constexpr StringLiteral kPack = "pack";
static constexpr StringLiteral kUnpack = "unpack";

PackedState PackedState::take(ModuleOp module) {
  PackedState state;
  auto pack = module.lookupSymbol<func::FuncOp>(kPack);
  if (!pack)
    return state;
  state.module = ModuleOp::create(module.getLoc());
  pack->remove();
  state.module->push_back(pack);
  if (auto unpack = module.lookupSymbol<func::FuncOp>(kUnpack))
    unpack.erase();
  return state;
}

LogicalResult PackedState::run(const Signature &signature,
                               ArrayRef<Source> sources) {
  if (!module)
    return success();
  auto pack = module->lookupSymbol<func::FuncOp>(kPack);
  FailureOr<Signature> read = readSignature(pack, std::nullopt);
  FailureOr<std::unique_ptr<Program>> program =
      createReferenceProgram(*module, kPack);
  if (failed(read) || failed(program))
    return failure();
  std::vector<HostTensor> states;
  for (const Argument &argument : read->arguments) {
    auto state = llvm::find_if(signature.arguments, [&](const Argument &other) {
      return other.name == argument.name;
    });
    assert(state != signature.arguments.end() && "the pass packs arguments");
    FailureOr<HostTensor> tensor = allocateAt(argument.loc, argument.type);
    if (failed(tensor))
      return failure();
    sources[state - signature.arguments.begin()].write(*tensor, argument.name,
                                                       /*step=*/0);
    states.push_back(std::move(*tensor));
  }
  for (const Result &result : read->results) {
    FailureOr<HostTensor> tensor = allocateAt(pack.getLoc(), result.type);
    if (failed(tensor))
      return failure();
    values.push_back(std::move(*tensor));
  }
  planes = std::move(*read);
  SmallVector<const HostTensor *> pointers = llvm::map_to_vector(
      states, [](const HostTensor &tensor) { return &tensor; });
  return (*program)->run(pointers, values);
}

const HostTensor *PackedState::find(StringRef name) const {
  for (auto [result, value] : llvm::zip(planes.results, values))
    if (result.name == name)
      return &value;
  return nullptr;
}
