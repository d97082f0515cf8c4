//===- NarrowF64.cpp - --fp8-narrow-f64 -----------------------------------===//

#include "fp8/Import/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_NARROWF64PASS
#include "fp8/Import/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static constexpr remark::RemarkOpts kRemark =
    remark::RemarkOpts::name("function").category("fp8-narrow-f64");

static bool isF64(Type type) { return getElementTypeOrSelf(type).isF64(); }

/// Returns true if `type` is a memref with f64 elements.
static bool isBuffer(Type type) {
  return isa<BaseMemRefType>(type) && isF64(type);
}

/// Returns `type` with f32 elements.
static Type narrow(Type type) {
  auto f32 = Float32Type::get(type.getContext());
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(f32);
  return f32;
}

static TypedAttr narrow(TypedAttr value) {
  auto f32 = Float32Type::get(value.getContext());
  // Clamp finite numbers to the range of f32: the lowest f64, which is used as
  // a mask, becomes the lowest f32.
  auto round = [](APFloat number) {
    APFloat rounded = number;
    bool losesInfo;
    rounded.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
    return rounded.isInfinity() && !number.isInfinity()
               ? APFloat::getLargest(APFloat::IEEEsingle(), number.isNegative())
               : rounded;
  };
  if (auto number = dyn_cast<FloatAttr>(value))
    return FloatAttr::get(f32, round(number.getValue()));
  auto elements = cast<DenseFPElementsAttr>(value);
  if (elements.isSplat())
    return DenseElementsAttr::get(
        cast<ShapedType>(narrow(elements.getType())),
        ArrayRef<Attribute>(
            FloatAttr::get(f32, round(elements.getSplatValue<APFloat>()))));
  return elements.mapValues(f32, [&](const APFloat &number) {
    return round(number).bitcastToAPInt();
  });
}

/// Returns true if `number` is not zero, but is rounded to zero in f32.
static bool vanishes(APFloat number) {
  bool losesInfo;
  bool isZero = number.isZero();
  number.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return !isZero && number.isZero();
}

static bool canNarrow(Attribute value) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return !vanishes(number.getValue());
  auto elements = dyn_cast<DenseFPElementsAttr>(value);
  if (elements && elements.isSplat())
    return !vanishes(elements.getSplatValue<APFloat>());
  return elements && llvm::none_of(elements.getValues<APFloat>(), vanishes);
}

namespace {
struct NarrowF64 : fp8::impl::NarrowF64PassBase<NarrowF64> {
  void runOnOperation() override {
    getOperation()->walk([](func::FuncOp func) {
      if (!func.isExternal())
        narrowBody(func);
    });
  }

private:
  static bool canNarrow(func::FuncOp func);
  static void narrowBody(func::FuncOp func);
  static void castSignature(func::FuncOp func);
};
} // namespace

/// Returns true if f32 can replace f64 in the function: no nonzero constant is
/// rounded to zero, and no op uses the bits of an f64, a call or a buffer.
bool NarrowF64::canNarrow(func::FuncOp func) {
  if (llvm::any_of(func.getArgumentTypes(), isBuffer)) {
    remark::missed(func.getLoc(), kRemark)
        << "kept f64: an argument is a buffer, whose type cannot change";
    return false;
  }
  Operation *culprit = nullptr;
  func.walk([&](Operation *op) {
    if (!llvm::any_of(op->getResultTypes(), isF64) &&
        !llvm::any_of(op->getOperandTypes(), isF64))
      return WalkResult::advance();
    Attribute value;
    bool isFine =
        matchPattern(op, m_Constant(&value))
            ? ::canNarrow(value)
            : !isa<arith::BitcastOp, tensor::BitcastOp, func::CallOp>(op) &&
                  !llvm::any_of(op->getResultTypes(), isBuffer);
    culprit = isFine ? nullptr : op;
    return isFine ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (culprit)
    remark::missed(culprit->getLoc(), kRemark)
        << ("kept f64: '" + culprit->getName().getStringRef() +
            "' is a constant that f32 rounds to 0, reads the bits "
            "of an f64, is a call, or creates a buffer")
               .str();
  return !culprit;
}

/// Converts f64 arguments to f32 at the start of the function, and its results
/// to f64 at the end.
void NarrowF64::castSignature(func::FuncOp func) {
  OpBuilder builder = OpBuilder::atBlockBegin(&func.front());
  for (BlockArgument argument : func.getArguments()) {
    if (!isF64(argument.getType()))
      continue;
    auto cast = arith::TruncFOp::create(builder, func.getLoc(),
                                        narrow(argument.getType()), argument);
    // Arguments that are returned unchanged keep all bits.
    argument.replaceUsesWithIf(cast, [&](OpOperand &use) {
      return use.getOwner() != cast && !isa<func::ReturnOp>(use.getOwner());
    });
  }
  func.walk([&](func::ReturnOp op) {
    builder.setInsertionPoint(op);
    for (auto [operand, type] :
         llvm::zip_equal(op->getOpOperands(), func.getResultTypes()))
      if (isF64(type) && !isF64(operand.get().getType()))
        operand.set(
            arith::ExtFOp::create(builder, op.getLoc(), type, operand.get()));
  });
}

void NarrowF64::narrowBody(func::FuncOp func) {
  int64_t operations = 0;
  auto isInside = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return isF64(value.getType()) &&
           !(argument && argument.getOwner()->getParentOp() == func);
  };
  if (!canNarrow(func))
    return;
  SmallVector<Value> values;
  func.walk([&](Operation *op) {
    llvm::copy_if(op->getResults(), std::back_inserter(values), isInside);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::copy_if(block.getArguments(), std::back_inserter(values),
                      isInside);
  });
  bool hasF64Argument = llvm::any_of(func.getArgumentTypes(), isF64);
  if (values.empty() && !hasF64Argument)
    return;
  for (Value value : values) {
    Operation *op = value.getDefiningOp();
    if (auto constant = dyn_cast_or_null<arith::ConstantOp>(op))
      constant.setValueAttr(narrow(constant.getValue()));
    operations += op && !isa<arith::ConstantOp, arith::ExtFOp>(op);
    value.setType(narrow(value.getType()));
  }
  castSignature(func);
  // Erase casts that have become casts from f32 to f32.
  func.walk([](Operation *op) {
    if (isa<arith::ExtFOp, arith::TruncFOp>(op) &&
        op->getOperand(0).getType() == op->getResult(0).getType()) {
      op->getResult(0).replaceAllUsesWith(op->getOperand(0));
      op->erase();
    }
  });
  remark::passed(func.getLoc(), kRemark)
      << (Twine(operations) + " values of f64 are computed in f32").str();
}
