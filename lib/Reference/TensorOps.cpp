//===- TensorOps.cpp - creation, reading and reshaping of tensors ---------===//

#include "ResultStep.h"
#include "ScalarProgram.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Stores `bits` in every element.
static void fill(HostTensor &tensor, uint64_t bits) {
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
    storeBits(tensor, i, bits);
}

/// Returns the bits that all elements share, if there are such bits.
static std::optional<uint64_t> getSplat(Attribute attribute) {
  if (isa<IntegerAttr, FloatAttr>(attribute))
    return getBits(attribute);
  auto splat = dyn_cast<SplatElementsAttr>(attribute);
  if (!splat)
    return std::nullopt;
  return getBits(splat.getSplatValue<Attribute>());
}

/// Copies the elements of `attribute`. Fails if they are not available.
static LogicalResult readElements(Attribute attribute, HostTensor &tensor) {
  if (auto dense = dyn_cast<DenseElementsAttr>(attribute);
      dense && dense.getElementType().isInteger(1)) {
    for (auto [i, value] : llvm::enumerate(dense.getValues<bool>()))
      storeBits(tensor, i, value);
    return success();
  }
  // Other attributes have the memory layout of HostTensor.
  ArrayRef<char> data;
  if (auto dense = dyn_cast<DenseElementsAttr>(attribute))
    data = dense.getRawData();
  else if (auto resource = dyn_cast<DenseResourceElementsAttr>(attribute))
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      data = blob->getData();
  if (data.size() != tensor.bytes().size())
    return failure();
  llvm::copy(data, tensor.bytes().begin());
  return success();
}

static FailureOr<Step> compileConstant(arith::ConstantOp op,
                                       PlanCompiler &compiler) {
  RankedTensorType type = getTensorType(op.getType());
  // A splat is created on demand, because a program may contain many large
  // splats.
  if (std::optional<uint64_t> splat = getSplat(op.getValue()))
    return makeResultStep(
        op, compiler,
        [bits = *splat](Frame &, HostTensor &result) { fill(result, bits); });
  FailureOr<MutableTensor> value = allocate(type, op.getLoc());
  if (failed(value))
    return failure();
  if (failed(readElements(op.getValue(), **value)))
    return emitUnsupported(op, " with elements that are not in the module");
  // The plan keeps a reference, so that no op writes to the constant.
  return Step([value = Tensor(*value),
               slot = compiler.define(op.getResult())](Frame &frame) {
    frame.set(slot, value);
    return success();
  });
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

static FailureOr<Step> compileEmpty(tensor::EmptyOp op,
                                    PlanCompiler &compiler) {
  return makeResultStep(op, compiler, [](Frame &frame, HostTensor &result) {
    if (const ErrorSource *errors = frame.getErrors())
      llvm::fill(result.bytes(), errors->getContents());
  });
}

static FailureOr<Step> compileSplat(tensor::SplatOp op,
                                    PlanCompiler &compiler) {
  Use use = compiler.use(op, op.getInput());
  return makeResultStep(op, compiler, [=](Frame &frame, HostTensor &result) {
    fill(result, loadBits(frame.read(use), 0));
  });
}

static FailureOr<Step> compileFromElements(tensor::FromElementsOp op,
                                           PlanCompiler &compiler) {
  SmallVector<Use> uses = compiler.use(op, op.getElements());
  return makeResultStep(op, compiler, [=](Frame &frame, HostTensor &result) {
    for (auto [i, use] : llvm::enumerate(uses))
      storeBits(result, i, loadBits(frame.read(use), 0));
  });
}

/// Compiles tensor.generate. The body computes an element from its indices.
static FailureOr<Step> compileGenerate(tensor::GenerateOp op,
                                       PlanCompiler &compiler) {
  FailureOr<ScalarProgram> program =
      ScalarCompiler::compileBody(op, op.getBody().front(), compiler);
  if (failed(program))
    return failure();
  return makeResultStep(
      op, compiler,
      [program = std::move(*program)](Frame &frame, HostTensor &result) {
        return program.generate(frame, result);
      });
}

//===----------------------------------------------------------------------===//
// Single elements
//===----------------------------------------------------------------------===//

static FailureOr<Step> compileExtract(tensor::ExtractOp op,
                                      PlanCompiler &compiler) {
  auto extract = [loc = op.getLoc(), tensor = compiler.use(op, op.getTensor()),
                  indices = compiler.use(op, op.getIndices())](
                     Frame &frame, HostTensor &result) -> LogicalResult {
    const HostTensor &source = frame.read(tensor);
    FailureOr<int64_t> position =
        getPosition(loc, source.getShape(),
                    [&](size_t d) { return frame.readInt(indices[d]); });
    if (failed(position))
      return failure();
    storeBits(result, 0, loadBits(source, *position));
    return success();
  };
  return makeResultStep(op, compiler, std::move(extract));
}

static FailureOr<Step> compileInsert(tensor::InsertOp op,
                                     PlanCompiler &compiler) {
  return Step([loc = op.getLoc(), scalar = compiler.use(op, op.getScalar()),
               dest = compiler.use(op, op.getDest()),
               indices = compiler.use(op, op.getIndices()),
               slot = compiler.define(op.getResult())](Frame &frame) {
    FailureOr<int64_t> position =
        getPosition(loc, frame.read(dest).getShape(),
                    [&](size_t d) { return frame.readInt(indices[d]); });
    if (failed(position))
      return failure();
    MutableTensor result;
    if (failed(frame.take(dest, result)))
      return failure();
    storeBits(*result, *position, loadBits(frame.read(scalar), 0));
    frame.set(slot, std::move(result));
    return success();
  });
}

static FailureOr<Step> compileDim(tensor::DimOp op, PlanCompiler &compiler) {
  auto getExtent = [loc = op.getLoc(),
                    source = compiler.use(op, op.getSource()),
                    index = compiler.use(op, op.getIndex())](
                       Frame &frame, HostTensor &result) -> LogicalResult {
    ArrayRef<int64_t> shape = frame.read(source).getShape();
    int64_t dim = frame.readInt(index);
    if (dim < 0 || dim >= static_cast<int64_t>(shape.size()))
      return emitError(loc) << "expected a dimension of a tensor of rank "
                            << shape.size() << ", but got " << dim;
    result.setInt(0, shape[dim]);
    return success();
  };
  return makeResultStep(op, compiler, std::move(getExtent));
}

static FailureOr<Step> compileRank(tensor::RankOp op, PlanCompiler &compiler) {
  int64_t rank = cast<RankedTensorType>(op.getTensor().getType()).getRank();
  return makeResultStep(op, compiler, [rank](Frame &, HostTensor &result) {
    result.setInt(0, rank);
  });
}

//===----------------------------------------------------------------------===//
// Reshapes and casts
//===----------------------------------------------------------------------===//

/// Compiles a copy of the bytes of operand 0. The row-major order is the same
/// for every shape, and the element types have the same width.
template <typename OpTy>
static FailureOr<Step> compileRelabel(OpTy op, PlanCompiler &compiler) {
  Use use = compiler.use(op, op->getOperand(0));
  return makeResultStep(op, compiler, [=](Frame &frame, HostTensor &result) {
    llvm::copy(frame.read(use).bytes(), result.bytes().begin());
  });
}

void reference::addTensorOps(OpTable &table) {
  table.add<arith::ConstantOp>(compileConstant);
  table.add<BarrierOp>(compileRelabel);
  table.add<tensor::BitcastOp>(compileRelabel);
  table.add<tensor::CastOp>(compileRelabel);
  table.add<tensor::CollapseShapeOp>(compileRelabel);
  table.add<tensor::DimOp>(compileDim);
  table.add<tensor::EmptyOp>(compileEmpty);
  table.add<tensor::ExpandShapeOp>(compileRelabel);
  table.add<tensor::ExtractOp>(compileExtract);
  table.add<tensor::FromElementsOp>(compileFromElements);
  table.add<tensor::GenerateOp>(compileGenerate);
  table.add<tensor::InsertOp>(compileInsert);
  table.add<tensor::RankOp>(compileRank);
  table.add<tensor::ReshapeOp>(compileRelabel);
  table.add<tensor::SplatOp>(compileSplat);
}
