//===- FoldEpilogues.cpp - --fp8-fold-epilogues ---------------------------===//

#include "../Fuse/FuseKernel.h"
#include "fp8/Runtime/GemmEpilogue.h"
#include "fp8/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8FOLDEPILOGUES
#include "fp8/Transforms/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A kernel that adds a bias to a product, and nothing else.
struct Epilogue {
  GemmOp product;
  Value bias;
  bool hasRelu = false;
};
} // namespace

/// What `value` was before it was widened, which loses nothing.
static Value skipWidening(Value value) {
  Operation *op = value.getDefiningOp();
  bool isWidening = isa_and_nonnull<arith::ExtFOp>(op) ||
                    (isa_and_nonnull<ConvertOp>(op) && value.getType().isF32());
  return isWidening && op->getOperand(0).getType().isBF16() ? op->getOperand(0)
                                                            : value;
}

/// What `value` was before it was rounded to bf16 as fp8.gemm rounds.
static Value skipRounding(Value value) {
  auto convert = value.getDefiningOp<ConvertOp>();
  return convert && value.getType().isBF16() &&
                 convert.getInput().getType().isF32() &&
                 convert.getRounding() == RoundingMode::NearestEven
             ? convert.getInput()
             : value;
}

/// What `value` is the ReLU of, or null.
static Value matchRelu(Value value) {
  auto maximum = value.getDefiningOp<arith::MaximumFOp>();
  if (!maximum)
    return {};
  for (auto [x, zero] : {std::pair(maximum.getLhs(), maximum.getRhs()),
                         std::pair(maximum.getRhs(), maximum.getLhs())})
    if (matchPattern(zero, m_PosZeroFloat()))
      return x;
  return {};
}

/// Whether `map` gives an element for each column.
static bool isOfColumns(AffineMap map) {
  return map.getNumResults() == 1 && map.getNumDims() > 0 &&
         map.getResult(0) ==
             getAffineDimExpr(map.getNumDims() - 1, map.getContext());
}

/// The bias, whose element a block argument of `generic` is, as an operand of
/// `kernel`, or null.
static Value getBias(KernelOp kernel, linalg::GenericOp generic, Value element,
                     Value product) {
  auto argument = dyn_cast<BlockArgument>(element);
  if (!argument || argument.getOwner() != generic.getBody() ||
      argument.getArgNumber() >= generic.getNumDpsInputs())
    return {};
  OpOperand *operand = generic.getDpsInputOperand(argument.getArgNumber());
  auto input = dyn_cast<BlockArgument>(operand->get());
  if (!input || input.getOwner() != &kernel.getBody().front() ||
      input.getArgNumber() >= kernel.getInputs().size() ||
      !isOfColumns(generic.getMatchingIndexingMap(operand)))
    return {};
  Value bias = kernel.getInputs()[input.getArgNumber()];
  return bias == product ? Value() : bias;
}

/// Whether `element` is that of `product` at the place of the result.
static bool isElementOf(KernelOp kernel, linalg::GenericOp generic,
                        Value element, Value product) {
  auto argument = dyn_cast<BlockArgument>(element);
  if (!argument || argument.getOwner() != generic.getBody() ||
      argument.getArgNumber() >= generic.getNumDpsInputs())
    return false;
  OpOperand *operand = generic.getDpsInputOperand(argument.getArgNumber());
  auto input = dyn_cast<BlockArgument>(operand->get());
  return input && input.getOwner() == &kernel.getBody().front() &&
         input.getArgNumber() < kernel.getInputs().size() &&
         kernel.getInputs()[input.getArgNumber()] == product &&
         generic.getMatchingIndexingMap(operand).isIdentity();
}

/// The only op of `kernel`, if that makes its one result from one element of
/// each input.
static linalg::GenericOp getOnlyOp(KernelOp kernel) {
  linalg::GenericOp generic;
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (isa<arith::ConstantOp, tensor::EmptyOp>(op))
      continue;
    if (generic || !isa<linalg::GenericOp>(op))
      return {};
    generic = cast<linalg::GenericOp>(op);
  }
  if (!generic || kernel.getInits().size() != 1 ||
      generic.getNumResults() != 1 ||
      generic.getNumParallelLoops() != generic.getNumLoops() ||
      kernel.getYield().getValues()[0] != generic.getResult(0) ||
      !generic.getMatchingIndexingMap(generic.getDpsInitOperand(0))
           .isIdentity())
    return {};
  // Some bodies read an element of the old tensor.
  if (kernel.readsOperand(kernel.getInputs().size()))
    return {};
  return generic;
}

/// Matches a kernel with the op that it is.
static std::optional<Epilogue> match(KernelOp kernel, linalg::GenericOp generic,
                                     GemmOp product) {
  Epilogue epilogue{product, {}};
  Value y = generic.getBody()->getTerminator()->getOperand(0);
  y = skipRounding(y);
  if (Value before = matchRelu(y)) {
    epilogue.hasRelu = true;
    y = before;
  }
  auto sum = y.getDefiningOp<arith::AddFOp>();
  if (!sum || !y.getType().isF32())
    return std::nullopt;
  for (auto [element, bias] : {std::pair(sum.getLhs(), sum.getRhs()),
                               std::pair(sum.getRhs(), sum.getLhs())}) {
    Value result = product->getResult(0);
    if (!isElementOf(kernel, generic, element, result))
      continue;
    epilogue.bias = getBias(kernel, generic, skipWidening(bias), result);
    if (epilogue.bias)
      return epilogue;
  }
  return std::nullopt;
}

/// Whether the elements of a bias lie next to each other in memory: it may be a
/// row of a matrix, but no column of one.
static bool isContiguous(Value bias) {
  while (Operation *op = bias.getDefiningOp()) {
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
      if (slice.getStaticStrides().back() != 1 ||
          llvm::any_of(slice.getStaticSizes().drop_back(),
                       [](int64_t size) { return size != 1; }))
        return false;
    } else if (!isReshape(op)) {
      return true;
    }
    bias = op->getOperand(0);
  }
  return true;
}

static int32_t getDtype(Value value) {
  Type type = getElementTypeOrSelf(value);
  if (isa<Float8E4M3FNType>(type))
    return FP8RT_E4M3;
  if (isa<Float8E5M2Type>(type))
    return FP8RT_E5M2;
  return type.isBF16() ? FP8RT_BF16 : FP8RT_F32;
}

/// Why the library does not end the product so, or null.
static const char *findRefusal(const Epilogue &epilogue, Value result,
                               bool foldRelu) {
  GemmOp product = epilogue.product;
  auto type = cast<RankedTensorType>(result.getType());
  if (epilogue.hasRelu && !foldRelu)
    return "NVIDIA does not say what the ReLU of cuBLASLt makes of a NaN";
  if (!product.hasColumns())
    return "a row of the product is made of several dimensions";
  if (!isContiguous(epilogue.bias))
    return "the elements of the bias lie apart";
  if (product.getAccumulate() && !type.getElementType().isF32())
    return "a result of bf16 is not added to";
  // A matrix of f32 has no result of bf16.
  if (!type.getElementType().isF32() &&
      (getElementTypeOrSelf(product.getLhs()).isF32() ||
       getElementTypeOrSelf(product.getRhs()).isF32()))
    return "cuBLASLt does not give bf16 from operands of f32";
  SmallVector<AffineMap> maps = product.getIndexingMapsArray();
  fp8rt_gemm_desc desc = {};
  desc.n = type.getShape().back();
  desc.k = 1;
  auto lhs = cast<RankedTensorType>(product.getLhs().getType());
  for (auto [expr, extent] :
       llvm::zip_equal(maps[0].getResults(), lhs.getShape()))
    if (!maps[2].isFunctionOfDim(cast<AffineDimExpr>(expr).getPosition()))
      desc.k *= extent;
  desc.lhs.dtype = getDtype(product.getLhs());
  desc.rhs.dtype = getDtype(product.getRhs());
  // Which blocks makes no difference.
  for (fp8rt_matrix *matrix : {&desc.lhs, &desc.rhs})
    matrix->scaling =
        product.getLhsBlocks() ? FP8RT_SCALE_1X128 : FP8RT_SCALE_TENSOR;
  desc.out.dtype = getDtype(result);
  desc.has_bias = true;
  desc.bias_dtype = getDtype(epilogue.bias);
  desc.activation =
      epilogue.hasRelu ? FP8RT_ACTIVATION_RELU : FP8RT_ACTIVATION_NONE;
  return fp8rt::findEpilogueRefusal(desc);
}

static void fold(KernelOp kernel, const Epilogue &epilogue) {
  GemmOp product = epilogue.product;
  // The bias may be made after the product.
  OpBuilder builder(kernel);
  Value destination =
      product.getAccumulate() ? product.getInit() : kernel.getInits()[0];
  auto ended = GemmOp::create(
      builder, product.getLoc(), destination.getType(), product.getLhs(),
      product.getLhsScaleInv(), product.getRhs(), product.getRhsScaleInv(),
      epilogue.bias, destination, product.getIndexingMapsAttr(),
      product.getLhsBlocksAttr(), product.getRhsBlocksAttr(),
      epilogue.hasRelu ? Activation::Relu : Activation::None,
      product.getAccumulate(), product.getOrderAttr());
  kernel->getResult(0).replaceAllUsesWith(ended->getResult(0));
  eraseKernel(kernel);
  Value unused = product.getInit();
  product.erase();
  if (auto empty = unused.getDefiningOp<tensor::EmptyOp>();
      empty && empty->use_empty())
    empty.erase();
}

namespace {
struct FoldEpilogues : fp8::impl::FP8FoldEpiloguesBase<FoldEpilogues> {
  using FP8FoldEpiloguesBase::FP8FoldEpiloguesBase;

  void runOnOperation() override {
    bool hasChanged = false;
    SmallVector<KernelOp> kernels;
    getOperation()->walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    for (KernelOp kernel : kernels)
      hasChanged |= rewrite(kernel);
    if (!hasChanged)
      markAllAnalysesPreserved();
  }

private:
  bool rewrite(KernelOp kernel) {
    if (kernel.isBufferized())
      return false;
    linalg::GenericOp generic = getOnlyOp(kernel);
    if (!generic)
      return false;
    for (Value input : kernel.getInputs()) {
      auto product = input.getDefiningOp<GemmOp>();
      if (!product || product.hasEpilogue())
        continue;
      std::optional<Epilogue> epilogue = match(kernel, generic, product);
      if (!epilogue)
        continue;
      const char *refusal =
          product->hasOneUse()
              ? findRefusal(*epilogue, kernel->getResult(0), relu)
              : "others read the product as well";
      if (refusal) {
        remark::missed(
            kernel.getLoc(),
            remark::RemarkOpts::name("epilogue").category("fp8-fold-epilogues"))
            << "a kernel adds the bias: " + std::string(refusal);
        return false;
      }
      remark::passed(
          kernel.getLoc(),
          remark::RemarkOpts::name("epilogue").category("fp8-fold-epilogues"))
          << "the product adds its bias";
      fold(kernel, *epilogue);
      return true;
    }
    return false;
  }
};
} // namespace
