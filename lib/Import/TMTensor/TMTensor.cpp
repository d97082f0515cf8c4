//===- TMTensor.cpp - TMTensor dialect of torch-mlir ----------------------===//

#include "fp8/Import/TMTensor/TMTensor.h"

#include "mlir/IR/Builders.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::fp8::tm_tensor;

#include "fp8/Import/TMTensor/TMTensorDialect.cpp.inc"
#define GET_OP_CLASSES
#include "fp8/Import/TMTensor/TMTensorOps.cpp.inc"

namespace {
/// Allows inlining of these ops: some graphs contain them in helper functions
/// such as @cumsum.
struct Inliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void TMTensorDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "fp8/Import/TMTensor/TMTensorOps.cpp.inc"
      >();
  addInterfaces<Inliner>();
}

/// Verifies that the region of `op` has two arguments and one result, all of
/// type `type`.
static LogicalResult verifyBody(Operation *op, Block &body, Type type) {
  Operation *yield = body.getTerminator();
  if (body.getNumArguments() == 2 && yield->getNumOperands() == 1 &&
      llvm::all_of(body.getArgumentTypes(),
                   [&](Type argument) { return argument == type; }) &&
      yield->getOperand(0).getType() == type)
    return success();
  return op->emitOpError("expected a region from two ")
         << type << " to one, but it takes " << body.getArgumentTypes()
         << " and yields " << yield->getOperandTypes();
}

LogicalResult ScatterOp::verify() {
  if (getInputs().size() != 2 || getOutputs().size() != 1 || // scatter_c1
      getNumResults() != 1 ||
      getResult(0).getType() != getOutputs()[0].getType())
    return emitOpError("expected two inputs, and one output of the type of the "
                       "result, but there are ")
           << getInputs().size() << " inputs, " << getOutputs().size()
           << " outputs and " << getNumResults() << " results";
  RankedTensorType updates = getUpdates().getType();
  RankedTensorType indices = getIndices().getType();
  RankedTensorType original = getOriginal().getType();
  ArrayRef<int64_t> dims = getDimensionMap();
  if (indices.getRank() != 2 || // scatter_c2
      !isa<IntegerType, IndexType>(indices.getElementType()) ||
      indices.getDimSize(1) != static_cast<int64_t>(dims.size()))
    return emitOpError("expected integer indices of shape [N, ")
           << dims.size() << "], one column for each entry of dimension_map, "
           << "but they are " << indices;
  llvm::SmallBitVector seen(original.getRank());
  for (int64_t dim : dims) {
    if (dim < 0 || dim >= original.getRank() || seen.test(dim)) // scatter_c2
      return emitOpError("expected dimension_map to list different dimensions "
                         "of ")
             << original << ", but it is [" << dims << "]";
    seen.set(dim);
  }
  if (updates.getRank() < 1 || updates.getRank() - 1 > original.getRank() ||
      updates.getDimSize(0) != indices.getDimSize(0)) // scatter_c3
    return emitOpError("expected a slice of ")
           << original << " for each of " << indices.getDimSize(0)
           << " positions, but updates are " << updates;
  if (updates.getElementType() != original.getElementType()) // scatter_c4
    return emitOpError("expected updates of ")
           << original.getElementType() << ", as the output has, but they are "
           << updates;
  return verifyBody(*this, *getBody(), original.getElementType());
}

LogicalResult ScanOp::verify() {
  if (getInputs().size() != 1 || getOutputs().size() != 2 || // scan_c1
      getResultTypes() != getOutputs().getTypes())
    return emitOpError("expected one input, and two outputs of the types of "
                       "the results, but there are ")
           << getInputs().size() << " inputs, " << getOutputs().size()
           << " outputs and " << getNumResults() << " results";
  auto type = cast<RankedTensorType>(getInputs()[0].getType());
  int64_t dimension = getDimension();
  if (dimension < 0 || dimension >= type.getRank()) // scan_c2
    return emitOpError("expected a dimension of ")
           << type << ", but it is " << dimension;
  RankedTensorType last = RankedTensorType::Builder(type).dropDim(dimension);
  if (getOutputs()[0].getType() != type || getOutputs()[1].getType() != last)
    return emitOpError("expected outputs of ") // scan_c1
           << type << " and " << last << ", but they are "
           << getOutputs()[0].getType() << " and " << getOutputs()[1].getType();
  return verifyBody(*this, *getBody(), type.getElementType());
}
