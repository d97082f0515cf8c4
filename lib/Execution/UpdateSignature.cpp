//===- UpdateSignature.cpp - planes and scalars of an update --------------===//

#include "UpdateSignature.h"
#include "fp8/IR/FP8.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
class SignatureReader {
public:
  SignatureReader(func::FuncOp function, const StepSignature &signature,
                  ArrayRef<ExampleTensor> tensors)
      : function(function), signature(signature), tensors(tensors) {}

  FailureOr<UpdateSignature> read();

private:
  /// The example arguments of a plane, by tensor.
  using Examples = SmallVector<const StepArgument *>;

  LogicalResult addPlane(unsigned i, unsigned tensor, StringRef name);
  LogicalResult addScalar(unsigned i);
  FailureOr<int64_t> getGranule(StringRef name, const Examples &examples);
  LogicalResult checkPlanes();
  void pairNewStates();

  func::FuncOp function;
  const StepSignature &signature;
  ArrayRef<ExampleTensor> tensors;
  UpdateSignature result;
  std::vector<Examples> examplesOfPlanes;
};
} // namespace

LogicalResult SignatureReader::addPlane(unsigned i, unsigned tensor,
                                        StringRef name) {
  const StepArgument &argument = signature.arguments[i];
  // Results follow the arguments of the function.
  if (i < function.getNumArguments() && function.getArgAttr(i, kRangeAttrName))
    return emitError(function.getLoc(), "unsupported: ")
           << kRangeAttrName << " of '" << argument.name
           << "', which belongs to a parameter; supported are ranges of "
              "scalars";
  fp8rt_role role = argument.role;
  unsigned index = 0;
  while (index < result.planes.size() && (result.planes[index].name != name ||
                                          result.planes[index].role != role))
    ++index;
  Type type = argument.type.getElementType();
  if (index == result.planes.size()) {
    result.planes.push_back({name.str(), type, role, 0, argument.initial});
    examplesOfPlanes.emplace_back(tensors.size());
  } else if (result.planes[index].type != type) {
    return emitError(function.getLoc(), "expected '")
           << argument.name << "' to have elements of type "
           << result.planes[index].type << ", as for other parameters, but got "
           << type;
  } else if (result.planes[index].initial != argument.initial) {
    return emitError(function.getLoc(), "expected '")
           << argument.name
           << "' to have the initial value of other parameters";
  }
  examplesOfPlanes[index][tensor] = &argument;
  result.places.push_back({UpdateSignature::Place::Plane, index, tensor});
  return success();
}

LogicalResult SignatureReader::addScalar(unsigned i) {
  const StepArgument &argument = signature.arguments[i];
  if (argument.type.getRank() != 0) {
    InFlightDiagnostic diag =
        emitError(function.getLoc(), "expected scalars, and tensors that "
                                     "belong to a parameter, but '")
        << argument.name << "' is " << argument.type;
    diag.attachNote() << "names of such tensors start with the name of a "
                         "parameter and a dot";
    return diag;
  }
  Type type = argument.type.getElementType();
  if (!type.isF32() && !type.isInteger(32))
    return emitError(function.getLoc(),
                     "expected a scalar of f32 or i32, but '")
           << argument.name << "' is " << argument.type;
  std::optional<ScalarRange> range;
  if (Attribute attribute = function.getArgAttr(i, kRangeAttrName))
    range = parseScalarRange(attribute);
  result.places.push_back({UpdateSignature::Place::Scalar,
                           static_cast<unsigned>(result.scalars.size())});
  result.scalars.push_back({argument.name, type, range});
  return success();
}

/// Returns N if a plane has one element for every N elements of its tensor, or
/// 0 if it has one element.
FailureOr<int64_t> SignatureReader::getGranule(StringRef name,
                                               const Examples &examples) {
  auto sizes = llvm::map_to_vector(examples, [](const StepArgument *example) {
    return example->type.getNumElements();
  });
  if (examples[0]->type.getRank() == 0)
    return 0;
  unsigned largest = 0;
  for (unsigned t = 0; t < tensors.size(); ++t)
    if (tensors[t].numElements > tensors[largest].numElements)
      largest = t;
  int64_t granule = llvm::divideCeil(tensors[largest].numElements,
                                     std::max<int64_t>(1, sizes[largest]));
  for (auto [tensor, size] : llvm::zip_equal(tensors, sizes))
    if (static_cast<int64_t>(llvm::divideCeil(tensor.numElements, granule)) !=
        size)
      return emitError(function.getLoc(), "expected an element of plane '")
             << name << "' for every " << granule
             << " elements of a parameter, but there are " << size << " for "
             << tensor.numElements << " elements of '" << tensor.name << "'";
  // A larger granule would fit, too, if all examples are small.
  bool isUnclear = llvm::all_of_zip(
      tensors, sizes, [&](const ExampleTensor &tensor, int64_t size) {
        return static_cast<int64_t>(
                   llvm::divideCeil(tensor.numElements, granule + 1)) == size;
      });
  if (isUnclear)
    return emitError(
               function.getLoc(),
               "expected larger examples: it is unclear how many elements "
               "share one element of plane '")
           << name << "'";
  return granule;
}

LogicalResult SignatureReader::checkPlanes() {
  for (auto [plane, examples] :
       llvm::zip_equal(result.planes, examplesOfPlanes)) {
    for (auto [tensor, example] : llvm::zip_equal(tensors, examples))
      if (!example)
        return emitError(function.getLoc(),
                         "expected the same tensors for each "
                         "parameter, but '")
               << tensor.name << "' has no '" << plane.name << "'";
    FailureOr<int64_t> granule = getGranule(plane.name, examples);
    if (failed(granule))
      return failure();
    plane.granule = *granule;
  }
  return success();
}

/// Pairs the results that separateScalarStates created with their states.
void SignatureReader::pairNewStates() {
  std::vector<TensorPlane> kept;
  SmallVector<std::pair<UpdateSignature::Place::Kind, unsigned>> places;
  for (const TensorPlane &plane : result.planes) {
    auto state = llvm::find_if(kept, [&](const TensorPlane &other) {
      return plane.role == FP8RT_RESULT && plane.granule == 0 &&
             other.granule == 0 && other.name == plane.name &&
             other.type == plane.type;
    });
    unsigned index = state - kept.begin();
    if (index == kept.size()) {
      places.push_back({UpdateSignature::Place::Plane, index});
      kept.push_back(plane);
      continue;
    }
    places.push_back({UpdateSignature::Place::NewState, index});
    kept[index].role = FP8RT_STATE;
  }
  result.planes = std::move(kept);
  for (UpdateSignature::Place &place : result.places)
    if (place.kind == UpdateSignature::Place::Plane)
      std::tie(place.kind, place.index) = places[place.index];
}

FailureOr<UpdateSignature> SignatureReader::read() {
  for (auto [i, argument] : llvm::enumerate(signature.arguments)) {
    auto plane = findPlane(argument.name, tensors);
    if (failed(plane ? addPlane(i, plane->first, plane->second) : addScalar(i)))
      return failure();
  }
  if (failed(checkPlanes()))
    return failure();
  pairNewStates();
  return std::move(result);
}

FailureOr<UpdateSignature>
UpdateSignature::read(func::FuncOp function, const StepSignature &signature,
                      ArrayRef<ExampleTensor> tensors) {
  return SignatureReader(function, signature, tensors).read();
}
