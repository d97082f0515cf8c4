//===- FoldEpilogues.cpp - --fp8-fold-epilogues ---------------------------===//

#include "../Fuse/FuseKernel.h"
#include "EpilogueSupport.h"
#include "fp8/Analysis/CollectOps.h"
#include "fp8/Kernels/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FOLDEPILOGUESPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A kernel that only adds a bias to a matmul result, and optionally applies
/// ReLU and rounds.
struct Epilogue {
  GemmOp product;
  Value bias;
  bool hasRelu = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

namespace {
/// A value in the body of an op of a kernel, or an operand of such an op.
/// `position` maps the index of an element of the kernel's result to the index
/// of this element.
struct Element {
  Value value;
  AffineMap position;
};
} // namespace

/// Returns true if `op` computes its single result element by element.
static bool isElementwise(linalg::GenericOp op) {
  return op && op.getNumResults() == 1 &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0));
}

/// Follows an element through reads and elementwise ops of the kernel to the
/// scalar op or the kernel argument that defines it.
static Element resolve(Element element) {
  while (true) {
    if (auto source = element.value.getDefiningOp<linalg::GenericOp>();
        isElementwise(source))
      element.value = source.getBody()->getTerminator()->getOperand(0);
    auto argument = dyn_cast<BlockArgument>(element.value);
    auto reader =
        argument
            ? dyn_cast<linalg::GenericOp>(argument.getOwner()->getParentOp())
            : linalg::GenericOp();
    if (!reader || argument.getArgNumber() >= reader.getNumDpsInputs())
      return element;
    OpOperand *operand = reader.getDpsInputOperand(argument.getArgNumber());
    element = {operand->get(), reader.getMatchingIndexingMap(operand).compose(
                                   element.position)};
  }
}

/// Returns the bf16 element if `element` is its extension to f32, else
/// `element`.
static Element skipWidening(Element element) {
  Operation *op = element.value.getDefiningOp();
  if (!isa_and_nonnull<arith::ExtFOp, ConvertOp>(op) ||
      !element.value.getType().isF32() || !op->getOperand(0).getType().isBF16())
    return element;
  return resolve({op->getOperand(0), element.position});
}

/// Returns the f32 element if `element` rounds it to bf16 in the rounding mode
/// of fp8.gemm, else `element`.
static Element skipRounding(Element element) {
  auto convert = element.value.getDefiningOp<ConvertOp>();
  if (!convert || !element.value.getType().isBF16() ||
      !convert.getInput().getType().isF32() ||
      convert.getRounding() != RoundingMode::NearestEven)
    return element;
  return resolve({convert.getInput(), element.position});
}

/// Returns the operand x if `element` is max(x, 0), else std::nullopt.
static std::optional<Element> matchRelu(Element element) {
  auto maximum = element.value.getDefiningOp<arith::MaximumFOp>();
  if (!maximum)
    return std::nullopt;
  for (auto [x, zero] : {std::pair(maximum.getLhs(), maximum.getRhs()),
                         std::pair(maximum.getRhs(), maximum.getLhs())})
    if (matchPattern(zero, m_PosZeroFloat()))
      return resolve({x, element.position});
  return std::nullopt;
}

/// Returns true if `map` selects one element per column of the result.
static bool isOfColumns(AffineMap map) {
  return map.getNumResults() == 1 && map.getNumDims() > 0 &&
         map.getResult(0) ==
             getAffineDimExpr(map.getNumDims() - 1, map.getContext());
}

/// Returns the input of `kernel` that contains `element`, or null.
static Value getInput(KernelOp kernel, Element element) {
  auto argument = dyn_cast<BlockArgument>(element.value);
  if (!argument || argument.getOwner() != &kernel.getBody().front() ||
      argument.getArgNumber() >= kernel.getInputs().size())
    return {};
  return kernel.getInputs()[argument.getArgNumber()];
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static std::optional<Epilogue> match(KernelOp kernel, GemmOp product) {
  Value result = product->getResult(0);
  Epilogue epilogue{product, {}};
  Value yielded = kernel.getYield().getValues()[0];
  int64_t rank = cast<RankedTensorType>(yielded.getType()).getRank();
  Element y = skipRounding(resolve(
      {yielded, AffineMap::getMultiDimIdentityMap(rank, kernel.getContext())}));
  if (std::optional<Element> before = matchRelu(y)) {
    epilogue.hasRelu = true;
    y = *before;
  }
  auto sum = y.value.getDefiningOp<arith::AddFOp>();
  if (!sum || !sum.getType().isF32())
    return std::nullopt;
  for (auto [first, second] : {std::pair(sum.getLhs(), sum.getRhs()),
                               std::pair(sum.getRhs(), sum.getLhs())}) {
    Element element = resolve({first, y.position});
    Element bias = skipWidening(resolve({second, y.position}));
    epilogue.bias = getInput(kernel, bias);
    if (getInput(kernel, element) == result && element.position.isIdentity() &&
        epilogue.bias && epilogue.bias != result && isOfColumns(bias.position))
      return epilogue;
  }
  return std::nullopt;
}

/// Returns the reason why the library does not support the epilogue, or null if
/// it does.
static const char *findRefusal(const Epilogue &epilogue, Value result,
                               bool foldRelu) {
  GemmOp product = epilogue.product;
  auto type = cast<RankedTensorType>(result.getType());
  if (epilogue.hasRelu && !foldRelu)
    return "the ReLU of cuBLASLt has no documented result for NaN";
  if (!product.hasColumns())
    return "a row of the result spans several dimensions";
  if (product.getAccumulate() && !type.getElementType().isF32())
    return "the library does not accumulate into bf16";
  if (!type.getElementType().isF32() &&
      (getElementTypeOrSelf(product.getLhs()).isF32() ||
       getElementTypeOrSelf(product.getRhs()).isF32()))
    return "cuBLASLt does not return bf16 for f32 operands";
  return findLibraryRefusal(
      product.getIndexingMapsArray(), product.getLhs(), product.getRhs(),
      /*hasBlocks=*/product.getLhsBlocks().has_value(), result, epilogue.bias,
      epilogue.hasRelu ? Activation::Relu : Activation::None);
}

static void fold(KernelOp kernel, const Epilogue &epilogue) {
  GemmOp product = epilogue.product;
  // Insert at the kernel, because the bias may be computed after the matmul.
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
struct FoldEpilogues : fp8::impl::FoldEpiloguesPassBase<FoldEpilogues> {
  using FoldEpiloguesPassBase::FoldEpiloguesPassBase;

  void runOnOperation() override {
    bool hasChanged = false;
    for (KernelOp kernel : collectOps<KernelOp>(getOperation()))
      hasChanged |= rewrite(kernel);
    if (!hasChanged)
      markAllAnalysesPreserved();
  }

private:
  bool rewrite(KernelOp kernel) {
    if (kernel.isBufferized())
      return false;
    // The kernel must not read its destination, which other kernels update in
    // place.
    if (kernel.getInits().size() != 1 ||
        kernel.readsOperand(kernel.getInputs().size()))
      return false;
    for (Value input : kernel.getInputs()) {
      auto product = input.getDefiningOp<GemmOp>();
      if (!product || product.hasEpilogue())
        continue;
      std::optional<Epilogue> epilogue = match(kernel, product);
      if (!epilogue)
        continue;
      const char *refusal =
          product->hasOneUse()
              ? findRefusal(*epilogue, kernel->getResult(0), relu)
              : "the product has other uses";
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
          << "the matmul adds the bias";
      fold(kernel, *epilogue);
      return true;
    }
    return false;
  }
};
} // namespace
