//===- FP8OptimizerOps.cpp - code shared by the named optimizers ----------===//
//
// Accessors and verifiers. A comment `optimizer_oN` marks the check of
// constraint (ON) in the description of the op group. A comment `<op>_cN` marks
// the check of constraint (CN) in the description of the op.
//
//===----------------------------------------------------------------------===//

#include "UpdateOperands.h"
#include "Verifiers.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

static bool isZero(APFloat value) { return value.isZero(); }

unsigned SGDOp::getNumOptimizerStates() {
  return isZero(getMomentum()) ? 1 : 2;
}
unsigned AdamOp::getNumOptimizerStates() { return 3; }
unsigned AdamWOp::getNumOptimizerStates() { return 3; }
unsigned LionOp::getNumOptimizerStates() { return 2; }
unsigned AdagradOp::getNumOptimizerStates() { return 2; }
unsigned RMSPropOp::getNumOptimizerStates() {
  return 2 + !isZero(getMomentum()) + getCentered();
}
unsigned LAMBOp::getNumOptimizerStates() { return 3; }

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

namespace {
/// An f64 attribute of an optimizer, with its name.
struct Number {
  StringRef name;
  APFloat value;
  /// True if the number is the weight of the previous value in a moving
  /// average.
  bool isWeight;
};
} // namespace

static LogicalResult verifyNumbers(Operation *op, ArrayRef<Number> numbers) {
  for (const Number &number : numbers) {
    double value = number.value.convertToDouble();
    if (std::isfinite(value) && value >= 0 && (!number.isWeight || value < 1))
      continue;
    return op->emitOpError("expected ") // optimizer_o4
           << number.name
           << (number.isWeight ? " to be from 0 to below 1"
                               : " to be finite and not negative")
           << ", but it is " << value;
  }
  return success();
}

/// Checks the constraints that all optimizers share.
template <typename OpTy>
static LogicalResult verifyOptimizer(OpTy op, ArrayRef<Number> numbers) {
  UpdateOperands operands = UpdateOperands::ofOptimizer(op);
  if (operands.getNumStates() != op.getNumOptimizerStates()) // optimizer_o1
    return op.emitOpError("expected ")
           << op.getNumOptimizerStates()
           << (op.getNumOptimizerStates() == 1 ? " state" : " states")
           << ", but got " << operands.getNumStates();
  if (failed(operands.verify()) || // optimizer_o2, optimizer_o3
      failed(verifyPlacement(op, op.getOffsets(), op.getStaticOffsets(),
                             op.getGlobalShape(), operands.getFirstType())))
    return failure();
  return verifyNumbers(op, numbers);
}

static LogicalResult verifyCorrections(Operation *op, ValueRange corrections) {
  if (corrections.empty() || corrections.size() == 2) // optimizer_o5
    return success();
  return op->emitOpError("expected two bias corrections or none, but got ")
         << corrections.size();
}

LogicalResult SGDOp::verify() {
  if (failed(
          verifyOptimizer(*this, {{"momentum", getMomentum(), true},
                                  {"dampening", getDampening(), true},
                                  {"weight_decay", getWeightDecay(), false}})))
    return failure();
  bool isDamped = !isZero(getDampening());
  if ((isDamped || getNesterov()) && isZero(getMomentum())) // sgd_c1
    return emitOpError("expected momentum with ")
           << (isDamped ? "dampening" : "nesterov") << ", but it is 0";
  if (isDamped && getNesterov()) // sgd_c1
    return emitOpError("expected no dampening under nesterov, but it is ")
           << getDampening().convertToDouble();
  return success();
}

template <typename OpTy>
static LogicalResult verifyAdam(OpTy op) {
  if (failed(
          verifyOptimizer(op, {{"beta1", op.getBeta1(), true},
                               {"beta2", op.getBeta2(), true},
                               {"eps", op.getEps(), false},
                               {"weight_decay", op.getWeightDecay(), false}})))
    return failure();
  return verifyCorrections(op, op.getBiasCorrections());
}

LogicalResult AdamOp::verify() { return verifyAdam(*this); }
LogicalResult AdamWOp::verify() { return verifyAdam(*this); }

LogicalResult LAMBOp::verify() {
  if (getProbe()) // lamb_c1
    return emitOpError("expected no probe: the step depends on norms that are "
                       "known after the moments are stored");
  return verifyAdam(*this);
}

LogicalResult LionOp::verify() {
  if (getOrder() == OptimizerOrder::Apex) // lion_c1
    return emitOpError("expected the order torch or optax, but got apex");
  return verifyOptimizer(*this, {{"beta1", getBeta1(), true},
                                 {"beta2", getBeta2(), true},
                                 {"weight_decay", getWeightDecay(), false}});
}

LogicalResult AdagradOp::verify() {
  return verifyOptimizer(*this, {{"eps", getEps(), false},
                                 {"weight_decay", getWeightDecay(), false}});
}

LogicalResult RMSPropOp::verify() {
  return verifyOptimizer(*this, {{"alpha", getAlpha(), true},
                                 {"eps", getEps(), false},
                                 {"momentum", getMomentum(), true},
                                 {"weight_decay", getWeightDecay(), false}});
}

//===----------------------------------------------------------------------===//
// Destination style
//===----------------------------------------------------------------------===//

#define FP8_OPTIMIZER_OP(OP)                                                   \
  LogicalResult OP::inferReturnTypes(                                          \
      MLIRContext *, std::optional<Location>, ValueRange operands,             \
      DictionaryAttr attributes, OpaqueProperties properties,                  \
      RegionRange regions, SmallVectorImpl<Type> &types) {                     \
    OP::Adaptor adaptor(operands, attributes, properties, regions);            \
    llvm::append_range(types, adaptor.getInits().getTypes());                  \
    return success();                                                          \
  }                                                                            \
  /* Ops on tensors have no memory effects. */                                 \
  void OP::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &) {}     \
  Speculation::Speculatability OP::getSpeculatability() {                      \
    return Speculation::Speculatable;                                          \
  }                                                                            \
  bool OP::readsInit(OpOperand &init) {                                        \
    return UpdateOperands::ofOptimizer(*this).readsInit(                       \
        init.getOperandNumber() -                                              \
        getInitsMutable().begin()->getOperandNumber());                        \
  }

FP8_OPTIMIZER_OP(SGDOp)
FP8_OPTIMIZER_OP(AdamOp)
FP8_OPTIMIZER_OP(AdamWOp)
FP8_OPTIMIZER_OP(LionOp)
FP8_OPTIMIZER_OP(AdagradOp)
FP8_OPTIMIZER_OP(RMSPropOp)
FP8_OPTIMIZER_OP(LAMBOp)

#undef FP8_OPTIMIZER_OP
