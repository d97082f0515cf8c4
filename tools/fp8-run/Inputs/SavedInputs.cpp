//===- SavedInputs.cpp - The values of a run as a file --------------------===//

#include "Inputs/SavedInputs.h"

#include "Step.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

/// Returns the type of all values of an argument in `numSteps` steps. A value
/// that varies has one slice for each batch. Null if the extent overflows.
static RankedTensorType getSavedType(const Argument &argument,
                                     const Source &source, int64_t numSteps) {
  RankedTensorType type = argument.type;
  SmallVector<int64_t> shape(type.getShape());
  if (!source.varies() && !argument.microbatches)
    return type;
  // The argument already has a dimension for the batches of a step.
  int64_t numSlices = argument.microbatches ? shape.front() : 1;
  if (argument.microbatches)
    shape.erase(shape.begin());
  if (source.varies() && llvm::MulOverflow(numSlices, numSteps, numSlices))
    return {};
  shape.insert(shape.begin(), numSlices);
  return RankedTensorType::get(shape, type.getElementType());
}

/// Writes the values of all steps to `values`, one after another.
static LogicalResult writeSteps(const Argument &argument, const Source &source,
                                HostTensor &values) {
  FailureOr<HostTensor> value = allocateAt(argument.loc, argument.type);
  if (failed(value))
    return failure();
  size_t size = value->bytes().size();
  MutableArrayRef<char> rest = values.bytes();
  for (int64_t step = 0; !rest.empty(); ++step) {
    source.write(*value, argument.name, step);
    llvm::copy(ArrayRef<char>(value->bytes()), rest.begin());
    rest = rest.drop_front(size);
  }
  return success();
}

FailureOr<SavedInputs> SavedInputs::create(const Signature &signature,
                                           ArrayRef<Source> sources,
                                           int64_t numSteps) {
  SavedInputs saved;
  for (auto [argument, source] :
       llvm::zip_equal(signature.arguments, sources)) {
    RankedTensorType type = getSavedType(argument, source, numSteps);
    if (!type)
      return emitError(argument.loc, "expected fewer steps for --save-inputs, "
                                     "because the number of values of '")
             << argument.name << "' overflows";
    FailureOr<HostTensor> values = allocateAt(argument.loc, type);
    if (failed(values) || failed(writeSteps(argument, source, *values)))
      return failure();
    saved.values.push_back(std::move(*values));
    saved.tensors.push_back({argument.name, &saved.values.back()});
  }
  return saved;
}
