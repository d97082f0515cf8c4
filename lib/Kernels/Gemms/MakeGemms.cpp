//===- MakeGemms.cpp - --fp8-make-gemms -----------------------------------===//

#include "BlockScales.h"
#include "EpilogueSupport.h"
#include "FoldTransposes.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/GemmLayout.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/IR/ArithmeticBuilder.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Utils/CreateElements.h"
#include "fp8/Utils/TensorType.h"
#include "fp8/Utils/Uniform.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ScopedPrinter.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_MAKEGEMMSPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A contraction that may become an fp8.gemm.
struct Product {
  /// lhs, rhs and init.
  std::array<Value, 3> tensors;
  SmallVector<AffineMap, 3> maps;
  std::array<Value, 2> scaleInvs = {};
  std::optional<std::array<BlockScaling, 2>> blocks = std::nullopt;
  Value bias = {};

  static Product of(ContractOp op) {
    return {{op.getLhs(), op.getRhs(), op.getInit()},
            op.getIndexingMapsArray(),
            {op.getLhsScaleInv(), op.getRhsScaleInv()}};
  }
};

struct MakeGemms : fp8::impl::MakeGemmsPassBase<MakeGemms> {
  using MakeGemmsPassBase::MakeGemmsPassBase;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      // Ops inside kernels stay: kernels compute their own sums.
      if (isa<KernelOp>(op))
        return WalkResult::skip();
      auto structured = dyn_cast<linalg::LinalgOp>(op);
      if (isa<ContractOp>(op) || (structured && isProduct(structured)))
        ops.push_back(op);
      return WalkResult::advance();
    });
    if (ops.empty())
      return markAllAnalysesPreserved();
    IRRewriter rewriter(&getContext());
    for (Operation *op : ops)
      if (failed(rewrite(rewriter, op)))
        return signalPassFailure();
  }

private:
  static bool isProduct(linalg::LinalgOp op) {
    return matchContraction(op) || linalg::isaContractionOpInterface(op);
  }

  LogicalResult rewrite(RewriterBase &rewriter, Operation *op) {
    rewriter.setInsertionPoint(op);
    if (auto contract = dyn_cast<ContractOp>(op))
      return rewriteContract(rewriter, contract);
    return rewriteLinalg(rewriter, cast<linalg::LinalgOp>(op));
  }

  LogicalResult rewriteContract(RewriterBase &rewriter, ContractOp op) {
    if (!isa<RankedTensorType>(op.getInit().getType()))
      return op.emitError("unsupported by fp8-make-gemms: operands that are "
                          "memrefs");
    if (op.hasEpilogue())
      return makeBiasedGemm(rewriter, op) ? success()
                                          : rewriteEpilogue(rewriter, op);
    StringRef reason = "the library returns only f32, or bf16 without "
                       "accumulation, for block scales";
    if (makeBlockGemm(rewriter, op, reason))
      return success();
    if (getElementTypeOrSelf(op.getInit()).isBF16() && isZeros(op.getInit()))
      return rewriteNarrowContract(rewriter, op);
    if (!getElementTypeOrSelf(op.getInit()).isF32())
      return rewriteEpilogue(rewriter, op);
    if (!op.hasTensorScales() && areScalesOfSums(op))
      return rewriteContract(rewriter, splitScales(rewriter, op));
    if (op.hasTensorScales() && makeGemm(rewriter, op, Product::of(op)))
      return success();
    if (refuseBlocks && !isAtLimit() &&
        (op.scalesElements(0) || op.scalesElements(1)))
      return refuse(op, reason);
    // For block scales, a remark has already reported the reason.
    if (op.hasTensorScales() && (op.getLhsScaleInv() || op.getRhsScaleInv()))
      remark::missed(op.getLoc(), remark::RemarkOpts::name("gemm").category(
                                      "fp8-make-gemms"))
          << "kernels decode the operands: no library multiplies them "
             "directly";
    FailureOr<SmallVector<Value>> values = op.decomposeOperation(rewriter);
    if (failed(values))
      return failure();
    // The decomposition contains one matmul; kernels compute everything else.
    Operation *product = op->getPrevNode();
    while (!isa<linalg::ContractOp>(product))
      product = product->getPrevNode();
    rewriter.replaceOp(op, *values);
    return rewrite(rewriter, product);
  }

  /// Replaces `op` by a matmul that adds a bias of bf16 and rounds the sum to
  /// bf16. Returns false if `op` does more, or if cuBLASLt does not do it.
  bool makeBiasedGemm(RewriterBase &rewriter, ContractOp op) {
    Value bias = op.getBias() ? getMovedSource(op.getBias().getDefiningOp(),
                                               Move::FloatCast)
                              : Value();
    if (!bias || !getElementTypeOrSelf(bias).isBF16() ||
        op.getActivation() != Activation::None || op.getWithAmax() ||
        op.getOutScale() || !op.hasTensorScales() || mustRoundInKernel(op) ||
        !getElementTypeOrSelf(op.getInit()).isBF16() || !isZeros(op.getInit()))
      return false;
    Product product = Product::of(op);
    product.bias = bias;
    return !findLibraryRefusal(product.maps, op.getLhs(), op.getRhs(),
                               /*hasBlocks=*/false, op.getInit(), bias,
                               Activation::None) &&
           makeGemm(rewriter, op, std::move(product));
  }

  /// Splits the epilogue of `op` from the contraction, so that a kernel
  /// computes the epilogue.
  LogicalResult rewriteEpilogue(RewriterBase &rewriter, ContractOp op) {
    remark::passed(op.getLoc(),
                   remark::RemarkOpts::name("gemm").category("fp8-make-gemms"))
        << "a kernel computes the epilogue of the matmul: " +
               describeEpilogue(op);
    ContractOp product;
    FailureOr<SmallVector<Value>> values = op.splitEpilogue(rewriter, product);
    if (failed(values))
      return failure();
    rewriter.replaceOp(op, *values);
    return rewrite(rewriter, product);
  }

  static std::string describeEpilogue(ContractOp op) {
    SmallVector<std::string> parts;
    if (op.getBias())
      parts.push_back("the bias, unless the library adds it "
                      "(--fp8-fold-epilogues)");
    if (op.getActivation() != Activation::None)
      parts.push_back(stringifyActivation(op.getActivation()).str() +
                      ", which libraries do not compute bit-exactly");
    if (op.getWithAmax())
      parts.push_back("the amax before rounding");
    Type type = getElementTypeOrSelf(op.getInit());
    if (!type.isF32())
      parts.push_back("the rounding to " + llvm::to_string(type));
    return llvm::join(parts, "; ");
  }

  /// Returns true if `max-gemms`, an option for bisection, forbids another
  /// matmul.
  bool isAtLimit() const { return maxGemms >= 0 && made == maxGemms; }

  static LogicalResult refuse(ContractOp op, StringRef reason) {
    InFlightDiagnostic diag = op.emitError("unsupported block scales: ")
                              << reason;
    diag.attachNote() << "decode-blocks=where-needed lets kernels decode such "
                         "operands, for an f32 matmul; "
                         "override=PATTERN=wide keeps a tensor wide";
    return diag;
  }

  /// Replaces `op` by a matmul of codes with block scales. Returns false if
  /// this is not possible. If `op` has block scales, `reason` then says why.
  bool makeBlockGemm(RewriterBase &rewriter, ContractOp op, StringRef &reason) {
    if (isAtLimit())
      return false;
    bool isNarrow = getElementTypeOrSelf(op.getInit()).isBF16();
    if (!(getElementTypeOrSelf(op.getInit()).isF32() ||
          (isNarrow && isZeros(op.getInit()))))
      return false;
    StringRef why;
    auto blocks = matchBlocks(op, {blockScales, mxScales}, why);
    if (!blocks) {
      if (why.empty())
        return false;
      reason = why;
      if (!refuseBlocks)
        remark::missed(op.getLoc(), remark::RemarkOpts::name("gemm").category(
                                        "fp8-make-gemms"))
            << ("kernels decode the blocks: " + why).str();
      return false;
    }
    Product product = Product::of(op);
    for (unsigned i : {0, 1})
      product.scaleInvs[i] = layOutScales(rewriter, op, i, (*blocks)[i]);
    product.blocks = blocks;
    return makeGemm(rewriter, op, std::move(product));
  }

  /// Rewrites a contraction with a bf16 result. Either the library returns
  /// bf16, or the matmul returns f32 and a kernel rounds.
  LogicalResult rewriteNarrowContract(RewriterBase &rewriter, ContractOp op) {
    if (op.hasTensorScales() && !mustRoundInKernel(op) &&
        makeGemm(rewriter, op, Product::of(op)))
      return success();
    Location loc = op.getLoc();
    RankedTensorType type = getTensorType(op.getInit());
    ArithmeticBuilder builder(loc, rewriter);
    Value zeros = builder.constant(type.clone(builder.getF32Type()), 0);
    auto sums = ContractOp::create(
        rewriter, loc, op.getLhs(), op.getLhsScaleInv(), op.getRhs(),
        op.getRhsScaleInv(), zeros, op.getIndexingMapsArray(),
        op.getLhsGranularityAttr(), op.getRhsGranularityAttr());
    Value rounded = createElements(
        rewriter, loc, type, sums.getResult(),
        [&](ArithmeticBuilder &b, ValueRange elements) -> Value {
          return ConvertOp::create(b, type.getElementType(), elements[0],
                                   /*random=*/Value(), FormatAttr(),
                                   RoundingMode::NearestEven);
        });
    rewriter.replaceOp(op, rounded);
    rewriter.setInsertionPoint(sums);
    if (failed(rewriteContract(rewriter, sums)))
      return failure();
    roundProduct(rewriter, rounded.getDefiningOp<linalg::GenericOp>());
    return success();
  }

  /// Returns true if `generic` adds zeros, its second input, to its first input
  /// element by element.
  static bool addsToZero(linalg::GenericOp generic) {
    Block *body = generic.getBody();
    auto sum = dyn_cast<arith::AddFOp>(body->front());
    return generic.getNumDpsInputs() == 2 && sum &&
           body->getOperations().size() == 2 &&
           sum.getLhs() == body->getArgument(1) &&
           sum.getRhs() == body->getArgument(0) &&
           isZeros(generic.getDpsInputs()[1]) &&
           llvm::all_of(generic.getIndexingMapsArray(),
                        [](AffineMap map) { return map.isIdentity(); });
  }

  template <typename Op>
  bool mustRoundInKernel(Op product) const {
    return roundInKernels && (getElementTypeOrSelf(product.getLhs()).isF32() ||
                              getElementTypeOrSelf(product.getRhs()).isF32());
  }

  /// If the result of a matmul is only read by the rounding `rounded`, makes
  /// the matmul return the rounded type.
  void roundProduct(RewriterBase &rewriter, linalg::GenericOp rounded) const {
    Value sum = rounded.getDpsInputs()[0];
    auto addition = sum.getDefiningOp<linalg::GenericOp>();
    if (addition && addition->hasOneUse() && addsToZero(addition))
      sum = addition.getDpsInputs()[0];
    auto gemm = sum.getDefiningOp<GemmOp>();
    if (!gemm || !gemm->hasOneUse() || gemm.getAccumulate() ||
        mustRoundInKernel(gemm))
      return;
    auto type = cast<RankedTensorType>(rounded.getResult(0).getType());
    if (!type.hasStaticShape())
      return;
    rewriter.setInsertionPoint(gemm);
    Value empty =
        tensor::EmptyOp::create(rewriter, gemm.getLoc(), type, ValueRange());
    auto narrow = GemmOp::create(
        rewriter, gemm.getLoc(), type, gemm.getLhs(), gemm.getLhsScaleInv(),
        gemm.getRhs(), gemm.getRhsScaleInv(), /*bias=*/Value(), empty,
        gemm.getIndexingMapsAttr(), gemm.getLhsBlocksAttr(),
        gemm.getRhsBlocksAttr(), Activation::None, /*accumulate=*/false,
        StreamOrderAttr());
    rewriter.replaceOp(rounded, narrow->getResult(0));
    if (addition)
      rewriter.eraseOp(addition);
    rewriter.eraseOp(gemm);
  }

  /// Returns true if every scale is an f32 factor of whole sums, and not of
  /// elements. The library can then apply the scales to the sums.
  static bool areScalesOfSums(ContractOp op) {
    return llvm::all_of(ArrayRef<unsigned>{0, 1}, [&](unsigned i) {
      Value scaleInv = op.getScaleInv(i);
      return !scaleInv ||
             (!op.scalesElements(i) && getElementTypeOrSelf(scaleInv).isF32());
    });
  }

  /// Creates an elementwise op that applies the scales to the sums, so that the
  /// library multiplies the codes with a scale of 1, which is exact. Returns
  /// the contraction without scales.
  static ContractOp splitScales(RewriterBase &rewriter, ContractOp op) {
    Location loc = op.getLoc();
    RankedTensorType type = getTensorType(op.getInit());
    ArithmeticBuilder builder(loc, rewriter);
    Value one =
        builder.constant(RankedTensorType::get({}, builder.getF32Type()), 1);
    Value zeros = builder.constant(type, 0);
    auto sums = ContractOp::create(
        rewriter, loc, op.getLhs(), op.getLhsScaleInv() ? one : Value(),
        op.getRhs(), op.getRhsScaleInv() ? one : Value(), zeros,
        op.getIndexingMapsArray());
    AffineMap identity = rewriter.getMultiDimIdentityMap(type.getRank());
    SmallVector<Value> inputs = {sums.getResult(), op.getInit()};
    SmallVector<AffineMap> maps = {identity, identity};
    for (unsigned i : {0, 1}) {
      if (!op.getScaleInv(i))
        continue;
      inputs.push_back(op.getScaleInv(i));
      maps.push_back(op.getScaleMap(i));
    }
    Value scaled = createElements(
        rewriter, loc, type, inputs,
        [](ArithmeticBuilder &b, ValueRange arguments) {
          Value factor = arguments[2];
          if (arguments.size() == 4)
            factor = b.mul(factor, arguments[3]);
          return b.add(arguments[1], b.mul(arguments[0], factor));
        },
        maps);
    rewriter.replaceOp(op, scaled);
    rewriter.setInsertionPoint(sums);
    return sums;
  }

  LogicalResult rewriteLinalg(RewriterBase &rewriter, linalg::LinalgOp op) {
    std::optional<Contraction> match = matchContraction(op);
    if (match && match->kind == ContractionKind::Convolution)
      return op.emitError("unsupported by fp8-make-gemms: a convolution");
    if (match && isMatrixType(getElementTypeOrSelf(match->lhs)) &&
        isMatrixType(getElementTypeOrSelf(match->rhs)) &&
        getElementTypeOrSelf(match->init).isF32() && multipliesInF32(op) &&
        makeGemm(rewriter, op,
                 {{match->lhs, match->rhs, match->init}, match->maps}))
      return success();
    if (!linalg::isaContractionOpInterface(op) ||
        isa<linalg::GenericOp>(op.getOperation()))
      return success();
    remark::missed(op.getLoc(),
                   remark::RemarkOpts::name("gemm").category("fp8-make-gemms"))
        << "a kernel computes the contraction: it is not a batched matmul";
    return LogicalResult(linalg::generalizeNamedOp(rewriter, op));
  }

  /// Returns true if the last dimension of the result is the only free
  /// dimension of an operand, and the result is stored as it is computed.
  static bool hasColumns(const GemmLayout &layout) {
    AffineMap map = layout.maps[2];
    unsigned last = map.getDimPosition(map.getNumResults() - 1);
    return !layout.copies[2] && (ArrayRef(layout.n) == ArrayRef(last) ||
                                 ArrayRef(layout.m) == ArrayRef(last));
  }

  /// Replaces `op` by an fp8.gemm. Returns false if that is not possible.
  bool makeGemm(RewriterBase &rewriter, Operation *op, Product product) {
    if (isAtLimit())
      return false;
    auto &[lhs, rhs, init] = product.tensors;
    // No supported library computes every f16 contraction.
    if (getElementTypeOrSelf(lhs).isF16() || getElementTypeOrSelf(rhs).isF16())
      return false;
    foldTransposes(rewriter, product.tensors, product.maps, packsOperands);
    std::optional<GemmLayout> layout =
        GemmLayout::match(product.maps, {getTensorType(lhs), getTensorType(rhs),
                                         getTensorType(init)});
    if (!layout || (product.bias && !hasColumns(*layout)))
      return false;
    ++made;
    ++numGemms;
    if (layout->needsCopies())
      remark::passed(op->getLoc(), remark::RemarkOpts::name("gemm").category(
                                       "fp8-make-gemms"))
          << "operands are copied to make their dimensions contiguous";
    bool isAdded = !isZeros(init);
    bool accumulate = isAdded && !layout->copies[2];
    Value destination = init;
    if (!accumulate)
      destination = layout->createEmptyResult(rewriter, op->getLoc(),
                                              getTensorType(init));
    auto getBlocks = [&](unsigned i) {
      return product.blocks
                 ? BlockScalingAttr::get(&getContext(), (*product.blocks)[i])
                 : BlockScalingAttr();
    };
    auto gemm = GemmOp::create(
        rewriter, op->getLoc(), destination.getType(),
        layout->pack(rewriter, lhs, 0), product.scaleInvs[0],
        layout->pack(rewriter, rhs, 1), product.scaleInvs[1], product.bias,
        destination, rewriter.getAffineMapArrayAttr(layout->getPackedMaps()),
        getBlocks(0), getBlocks(1), Activation::None, accumulate,
        /*order=*/StreamOrderAttr());
    Value result = gemm->getResult(0);
    if (layout->copies[2])
      result = layout->unpackResult(rewriter, result, isAdded ? init : Value(),
                                    getTensorType(init));
    rewriter.replaceOp(op, result);
    return true;
  }

  /// Number of created matmuls for `max-gemms`. The pass statistic cannot
  /// serve, because LLVM can be built without statistics.
  int64_t made = 0;
};
} // namespace
