//===- OptimizerRules.cpp - formulas of one optimizer step ----------------===//

#include "OptimizerRules.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static Value constant(ExpansionBuilder &e, APFloat value) {
  return e.f32(static_cast<float>(value.convertToDouble()));
}

/// Returns `1 - value`, computed in f64 and rounded to f32.
static float getComplement(APFloat value) {
  return static_cast<float>(1.0 - value.convertToDouble());
}

/// Emits `a + factor * b`, or returns `a` if `factor` is 0.
static Value addScaled(ExpansionBuilder &e, Value a, APFloat factor, Value b) {
  if (factor.isZero())
    return a;
  return e.add(a, e.mul(constant(e, factor), b));
}

/// Emits `mean + (1 - weight) * (value - mean)` in the operation order of
/// PyTorch's lerp, which starts from the nearer of the two ends.
static Value interpolate(ExpansionBuilder &e, Value mean, Value value,
                         APFloat weight) {
  float part = getComplement(weight);
  Value way = e.sub(value, mean);
  if (part < 0.5f)
    return e.add(mean, e.mul(e.f32(part), way));
  return e.sub(value, e.mul(e.f32(1.0f - part), way));
}

/// Emits `weight * mean + (1 - weight) * value`.
static Value average(ExpansionBuilder &e, Value mean, Value value,
                     APFloat weight) {
  return e.add(e.mul(constant(e, weight), mean),
               e.mul(e.f32(getComplement(weight)), value));
}

/// Emits `weight * mean + ((1 - weight) * value) * value`.
static Value averageSquare(ExpansionBuilder &e, Value mean, Value value,
                           APFloat weight) {
  Value part = e.mul(e.f32(getComplement(weight)), value);
  return e.add(e.mul(constant(e, weight), mean), e.mul(part, value));
}

/// Emits `w * (1 - lr * decay)`, or returns `w` if the decay is 0.
static Value decay(ExpansionBuilder &e, Value parameter, Value lr,
                   APFloat factor) {
  if (factor.isZero())
    return parameter;
  Value kept = e.sub(e.f32(1.0f), e.mul(lr, constant(e, factor)));
  return e.mul(parameter, kept);
}

static Value divideUnless(ExpansionBuilder &e, Value value, Value divisor) {
  return divisor ? e.div(value, divisor) : value;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

SmallVector<Value> fp8::emitStep(SGDOp op, ExpansionBuilder &e,
                                 const OptimizerElement &x) {
  Value w = x.states[0];
  Value d = addScaled(e, x.gradient, op.getWeightDecay(), w);
  SmallVector<Value> fresh = {Value()};
  if (!op.getMomentum().isZero()) {
    Value part = op.getDampening().isZero()
                     ? d
                     : e.mul(e.f32(getComplement(op.getDampening())), d);
    Value b = e.add(e.mul(constant(e, op.getMomentum()), x.states[1]), part);
    d = op.getNesterov() ? addScaled(e, d, op.getMomentum(), b) : b;
    fresh.push_back(b);
  }
  fresh[0] = e.sub(w, e.mul(x.lr, d));
  return fresh;
}

/// Emits Adam in any of the three operation orders. Weight decay is added to
/// the gradient or, if `isDecoupled`, applied to the parameter.
template <typename OpTy>
static SmallVector<Value> emitAdam(OpTy op, ExpansionBuilder &e,
                                   const OptimizerElement &x,
                                   bool isDecoupled) {
  APFloat decayFactor = op.getWeightDecay();
  bool isTorch = op.getOrder() == OptimizerOrder::Torch;
  Value w = x.states[0];
  Value g = isDecoupled ? x.gradient : addScaled(e, x.gradient, decayFactor, w);
  if (isDecoupled && isTorch)
    w = decay(e, w, x.lr, decayFactor);
  Value m = isTorch ? interpolate(e, x.states[1], g, op.getBeta1())
                    : average(e, x.states[1], g, op.getBeta1());
  Value v = op.getOrder() == OptimizerOrder::Optax
                ? average(e, x.states[2], e.mul(g, g), op.getBeta2())
                : averageSquare(e, x.states[2], g, op.getBeta2());
  Value eps = constant(e, op.getEps());
  if (isTorch) {
    Value root = e.sqrt(v);
    if (x.correction2)
      root = e.div(root, e.sqrt(x.correction2));
    Value rate = divideUnless(e, x.lr, x.correction1);
    Value u = e.div(e.mul(rate, m), e.add(root, eps));
    return {e.sub(w, u), m, v};
  }
  Value root = e.sqrt(divideUnless(e, v, x.correction2));
  Value u = e.div(divideUnless(e, m, x.correction1), e.add(root, eps));
  if (isDecoupled)
    u = addScaled(e, u, decayFactor, w);
  return {e.sub(w, e.mul(x.lr, u)), m, v};
}

SmallVector<Value> fp8::emitStep(AdamOp op, ExpansionBuilder &e,
                                 const OptimizerElement &x) {
  return emitAdam(op, e, x, /*isDecoupled=*/false);
}

SmallVector<Value> fp8::emitStep(AdamWOp op, ExpansionBuilder &e,
                                 const OptimizerElement &x) {
  return emitAdam(op, e, x, /*isDecoupled=*/true);
}

SmallVector<Value> fp8::emitStep(LionOp op, ExpansionBuilder &e,
                                 const OptimizerElement &x) {
  APFloat decayFactor = op.getWeightDecay();
  bool isTorch = op.getOrder() == OptimizerOrder::Torch;
  Value w = x.states[0], m = x.states[1], g = x.gradient;
  if (isTorch)
    w = decay(e, w, x.lr, decayFactor);
  Value mixed = average(e, m, g, op.getBeta1());
  Value zero = e.f32(0.0f);
  // The sign function returns zeros and NaN unchanged.
  Value negative = e.select(e.lt(mixed, zero), e.f32(-1.0f), mixed);
  Value u = e.select(e.gt(mixed, zero), e.f32(1.0f), negative);
  if (!isTorch)
    u = addScaled(e, u, decayFactor, w);
  return {e.sub(w, e.mul(x.lr, u)), average(e, m, g, op.getBeta2())};
}

SmallVector<Value> fp8::emitStep(AdagradOp op, ExpansionBuilder &e,
                                 const OptimizerElement &x) {
  Value w = x.states[0];
  Value g = addScaled(e, x.gradient, op.getWeightDecay(), w);
  Value s = e.add(x.states[1], e.mul(g, g));
  Value root = e.add(e.sqrt(s), constant(e, op.getEps()));
  return {e.sub(w, e.div(e.mul(x.lr, g), root)), s};
}

SmallVector<Value> fp8::emitStep(RMSPropOp op, ExpansionBuilder &e,
                                 const OptimizerElement &x) {
  bool hasMomentum = !op.getMomentum().isZero();
  Value w = x.states[0];
  Value g = addScaled(e, x.gradient, op.getWeightDecay(), w);
  Value v = averageSquare(e, x.states[1], g, op.getAlpha());
  Value mean, variance = v;
  if (op.getCentered()) {
    mean = interpolate(e, x.states.back(), g, op.getAlpha());
    variance = e.sub(v, e.mul(mean, mean));
  }
  Value root = e.add(e.sqrt(variance), constant(e, op.getEps()));
  SmallVector<Value> fresh = {Value(), v};
  if (hasMomentum) {
    Value b = e.add(e.mul(constant(e, op.getMomentum()), x.states[2]),
                    e.div(g, root));
    fresh[0] = e.sub(w, e.mul(x.lr, b));
    fresh.push_back(b);
  } else {
    fresh[0] = e.sub(w, e.div(e.mul(x.lr, g), root));
  }
  if (mean)
    fresh.push_back(mean);
  return fresh;
}

std::pair<Value, Value> fp8::emitMoments(LAMBOp op, ExpansionBuilder &e,
                                         const OptimizerElement &x) {
  Value g = x.gradient;
  return {average(e, x.states[1], g, op.getBeta1()),
          average(e, x.states[2], e.mul(g, g), op.getBeta2())};
}

Value fp8::emitDirection(LAMBOp op, ExpansionBuilder &e,
                         const OptimizerElement &x) {
  Value root = e.sqrt(divideUnless(e, x.states[2], x.correction2));
  Value u = e.div(divideUnless(e, x.states[1], x.correction1),
                  e.add(root, constant(e, op.getEps())));
  return addScaled(e, u, op.getWeightDecay(), x.states[0]);
}

Value fp8::emitScaledStep(ExpansionBuilder &e, Value parameter, Value lr,
                          Value direction, Value parameterSum,
                          Value directionSum) {
  Value zero = e.f32(0.0f);
  Value isZero = e.orb(e.eq(parameterSum, zero), e.eq(directionSum, zero));
  Value ratio = e.div(e.sqrt(parameterSum), e.sqrt(directionSum));
  ratio = e.select(isZero, e.f32(1.0f), ratio);
  return e.sub(parameter, e.mul(lr, e.mul(ratio, direction)));
}
