//===- CheckBody.cpp - constructs that the emitter supports ---------------===//

#include "KernelModel.h"
#include "fp8/Codegen/Emitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

bool fp8::isKernelElementType(Type type) {
  if (isa<FloatType>(type))
    return type.isF32() || type.isBF16() || type.isF16() ||
           isa<Float8E4M3FNType, Float8E5M2Type, Float8E8M0FNUType>(type);
  return type.isIndex() || type.isSignlessInteger(1) ||
         type.isSignlessInteger(8) || type.isSignlessInteger(16) ||
         type.isSignlessInteger(32) || type.isSignlessInteger(64);
}

/// Returns true for math ops whose result is exactly defined. The other math
/// ops have an expansion.
static bool isExactMath(Operation *op) {
  return isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
             math::FloorOp, math::FmaOp, math::RoundEvenOp, math::SqrtOp,
             math::TruncOp, math::CtPopOp, math::CountLeadingZerosOp>(op);
}

/// Returns true if `op` computes with FP8 values. Kernels may move and convert
/// FP8 values; arithmetic requires decoding them first.
static bool isArithmeticOnCodes(Operation &op) {
  if (isa<ConvertOp, DrawOp, arith::ExtFOp, arith::BitcastOp, arith::SelectOp>(
          op))
    return false;
  auto isCode = [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8;
  };
  return llvm::any_of(op.getOperandTypes(), isCode) ||
         llvm::any_of(op.getResultTypes(), isCode);
}

static LogicalResult checkOp(Operation &op, bool emitErrors) {
  if (isa<linalg::IndexOp, linalg::YieldOp, arith::ConstantOp>(op))
    return success();
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    auto argument = dyn_cast<BlockArgument>(extract.getTensor());
    if (!argument || !isa<KernelOp>(argument.getOwner()->getParentOp()))
      return failToEmit(&op, emitErrors,
                        "a gather from a tensor that the kernel computes",
                        "tensor.extract must read an operand of the kernel");
    return success();
  }
  bool isKnown = isa_and_nonnull<arith::ArithDialect>(op.getDialect()) ||
                 isa<ConvertOp, DrawOp>(op) || isExactMath(&op);
  if (!isKnown || !OpTrait::hasElementwiseMappableTraits(&op)) {
    std::string what =
        ("'" + op.getName().getStringRef() + "' in a kernel").str();
    return failToEmit(
        &op, emitErrors, what,
        "supported are ops of arith, fp8.convert, fp8.draw, linalg.index, "
        "tensor.extract and exact ops of math; --fp8-expand-math "
        "expands the others");
  }
  if (isArithmeticOnCodes(op)) {
    std::string what =
        ("'" + op.getName().getStringRef() + "' on 8-bit floats").str();
    return failToEmit(
        &op, emitErrors, what,
        "supported on them are fp8.convert, arith.extf, arith.bitcast "
        "and arith.select");
  }
  return success();
}

static LogicalResult checkTypes(Operation &op, bool emitErrors) {
  for (Value result : op.getResults())
    if (!isKernelElementType(getElementTypeOrSelf(result.getType()))) {
      std::string what;
      llvm::raw_string_ostream(what) << "a value of type " << result.getType();
      return failToEmit(
          &op, emitErrors, what,
          "supported are f32, bf16, f16, f8E4M3FN, f8E5M2, f8E8M0FNU, "
          "i1, i8, i16, i32, i64 and index");
    }
  return success();
}

LogicalResult mlir::fp8::checkKernelBody(KernelOp kernel, bool emitErrors) {
  for (Operation &op : kernel.getBody().front()) {
    if (failed(checkTypes(op, emitErrors)))
      return failure();
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic)
      continue;
    for (Operation &inner : *generic.getBody())
      if (failed(checkOp(inner, emitErrors)) ||
          failed(checkTypes(inner, emitErrors)))
        return failure();
  }
  return success();
}
