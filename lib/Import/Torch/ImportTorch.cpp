//===- ImportTorch.cpp - --fp8-import-torch -------------------------------===//

#include "GlobalImport.h"
#include "GuardIndices.h"
#include "ScatterImport.h"
#include "fp8/IR/ArithmeticBuilder.h"
#include "fp8/Import/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include <numeric>

namespace mlir::fp8 {
#define GEN_PASS_DEF_IMPORTTORCHPASS
#include "fp8/Import/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static constexpr remark::RemarkOpts kTorchRemark =
    remark::RemarkOpts::name("assert").category("fp8-import-torch");

/// Returns true if the region of `op` adds its two arguments.
static bool isSum(tm_tensor::ScanOp op) {
  Operation *add = op.getBody()->getTerminator()->getOperand(0).getDefiningOp();
  return isa_and_nonnull<arith::AddIOp, arith::AddFOp>(add) &&
         llvm::all_of(add->getOperands(), llvm::IsaPred<BlockArgument>) &&
         add->getOperand(0) != add->getOperand(1);
}

/// Maximum number of elements of a running sum. The cost is quadratic.
static constexpr int64_t kMaxScan = 4096;

/// Replaces a running sum by a masked reduction for each element. The quadratic
/// cost is acceptable, because running sums occur over the positions of a
/// sequence, which are few.
static LogicalResult importScan(RewriterBase &rewriter, tm_tensor::ScanOp op) {
  auto type = cast<RankedTensorType>(op.getInputs()[0].getType());
  int64_t extent = type.getDimSize(op.getDimension());
  if (type.hasStaticShape() && (extent == 0 || extent > kMaxScan)) {
    InFlightDiagnostic diag =
        op.emitOpError("unsupported by fp8-import-torch: a scan of ")
        << extent << " elements";
    diag.attachNote() << "supported are 1 to " << kMaxScan
                      << " elements, as each sums all before it";
    return diag;
  }
  if (!isSum(op) || !type.hasStaticShape() || !op.getInclusive()) {
    InFlightDiagnostic diag = op.emitOpError(
        "unsupported by fp8-import-torch: a scan other than a sum");
    diag.attachNote() << "supported are inclusive sums of integers and floats "
                         "of static shape";
    return diag;
  }
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  unsigned rank = type.getRank();
  unsigned dimension = op.getDimension();
  Type element = type.getElementType();
  Value zero = ArithmeticBuilder(loc, rewriter).constant(element, 0);
  auto createZeros = [&](RankedTensorType shape) {
    Value empty = tensor::EmptyOp::create(rewriter, loc, shape, ValueRange());
    return linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0);
  };
  auto lastType = cast<RankedTensorType>(op.getResultTypes()[1]);
  // Upstream does not support slices of an empty tensor.
  if (type.getNumElements() == 0) {
    rewriter.replaceOp(op, {createZeros(type), createZeros(lastType)});
    return success();
  }
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  loops.push_back(utils::IteratorType::reduction);
  SmallVector<AffineExpr> read, written;
  for (unsigned dim = 0; dim != rank; ++dim) {
    read.push_back(rewriter.getAffineDimExpr(dim == dimension ? rank : dim));
    written.push_back(rewriter.getAffineDimExpr(dim));
  }
  AffineMap maps[] = {AffineMap::get(rank + 1, 0, read, op.getContext()),
                      AffineMap::get(rank + 1, 0, written, op.getContext())};
  Value init = createZeros(type);
  auto sums = linalg::GenericOp::create(
      rewriter, loc, type, op.getInputs()[0], init, maps, loops,
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        ArithmeticBuilder b(loc, builder);
        Value position = linalg::IndexOp::create(b, dimension);
        Value term = linalg::IndexOp::create(b, rank);
        Value isBefore = b.compare(arith::CmpIPredicate::sle, term, position);
        Value value = b.select(isBefore, arguments[0], zero);
        linalg::YieldOp::create(b, b.add(arguments[1], value));
      });
  SmallVector<OpFoldResult> offsets(rank, rewriter.getIndexAttr(0)), sizes,
      strides(rank, rewriter.getIndexAttr(1));
  for (int64_t size : type.getShape())
    sizes.push_back(rewriter.getIndexAttr(size));
  offsets[dimension] = rewriter.getIndexAttr(type.getDimSize(dimension) - 1);
  sizes[dimension] = rewriter.getIndexAttr(1);
  Value last = tensor::ExtractSliceOp::create(
      rewriter, loc, lastType, sums.getResult(0), offsets, sizes, strides);
  rewriter.replaceOp(op, {sums.getResult(0), last});
  return success();
}

/// Maximum exponent. For larger exponents, powf is better than repeated
/// squaring.
static constexpr int64_t kMaxExponent = 64;

/// Expands the power by repeated squaring: `x^5 = (x^2)^2 * x`.
static void importPower(RewriterBase &rewriter, math::FPowIOp op) {
  rewriter.setInsertionPoint(op);
  ArithmeticBuilder b(op.getLoc(), rewriter);
  APInt exponent;
  Type type = op.getType();
  if (!matchPattern(op.getRhs(), m_ConstantInt(&exponent)) ||
      exponent.abs().ugt(kMaxExponent)) {
    Value power = arith::SIToFPOp::create(b, type, op.getRhs());
    rewriter.replaceOpWithNewOp<math::PowFOp>(op, op.getLhs(), power);
    return;
  }
  Value result, square = op.getLhs();
  for (uint64_t rest = exponent.abs().getZExtValue(); rest; rest /= 2) {
    if (rest % 2)
      result = result ? b.mul(result, square) : square;
    if (rest > 1)
      square = b.mul(square, square);
  }
  if (!result)
    result = b.constant(type, 1);
  else if (exponent.isNegative())
    result = b.div(b.constant(type, 1), result);
  rewriter.replaceOp(op, result);
}

/// Returns true if tensors of these types, concatenated along `dim`, may have
/// the shape of `result`.
static bool mayConcatenateTo(ShapedType result, ArrayRef<ShapedType> types,
                             int64_t dim) {
  for (int64_t i = 0; i < result.getRank(); ++i) {
    auto extents = llvm::map_to_vector(
        types, [&](ShapedType type) { return type.getDimSize(i); });
    if (i == dim) {
      bool isDynamic = ShapedType::isDynamicShape(extents);
      int64_t sum = std::accumulate(extents.begin(), extents.end(), int64_t(0));
      extents = {isDynamic ? ShapedType::kDynamic : sum};
    }
    extents.push_back(result.getDimSize(i));
    if (failed(verifyCompatibleDims(extents)))
      return false;
  }
  return true;
}

/// Removes casts to dynamic shapes that frontends insert before a
/// concatenation. Casts remain if the shapes contradict the result.
static void dropDynamicCasts(tensor::ConcatOp concat) {
  SmallVector<Value> operands;
  SmallVector<ShapedType> types;
  for (Value operand : concat.getInputs()) {
    auto cast = operand.getDefiningOp<tensor::CastOp>();
    auto source =
        cast ? dyn_cast<RankedTensorType>(cast.getSource().getType()) : nullptr;
    bool isDropped = source && source.hasStaticShape();
    operands.push_back(isDropped ? cast.getSource() : operand);
    types.push_back(mlir::cast<ShapedType>(operands.back().getType()));
  }
  if (!mayConcatenateTo(concat.getType(), types, concat.getDim()))
    return;
  for (auto [use, operand] :
       llvm::zip_equal(concat->getOpOperands(), operands)) {
    if (use.get() == operand)
      continue;
    Operation *cast = use.get().getDefiningOp();
    use.set(operand);
    if (cast->use_empty())
      cast->erase();
  }
}

/// Returns true if `op` inserts an element into a tensor of rank 0.
static bool isOnlyElement(Operation *op) {
  auto insert = dyn_cast<tensor::InsertOp>(op);
  return insert && insert.getType().getRank() == 0;
}

namespace {
struct ImportTorch : fp8::impl::ImportTorchPassBase<ImportTorch> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      if (auto concat = dyn_cast<tensor::ConcatOp>(op))
        dropDynamicCasts(concat);
      if (isa<tm_tensor::ScatterOp, tm_tensor::ScanOp, math::FPowIOp,
              cf::AssertOp, ml_program::GlobalOp, tensor::ExtractOp>(op) ||
          isOnlyElement(op))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    int64_t asserts = 0;
    for (Operation *op : ops) {
      asserts += isa<cf::AssertOp>(op);
      if (failed(import(rewriter, op)))
        signalPassFailure();
    }
    if (asserts > 0)
      remark::passed(getOperation().getLoc(), kTorchRemark)
          << (Twine(asserts) + " cf.assert removed: kernels cannot stop").str();
  }

private:
  LogicalResult import(RewriterBase &rewriter, Operation *op) {
    if (auto scatter = dyn_cast<tm_tensor::ScatterOp>(op))
      return importScatter(rewriter, scatter);
    if (auto scan = dyn_cast<tm_tensor::ScanOp>(op))
      return importScan(rewriter, scan);
    if (auto global = dyn_cast<ml_program::GlobalOp>(op))
      return importGlobal(getOperation(), global);
    if (auto check = dyn_cast<cf::AssertOp>(op);
        check && matchPattern(check.getArg(), m_Zero()))
      return check.emitOpError("unsupported by fp8-import-torch: an assertion "
                               "that never holds: ")
             << check.getMsg();
    rewriter.setInsertionPoint(op);
    if (auto extract = dyn_cast<tensor::ExtractOp>(op))
      guardIndices(rewriter, extract);
    else if (auto power = dyn_cast<math::FPowIOp>(op))
      importPower(rewriter, power);
    else if (auto insert = dyn_cast<tensor::InsertOp>(op))
      rewriter.replaceOpWithNewOp<tensor::FromElementsOp>(
          insert, insert.getType(), insert.getScalar());
    else
      rewriter.eraseOp(op);
    return success();
  }
};
} // namespace
