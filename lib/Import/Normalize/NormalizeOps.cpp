//===- NormalizeOps.cpp - --fp8-normalize-ops -----------------------------===//

#include "NormalizeFunctions.h"
#include "fp8/Analysis/CollectOps.h"
#include "fp8/Import/Passes.h"
#include "fp8/Utils/TensorType.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_NORMALIZEOPSPASS
#include "fp8/Import/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static bool hasStaticShape(Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  return !tensor || tensor.hasStaticShape();
}

/// Returns true if canonicalization may convert `op` to ops that later passes
/// support.
static bool isForCanonicalization(Operation *op) {
  return isa<scf::ExecuteRegionOp, scf::IndexSwitchOp>(op) ||
         !llvm::all_of(op->getResultTypes(), hasStaticShape);
}

/// Replaces a reshape by a collapse to rank 1 and an expansion.
static void replace(RewriterBase &rewriter, tensor::ReshapeOp op) {
  Location loc = op.getLoc();
  Value value = op.getSource();
  auto source = cast<RankedTensorType>(value.getType());
  auto result = cast<RankedTensorType>(op.getType());
  auto flat =
      RankedTensorType::get(source.getNumElements(), source.getElementType());
  if (source.getRank() == 0)
    value =
        tensor::ExpandShapeOp::create(rewriter, loc, flat, value, joinAll(0));
  else if (source.getRank() > 1)
    value = tensor::CollapseShapeOp::create(rewriter, loc, flat, value,
                                            joinAll(source.getRank()));
  if (result.getRank() == 0)
    value = tensor::CollapseShapeOp::create(rewriter, loc, result, value,
                                            joinAll(0));
  else if (result.getRank() > 1)
    value = tensor::ExpandShapeOp::create(rewriter, loc, result, value,
                                          joinAll(result.getRank()));
  rewriter.replaceOp(op, value);
}

static void replace(RewriterBase &rewriter, tensor::InsertOp op) {
  SmallVector<int64_t> ones(op.getType().getRank(), 1);
  Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), ones,
                                        op.getScalar().getType());
  Value element =
      linalg::FillOp::create(rewriter, op.getLoc(), op.getScalar(), empty)
          .getResult(0);
  SmallVector<OpFoldResult> units(ones.size(), rewriter.getIndexAttr(1));
  rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
      op, element, op.getDest(), getAsOpFoldResult(op.getIndices()), units,
      units);
}

/// Replaces a gather by a generic that extracts the elements.
static void replace(RewriterBase &rewriter, tensor::GatherOp op) {
  Location loc = op.getLoc();
  RankedTensorType result = op.getResultType();
  RankedTensorType indices = op.getIndicesType();
  int64_t numBatches = indices.getRank() - 1;
  bool dropsGathered =
      result.getRank() < numBatches + op.getSourceType().getRank();
  auto identity =
      rewriter.getMultiDimIdentityMap(static_cast<unsigned>(result.getRank()));
  auto ofBatch = AffineMap::get(result.getRank(), 0,
                                identity.getResults().take_front(numBatches),
                                rewriter.getContext());

  // Extract each coordinate as a separate tensor.
  SmallVector<Value> coordinates;
  SmallVector<int64_t> offsets(indices.getRank(), 0);
  SmallVector<int64_t> strides(indices.getRank(), 1);
  SmallVector<int64_t> sizes(indices.getShape());
  sizes.back() = 1;
  for (unsigned i = 0; i < op.getGatherDims().size(); ++i) {
    offsets.back() = i;
    coordinates.push_back(tensor::ExtractSliceOp::create(
        rewriter, loc, indices.clone(indices.getShape().drop_back()),
        op.getIndices(), ValueRange(), ValueRange(), ValueRange(), offsets,
        sizes, strides));
  }
  SmallVector<AffineMap> maps(coordinates.size(), ofBatch);
  maps.push_back(identity);
  SmallVector<utils::IteratorType> iterators(result.getRank(),
                                             utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(rewriter, loc, result, ValueRange());
  auto extractElement = [&](OpBuilder &b, Location loc, ValueRange elements) {
    SmallVector<Value> position;
    int64_t loop = numBatches;
    for (int64_t d = 0, e = op.getSourceType().getRank(); d < e; ++d) {
      const int64_t *gathered = llvm::find(op.getGatherDims(), d);
      if (gathered == op.getGatherDims().end()) {
        position.push_back(linalg::IndexOp::create(b, loc, loop++));
        continue;
      }
      Value index = elements[gathered - op.getGatherDims().begin()];
      position.push_back(
          index.getType().isIndex()
              ? index
              : arith::IndexCastOp::create(b, loc, b.getIndexType(), index));
      loop += dropsGathered ? 0 : 1;
    }
    Value element = tensor::ExtractOp::create(b, loc, op.getSource(), position);
    linalg::YieldOp::create(b, loc, element);
  };
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, result, coordinates, empty, maps, iterators, extractElement);
}

/// Returns true if `op` has an empty result that tensor.empty can replace.
static bool computesNothing(Operation *op) {
  return isa<linalg::SoftmaxOp, linalg::PackOp, linalg::UnPackOp,
             tensor::GenerateOp, tensor::PadOp, tensor::InsertOp,
             tensor::GatherOp>(op) &&
         op->getNumResults() == 1 && isEmptyTensor(op->getResult(0).getType());
}

/// Replaces a pad of an empty tensor by a tensor.generate of its padding
/// values.
static tensor::GenerateOp generatePadding(RewriterBase &rewriter,
                                          tensor::PadOp op) {
  auto generate = tensor::GenerateOp::create(rewriter, op.getLoc(),
                                             op.getResultType(), ValueRange());
  rewriter.inlineRegionBefore(op.getRegion(), generate.getBody(),
                              generate.getBody().begin());
  rewriter.replaceOp(op, generate);
  return generate;
}

/// Replaces `op`, which has static shapes, by simpler ops where possible.
/// Returns true on success.
static bool normalize(RewriterBase &rewriter, Operation *op) {
  rewriter.setInsertionPoint(op);
  if (computesNothing(op)) {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, type, ValueRange());
    return true;
  }
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](linalg::SoftmaxOp softmax) {
        FailureOr<SmallVector<Value>> results =
            softmax.decomposeOperation(rewriter);
        if (succeeded(results))
          rewriter.replaceOp(softmax, *results);
        return succeeded(results);
      })
      .Case([&](linalg::PackOp pack) {
        return succeeded(linalg::lowerPack(
            rewriter, pack, /*lowerPadLikeWithInsertSlice=*/false));
      })
      .Case([&](linalg::UnPackOp unpack) {
        return succeeded(linalg::lowerUnPack(
            rewriter, unpack, /*lowerUnpadLikeWithExtractSlice=*/false));
      })
      .Case([&](tensor::GenerateOp generate) {
        return succeeded(
            linalg::rewriteInDestinationPassingStyle(rewriter, generate));
      })
      .Case([&](tensor::PadOp pad) {
        if (isEmptyTensor(pad.getSourceType())) {
          tensor::GenerateOp generate = generatePadding(rewriter, pad);
          rewriter.setInsertionPoint(generate);
          return succeeded(
              linalg::rewriteInDestinationPassingStyle(rewriter, generate));
        }
        return !pad.getConstantPaddingValue() &&
               succeeded(
                   linalg::rewriteInDestinationPassingStyle(rewriter, pad));
      })
      .Case([&](tensor::InsertOp insert) {
        // Keep insertions in loops, because other passes match them.
        if (insert->getParentOfType<LoopLikeOpInterface>())
          return false;
        replace(rewriter, insert);
        return true;
      })
      .Case([&](tensor::GatherOp gather) {
        replace(rewriter, gather);
        return true;
      })
      .Case([&](tensor::ReshapeOp reshape) {
        replace(rewriter, reshape);
        return true;
      })
      .Default(
          [&](Operation *other) { return normalizeFunction(rewriter, other); });
}

/// Checks that the constant positions of an insertion are in bounds.
static LogicalResult checkPositions(tensor::InsertOp op) {
  for (auto [index, size] :
       llvm::zip_equal(op.getIndices(), op.getType().getShape())) {
    APInt position;
    if (!matchPattern(index, m_ConstantInt(&position)) ||
        ShapedType::isDynamic(size) ||
        (!position.isNegative() && position.slt(size)))
      continue;
    return op.emitError("expected positions inside ")
           << op.getType() << ", but one is " << position.getSExtValue()
           << " in a dimension of " << size;
  }
  return success();
}

/// Checks that the pad has one operand for each dynamic size. Upstream's
/// verifier does not notice if a static size equals the number that represents
/// dynamic sizes.
static LogicalResult checkSizes(tensor::PadOp op) {
  auto isKnown = [](ArrayRef<int64_t> sizes, ValueRange operands) {
    return llvm::count(sizes, ShapedType::kDynamic) ==
           static_cast<int64_t>(operands.size());
  };
  if (isKnown(op.getStaticLow(), op.getLow()) &&
      isKnown(op.getStaticHigh(), op.getHigh()))
    return success();
  return op.emitError("expected a padding other than ")
         << ShapedType::kDynamic << ", which stands for an operand";
}

/// Checks that a softmax has float elements. Upstream's verifier accepts
/// integers, but its decomposition crashes on them.
static LogicalResult checkElements(linalg::SoftmaxOp op) {
  Type type = op.getInput().getType();
  if (isa<FloatType>(getElementTypeOrSelf(type)))
    return success();
  return op.emitError("expected a softmax of floats, but got ") << type;
}

/// Checks that a pack, unpack or pad copies elements without converting them.
/// Upstream's verifier does not compare the element types.
static LogicalResult checkElementTypes(Operation *op) {
  Type source = op->getOperand(0).getType();
  Type result = op->getResult(0).getType();
  if (getElementTypeOrSelf(source) == getElementTypeOrSelf(result))
    return success();
  return op->emitError("expected source and result of the same element type, "
                       "but got ")
         << source << " and " << result;
}

namespace {
struct NormalizeOps : fp8::impl::NormalizeOpsPassBase<NormalizeOps> {
  void runOnOperation() override {
    bool changed = false;
    WalkResult result = getOperation()->walk([](Operation *op) {
      LogicalResult isValid =
          TypeSwitch<Operation *, LogicalResult>(op)
              .Case([](tensor::InsertOp insert) {
                return checkPositions(insert);
              })
              .Case([](tensor::PadOp pad) {
                return success(succeeded(checkSizes(pad)) &&
                               succeeded(checkElementTypes(pad)));
              })
              .Case([](linalg::SoftmaxOp softmax) {
                return checkElements(softmax);
              })
              .Case<linalg::PackOp, linalg::UnPackOp>(checkElementTypes)
              .Default([](Operation *) { return success(); });
      return failed(isValid) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    if (getOperation()
            ->walk([](Operation *op) {
              return isForCanonicalization(op) ? WalkResult::interrupt()
                                               : WalkResult::advance();
            })
            .wasInterrupted()) {
      OpPassManager canonicalizer(ModuleOp::getOperationName());
      canonicalizer.addPass(createCanonicalizerPass());
      if (failed(runPipeline(canonicalizer, getOperation())))
        return signalPassFailure();
      changed = true;
    }
    auto isStatic = [](Operation *op) {
      return llvm::all_of(op->getOperandTypes(), hasStaticShape) &&
             llvm::all_of(op->getResultTypes(), hasStaticShape);
    };
    IRRewriter rewriter(&getContext());
    for (Operation *op : collectOps(getOperation(), isStatic))
      changed |= normalize(rewriter, op);
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
