//===- SetWideType.cpp - --fp8-set-wide-type ------------------------------===//

#include "StoredValues.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Entry.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/Operands.h"
#include "fp8/Analysis/Place.h"
#include "fp8/Training/Passes.h"
#include "fp8/Utils/Uniform.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_SETWIDETYPEPASS
#include "fp8/Training/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// Makes a function store its activations and gradients in bf16.
class WideTypeRewriter {
public:
  WideTypeRewriter(func::FuncOp func, const StoredValues &stored)
      : func(func), stored(stored), builder(func.getContext()),
        narrowElement(builder.getBF16Type()) {}

  void rewrite();

private:
  Value getNarrow(Value value);
  Value getWide(Value value);
  Value reshape(Value value, const AddedBias &added);
  void readNarrow(Operation *op);
  void rewriteProduct(Operation *op);

  func::FuncOp func;
  const StoredValues &stored;
  OpBuilder builder;
  Type narrowElement;
  /// For each stored value: its bf16 form, and the bf16 form extended to f32.
  llvm::DenseMap<Value, Value> narrow, wide;
};

} // namespace

/// Returns true if every element of `value` is 0.
static bool isZeroTensor(Value value) {
  std::optional<Uniform> uniform = matchUniform(value);
  return uniform && uniform->isConstant(0);
}

/// Returns the f32 tensor `value` in bf16. If `value` only rearranges or slices
/// another tensor, rounds the other tensor, so that it is rounded only once.
Value WideTypeRewriter::getNarrow(Value value) {
  if (auto it = narrow.find(value); it != narrow.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  Value source = getMovedSource(op, Move::Rearrange);
  Value result;
  if (source) {
    Value moved = getNarrow(source);
    builder.setInsertionPointAfter(op);
    result = cloneLayout(builder, op, moved);
  } else {
    builder.setInsertionPointAfterValue(value);
    auto type = cast<RankedTensorType>(value.getType()).clone(narrowElement);
    result = arith::TruncFOp::create(builder, value.getLoc(), type, value);
  }
  return narrow[value] = result;
}

/// Returns `value` after rounding to bf16, extended to f32 again.
Value WideTypeRewriter::getWide(Value value) {
  Value rounded = getNarrow(value);
  Value &result = wide[value];
  if (!result) {
    builder.setInsertionPointAfterValue(rounded);
    result = arith::ExtFOp::create(builder, value.getLoc(), value.getType(),
                                   rounded);
  }
  return result;
}

static bool isF32Tensor(Value value) {
  return isa<RankedTensorType>(value.getType()) &&
         getElementTypeOrSelf(value.getType()).isF32();
}

static bool isF64Tensor(Value value) {
  return getElementTypeOrSelf(value.getType()).isF64();
}

/// Reshapes the result of a contraction as the op that adds the bias has
/// read it.
Value WideTypeRewriter::reshape(Value value, const AddedBias &added) {
  for (Operation *op : added.reshapes)
    value = cloneLayout(builder, op, value);
  return value;
}

/// Makes a contraction read bf16 or codes, and return bf16 if its result is
/// stored. A bias becomes an operand, so that only the sum is rounded.
void WideTypeRewriter::rewriteProduct(Operation *op) {
  auto contract = dyn_cast<ContractOp>(op);
  Value old = op->getResult(0);
  // A value computed from parameters alone contains no activations.
  if (!stored.isVarying(old))
    return;
  Location loc = op->getLoc();
  Value factors[2], scales[2], init;
  SmallVector<AffineMap> maps;
  GranularityAttr granularities[2];
  if (contract) {
    for (unsigned i : {0, 1}) {
      factors[i] = contract.getFactor(i);
      scales[i] = contract.getScaleInv(i);
    }
    granularities[0] = contract.getLhsGranularityAttr();
    granularities[1] = contract.getRhsGranularityAttr();
    init = contract.getInit();
    llvm::append_range(maps, contract.getIndexingMapsArray());
    if (contract.hasEpilogue()) {
      // The op stays, but it must read the same rounded values as other
      // readers.
      if (isF32Tensor(factors[0]))
        contract.getLhsMutable().set(getNarrow(factors[0]));
      if (isF32Tensor(factors[1]))
        contract.getRhsMutable().set(getNarrow(factors[1]));
      return readNarrow(op);
    }
  } else {
    std::optional<Contraction> match = matchContraction(op);
    factors[0] = match->lhs;
    factors[1] = match->rhs;
    init = match->init;
    llvm::append_range(maps, match->maps);
  }
  const AddedBias *added = stored.getBias(op);
  bool isStored = added || stored.contains(old);
  // These contractions have nothing to round or cannot become fp8.contract.
  if ((llvm::none_of(factors, isF32Tensor) && !isStored) ||
      isF64Tensor(factors[0]) || isF64Tensor(factors[1]) || isF64Tensor(init))
    return readNarrow(op);
  for (Value &factor : factors)
    if (isF32Tensor(factor))
      factor = getNarrow(factor);
  if (isF32Tensor(init) && stored.contains(getMovedRoot(init, Move::Rearrange)))
    init = getWide(init);
  bool isRounded = isStored && isZeroTensor(init);
  Value bias = added ? getWide(added->bias) : Value();
  builder.setInsertionPoint(added ? added->sum : op);
  auto type = cast<RankedTensorType>(init.getType());
  if (isRounded)
    init = arith::ConstantOp::create(
        builder, loc,
        cast<TypedAttr>(builder.getZeroAttr(type.clone(narrowElement))));
  auto made = ContractOp::create(builder, loc, factors[0], scales[0],
                                 factors[1], scales[1], init, maps,
                                 granularities[0], granularities[1]);
  if (bias)
    made.getBiasMutable().assign(bias);
  made->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  if (added)
    narrow[added->sum->getResult(0)] = reshape(made.getResult(), *added);
  else if (isRounded)
    narrow[old] = made.getResult();
  else if (isStored)
    narrow[old] = getNarrow(made.getResult());
  else
    old.replaceAllUsesWith(made.getResult());
}

/// Allows `op`, a cast of a bf16 value to FP8, to round twice. The double
/// rounding is intended: the value is stored in bf16 between its amax and its
/// cast.
static void allowChain(Operation *op) {
  Builder builder(op->getContext());
  SmallVector<Attribute> allowed;
  if (auto before = op->getAttrOfType<ArrayAttr>(FP8Dialect::kAllowAttrName))
    llvm::append_range(allowed, before);
  Attribute chain = builder.getStringAttr("saturating-chain");
  if (!llvm::is_contained(allowed, chain))
    allowed.push_back(chain);
  op->setAttr(FP8Dialect::kAllowAttrName, builder.getArrayAttr(allowed));
}

/// Replaces stored operands of `op` by their rounded values.
void WideTypeRewriter::readNarrow(Operation *op) {
  // QuantizeOp and AmaxOp read bf16 directly.
  bool takesNarrow = isa<QuantizeOp, AmaxOp>(op);
  forEachOperand(op, [&](OpOperand &operand) {
    Value value = operand.get();
    if (!isF32Tensor(value) ||
        !stored.contains(getMovedRoot(value, Move::Rearrange)))
      return;
    bool isInput = takesNarrow && operand.getOperandNumber() == 0;
    operand.set(isInput ? getNarrow(value) : getWide(value));
    if (isInput && isa<QuantizeOp>(operand.getOwner()))
      allowChain(operand.getOwner());
  });
}

void WideTypeRewriter::rewrite() {
  SmallVector<Operation *> ops =
      llvm::map_to_vector(func.front(), [](Operation &op) { return &op; });
  for (Operation *op : ops)
    if (isProduct(op))
      rewriteProduct(op);
    else if (!getMovedSource(op, Move::Rearrange))
      readNarrow(op);
  for (Operation *op : llvm::reverse(ops))
    if (op->use_empty() && isOpTriviallyDead(op))
      op->erase();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {

struct SetWideType : fp8::impl::SetWideTypePassBase<SetWideType> {
  using SetWideTypePassBase::SetWideTypePassBase;

  void runOnOperation() override {
    if (failed(set()))
      signalPassFailure();
  }

private:
  LogicalResult set();
};

} // namespace

/// Checks that all tensors of the function have static shapes, because each
/// rounded value needs a new tensor.
static LogicalResult checkShapes(func::FuncOp func) {
  auto isDynamic = [](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && !type.hasStaticShape();
  };
  auto emit = [&](Value value) {
    return emitError(value.getLoc()) << "expected tensors of static shape "
                                        "where activations are stored in "
                                        "bf16, but this one is of type "
                                     << value.getType();
  };
  for (BlockArgument arg : func.getArguments())
    if (isDynamic(arg))
      return emit(arg);
  for (Operation &op : func.front())
    for (Value result : op.getResults())
      if (isDynamic(result))
        return emit(result);
  return success();
}

LogicalResult SetWideType::set() {
  ModuleOp module = getOperation();
  if (type == WideType::F32)
    return success();
  FailureOr<SmallVector<func::FuncOp>> steps = findSteps(module);
  if (failed(steps))
    return failure();
  for (func::FuncOp func : *steps) {
    if (failed(checkShapes(func)))
      return failure();
    FailureOr<PairedStep> paired = pairStates(func);
    if (failed(paired))
      return failure();
    WideTypeRewriter(func, StoredValues(func, paired->pairing)).rewrite();
  }
  recordDone(module, getArgument());
  return success();
}
