//===- StoredInputs.cpp - State values from a file of planes --------------===//

#include "Inputs/StoredInputs.h"

#include "Checkpoint/Checkpoint.h"
#include "Graph/Prepare.h"
#include "Step.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

/// Returns the tensor of `plane` in `file`.
static FailureOr<HostTensor> readPlane(const Argument &plane,
                                       const SafeTensors &file) {
  const TensorView *tensor = file.find(plane.name);
  if (!tensor)
    return emitError(plane.loc)
           << "expected " << file.getPath() << " to hold '" << plane.name
           << "', of a state that --inputs-storage stores, but it does not";
  if (!isSameElement(tensor->type.getElementType(),
                     plane.type.getElementType()) ||
      tensor->type.getShape() != plane.type.getShape())
    return emitError(plane.loc)
           << "expected tensor '" << plane.name << "' of " << file.getPath()
           << " to be " << plane.type << ", as --inputs-storage stores it, but "
           << "it is " << tensor->type;
  FailureOr<HostTensor> value = allocateAt(plane.loc, plane.type);
  if (succeeded(value))
    llvm::copy(tensor->bytes, value->bytes().begin());
  return value;
}

FailureOr<StoredInputs> StoredInputs::create(ModuleOp module,
                                             const Options &options) {
  StoredInputs inputs;
  if (!options.inputsStorage)
    return inputs;
  OwningOpRef<ModuleOp> copy = module.clone();
  FailureOr<StepFunctions> functions =
      store(*copy, *options.inputsStorage, options);
  if (failed(functions))
    return failure();
  FailureOr<Signature> stored = readSignature(functions->step);
  PackedState packed = PackedState::take(*copy);
  FailureOr<std::vector<Argument>> planes = packed.getPlanes();
  if (failed(stored) || failed(planes))
    return failure();
  for (const Argument &argument : stored->arguments)
    inputs.names.insert(argument.name);

  llvm::Expected<SafeTensors> file =
      openJoined(options.inputsFile, module.getContext());
  if (!file) {
    reportError(llvm::toString(file.takeError()));
    return failure();
  }
  std::map<std::string, HostTensor> read;
  for (const Argument &plane : *planes) {
    FailureOr<HostTensor> value = readPlane(plane, *file);
    if (failed(value))
      return failure();
    read.insert_or_assign(plane.name, std::move(*value));
  }
  FailureOr<NamedResults> values =
      packed.unpack([&](StringRef name) { return &read.at(name.str()); });
  if (failed(values))
    return failure();
  inputs.values = std::move(*values);
  return inputs;
}
