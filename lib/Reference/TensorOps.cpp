//===- TensorOps.cpp - creation, reading and reshaping of tensors ---------===//

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
    return Step([=, bits = *splat, loc = op.getLoc(),
                 slot = compiler.define(op.getResult())](Frame &frame) {
      FailureOr<MutableTensor> result = allocate(type, loc);
      if (failed(result))
        return failure();
      fill(**result, bits);
      frame.set(slot, std::move(*result));
      return success();
    });
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
  return Step([loc = op.getLoc(), type = op.getType(),
               slot = compiler.define(op.getResult())](Frame &frame) {
    FailureOr<MutableTensor> result = allocate(type, loc);
    if (failed(result))
      return failure();
    if (const ErrorSource *errors = frame.getErrors())
      llvm::fill((*result)->bytes(), errors->getContents());
    frame.set(slot, std::move(*result));
    return success();
  });
}

static FailureOr<Step> compileSplat(tensor::SplatOp op,
                                    PlanCompiler &compiler) {
  return Step([loc = op.getLoc(), type = op.getType(),
               use = compiler.use(op, op.getInput()),
               slot = compiler.define(op.getResult())](Frame &frame) {
    FailureOr<MutableTensor> result = allocate(type, loc);
    if (failed(result))
      return failure();
    fill(**result, loadBits(frame.read(use), 0));
    frame.set(slot, std::move(*result));
    return success();
  });
}

static FailureOr<Step> compileFromElements(tensor::FromElementsOp op,
                                           PlanCompiler &compiler) {
  return Step([loc = op.getLoc(), type = op.getType(),
               uses = compiler.use(op, op.getElements()),
               slot = compiler.define(op.getResult())](Frame &frame) {
    FailureOr<MutableTensor> result = allocate(type, loc);
    if (failed(result))
      return failure();
    for (auto [i, use] : llvm::enumerate(uses))
      storeBits(**result, i, loadBits(frame.read(use), 0));
    frame.set(slot, std::move(*result));
    return success();
  });
}

/// Compiles tensor.generate. The body computes an element from its indices.
static FailureOr<Step> compileGenerate(tensor::GenerateOp op,
                                       PlanCompiler &compiler) {
  FailureOr<ScalarProgram> program =
      ScalarCompiler::compileBody(op, op.getBody().front(), compiler);
  if (failed(program))
    return failure();
  return Step([loc = op.getLoc(), type = op.getType(),
               program = std::move(*program),
               slot = compiler.define(op.getResult())](Frame &frame) {
    FailureOr<MutableTensor> result = allocate(type, loc);
    if (failed(result) || failed(program.generate(frame, **result)))
      return failure();
    frame.set(slot, std::move(*result));
    return success();
  });
}

//===----------------------------------------------------------------------===//
// Single elements
//===----------------------------------------------------------------------===//

static FailureOr<Step> compileExtract(tensor::ExtractOp op,
                                      PlanCompiler &compiler) {
  return Step([loc = op.getLoc(), type = getTensorType(op.getType()),
               tensor = compiler.use(op, op.getTensor()),
               indices = compiler.use(op, op.getIndices()),
               slot = compiler.define(op.getResult())](Frame &frame) {
    const HostTensor &source = frame.read(tensor);
    FailureOr<int64_t> position =
        getPosition(loc, source.getShape(),
                    [&](size_t d) { return frame.readInt(indices[d]); });
    FailureOr<MutableTensor> result = allocate(type, loc);
    if (failed(position) || failed(result))
      return failure();
    storeBits(**result, 0, loadBits(source, *position));
    frame.set(slot, std::move(*result));
    return success();
  });
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
  return Step([loc = op.getLoc(), source = compiler.use(op, op.getSource()),
               index = compiler.use(op, op.getIndex()),
               type = getTensorType(op.getType()),
               slot = compiler.define(op.getResult())](Frame &frame) {
    ArrayRef<int64_t> shape = frame.read(source).getShape();
    int64_t dim = frame.readInt(index);
    if (dim < 0 || dim >= static_cast<int64_t>(shape.size())) {
      emitError(loc) << "expected a dimension of a tensor of rank "
                     << shape.size() << ", but got " << dim;
      return failure();
    }
    FailureOr<MutableTensor> result = allocate(type, loc);
    if (failed(result))
      return failure();
    (*result)->setInt(0, shape[dim]);
    frame.set(slot, std::move(*result));
    return success();
  });
}

static FailureOr<Step> compileRank(tensor::RankOp op, PlanCompiler &compiler) {
  FailureOr<MutableTensor> rank =
      allocate(getTensorType(op.getType()), op.getLoc());
  if (failed(rank))
    return failure();
  (*rank)->setInt(0,
                  cast<RankedTensorType>(op.getTensor().getType()).getRank());
  return Step([rank = Tensor(*rank),
               slot = compiler.define(op.getResult())](Frame &frame) {
    frame.set(slot, rank);
    return success();
  });
}

//===----------------------------------------------------------------------===//
// Reshapes and casts
//===----------------------------------------------------------------------===//

/// Compiles a copy of the bytes of operand 0. The row-major order is the same
/// for every shape, and the element types have the same width.
template <typename OpTy>
static FailureOr<Step> compileRelabel(OpTy op, PlanCompiler &compiler) {
  return Step([loc = op.getLoc(),
               type = cast<RankedTensorType>(op->getResult(0).getType()),
               use = compiler.use(op, op->getOperand(0)),
               slot = compiler.define(op->getResult(0))](Frame &frame) {
    FailureOr<MutableTensor> result = allocate(type, loc);
    if (failed(result))
      return failure();
    llvm::copy(frame.read(use).bytes(), (*result)->bytes().begin());
    frame.set(slot, std::move(*result));
    return success();
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
