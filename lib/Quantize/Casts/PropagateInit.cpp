//===- PropagateInit.cpp - --fp8-propagate-init ---------------------------===//

#include "fp8/Analysis/CollectOps.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/IR/FP8.h"
#include "fp8/Quantize/Passes.h"
#include "fp8/Utils/Uniform.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_PROPAGATEINITPASS
#include "fp8/Quantize/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static constexpr remark::RemarkOpts kRemark =
    remark::RemarkOpts::name("reader").category("fp8-propagate-init");

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

/// Returns true if every element of `value` is the inverse scale of `init`.
static bool isScaleInv(Value value, InitOp init) {
  if (value == init.getScaleInv())
    return true;
  std::optional<Uniform> uniform = matchUniform(value);
  return uniform && !uniform->constant && uniform->value == init.getScaleInv();
}

/// Returns the f32 product of the decoded codes and the inverse scale of
/// `init`, or null.
static Value getProduct(ConvertOp convert, InitOp init) {
  if (!getElementTypeOrSelf(convert.getResult()).isF32() ||
      !convert->hasOneUse())
    return nullptr;
  auto multiply = dyn_cast<arith::MulFOp>(*convert->user_begin());
  if (!multiply)
    return nullptr;
  Value factor = multiply.getLhs() == convert.getResult() ? multiply.getRhs()
                                                          : multiply.getLhs();
  return isScaleInv(factor, init) ? multiply.getResult() : Value();
}

/// Returns the values that are decoded from the codes of `init`.
static SmallVector<Value> getDecoded(InitOp init) {
  SmallVector<Value> decoded;
  for (Operation *user : init.getMain().getUsers()) {
    if (auto dequantize = dyn_cast<DequantizeOp>(user)) {
      if (dequantize.getCodes() == init.getMain() &&
          dequantize.getScaleInv() == init.getScaleInv())
        decoded.push_back(dequantize.getResult());
    } else if (auto convert = dyn_cast<ConvertOp>(user)) {
      if (Value product = getProduct(convert, init))
        decoded.push_back(product);
    }
  }
  return decoded;
}

/// Returns true if the use must read the codes: a subtraction that computes the
/// rounding error, or a contraction, which reads the codes at every step.
static bool wantsCodes(OpOperand &use) {
  Operation *user = use.getOwner();
  if (isa<arith::SubFOp>(user))
    return use.getOperandNumber() == 1;
  if (isa<ContractOp>(user) || matchContraction(user))
    return true;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(user);
  return linalgOp &&
         llvm::any_of(linalgOp.getMatchingBlockArgument(&use).getUses(),
                      [](OpOperand &element) {
                        return isa<arith::SubFOp>(element.getOwner()) &&
                               element.getOperandNumber() == 1;
                      });
}

//===----------------------------------------------------------------------===//
// The rewrite
//===----------------------------------------------------------------------===//

/// Clones `init` with a wide result of element type `element`.
static InitOp addWide(RewriterBase &rewriter, InitOp init, Type element) {
  rewriter.setInsertionPoint(init);
  Value destination = tensor::EmptyOp::create(
      rewriter, init.getLoc(), init.getMainType().getShape(), element);
  SmallVector<Value> inits(init.getInits());
  if (init.getWithWide())
    inits.pop_back();
  inits.push_back(destination);
  SmallVector<Type> types =
      llvm::map_to_vector(inits, [](Value value) { return value.getType(); });
  auto made = InitOp::create(
      rewriter, init.getLoc(), types, init.getSeed(), init.getOffsets(), inits,
      init.getDistribution(), init.getParametersAttr(), init.getGainAttr(),
      init.getFanAttr(), init.getAxesAttr(), init.getGranularityAttr(),
      init.getScalingAttr(), init.getStreamAttr(), init.getStaticOffsetsAttr(),
      init.getGlobalShapeAttr(), init.getWithAmaxAttr(),
      rewriter.getUnitAttr());
  made->setDiscardableAttrs(init->getDiscardableAttrDictionary());
  return made;
}

/// Converts `wide` to the type of `like`. Rounds from f32 in the same way as
/// the op itself.
static Value convertTo(RewriterBase &rewriter, Value wide, Type like) {
  if (wide.getType() == like)
    return wide;
  return ConvertOp::create(rewriter, wide.getLoc(), like, wide,
                           /*random=*/Value(), FormatAttr(),
                           RoundingMode::NearestEven);
}

/// Returns `init` with a wide result that can be converted to each type in
/// `types`: a result of their common element type, or else of f32.
static InitOp getWithWide(RewriterBase &rewriter, InitOp init,
                          ArrayRef<Type> types) {
  auto elementOf = [](Value value) { return getElementTypeOrSelf(value); };
  Type element = getElementTypeOrSelf(types.front());
  if (Value old = init.getWide())
    element = elementOf(old);
  bool isOne = llvm::all_of(
      types, [&](Type type) { return getElementTypeOrSelf(type) == element; });
  if (!isOne)
    element = rewriter.getF32Type();
  if (init.getWide() && elementOf(init.getWide()) == element)
    return init;
  InitOp made = addWide(rewriter, init, element);
  rewriter.setInsertionPointAfter(made);
  SmallVector<Value> results(made.getResults());
  if (Value old = init.getWide())
    results.back() = convertTo(rewriter, made.getWide(), old.getType());
  else
    results.pop_back();
  rewriter.replaceOp(init, results);
  return made;
}

namespace {
struct PropagateInit : fp8::impl::PropagateInitPassBase<PropagateInit> {
  using PropagateInitPassBase::PropagateInitPassBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (InitOp init : collectOps<InitOp>(getOperation()))
      if (init.makesCodes() && init->getNumResults() != 0)
        propagate(rewriter, init);
  }

private:
  static void propagate(RewriterBase &rewriter, InitOp init);
};
} // namespace

void PropagateInit::propagate(RewriterBase &rewriter, InitOp init) {
  SmallVector<Value> decoded = getDecoded(init);
  llvm::erase_if(decoded, [](Value value) {
    return llvm::all_of(value.getUses(), wantsCodes);
  });
  if (decoded.empty())
    return;
  SmallVector<Type> types =
      llvm::map_to_vector(decoded, [](Value value) { return value.getType(); });
  InitOp made = getWithWide(rewriter, init, types);
  for (Value value : decoded) {
    rewriter.setInsertionPointAfter(made);
    Value wide = convertTo(rewriter, made.getWide(), value.getType());
    Operation *op = value.getDefiningOp();
    rewriter.replaceUsesWithIf(value, wide,
                               [](OpOperand &use) { return !wantsCodes(use); });
    remark::passed(op->getLoc(), kRemark)
        << "reads the initial values instead of their codes";
    if (op->use_empty())
      rewriter.eraseOp(op);
  }
}
