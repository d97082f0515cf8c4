//===- GradientFlow.cpp - dependence of values on gradients ---------------===//

#include "GradientFlow.h"

#include "../BatchArguments.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/Recomputation.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::fp8;

using Degree = GradientDegree;

static Degree addDegrees(Degree a, Degree b) { return std::max(a, b); }

static Degree multiplyDegrees(Degree a, Degree b) {
  return a != Degree::None && b != Degree::None ? Degree::Nonlinear
                                                : std::max(a, b);
}

/// Returns the last contractions of the forward pass: the contractions that no
/// other contraction of the forward pass depends on.
static llvm::DenseSet<Operation *>
findLastContractions(Block &block, const llvm::DenseSet<Operation *> &forward) {
  llvm::DenseSet<Operation *> last;
  // Values that a forward contraction found so far depends on.
  llvm::DenseSet<Value> leading;
  for (Operation &op : llvm::reverse(block)) {
    if (!forward.contains(&op))
      continue;
    bool leads = llvm::any_of(
        op.getResults(), [&](Value value) { return leading.contains(value); });
    bool isLast = !leads && isContraction(&op);
    if (isLast)
      last.insert(&op);
    if (leads || isLast)
      op.walk([&](Operation *nested) {
        leading.insert(nested->operand_begin(), nested->operand_end());
      });
  }
  return last;
}

/// Returns true if `op` reads a value that depends on a batch and is either
/// free of gradients or separate per example.
bool GradientFlow::readsData(Operation *op) {
  return anyOperand(op, [&](Value operand) {
    return values.varying.contains(operand) && !meetings.contains(operand) &&
           (getDegree(operand) == Degree::None || dims.isPerExample(operand));
  });
}

/// Adds `value` to the meetings. Also adds the values that it is a
/// rearrangement or cast of, because other ops may read them in another layout.
void GradientFlow::addMeeting(Value value) {
  while (value && meetings.insert(value) && value.getDefiningOp()) {
    value = getMovedSource(value.getDefiningOp(), Move::Recode);
    if (!value || getDegree(value) != Degree::Nonlinear)
      return;
  }
}

/// Returns true if `op` reads `value` as the scale of codes. The scale cancels
/// when the codes are decoded, so it does not make the result nonlinear.
static bool isScaleOf(Operation *op, Value value) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](QuantizeOp quantize) { return value == quantize.getScale(); })
      .Case([&](DequantizeOp dequantize) {
        return value == dequantize.getScaleInv();
      })
      .Case([&](ContractOp contract) {
        return value == contract.getLhsScaleInv() ||
               value == contract.getRhsScaleInv();
      })
      .Default(false);
}

/// Returns true if `op` reads per-example data, or broadcasts a value without
/// an example dimension over all examples.
bool GradientFlow::meetsExamples(Operation *op) {
  bool readsData = false, readsExamples = false;
  forEachOperand(op, [&](Value operand) {
    if (!values.varying.contains(operand) || !dims.isPerExample(operand))
      return;
    readsExamples = true;
    readsData |= getDegree(operand) == Degree::None;
  });
  return readsData ||
         (!readsExamples && llvm::any_of(op->getResults(), [&](Value result) {
           return dims.isPerExample(result);
         }));
}

/// Visits an op that may read a value computed once per step. Where the op
/// combines such a value with data, the value counts as a parameter, that is,
/// as free of gradients. Elsewhere it counts as a function of gradients, such
/// as an average of new weights.
void GradientFlow::readOnce(Operation *op) {
  if (meetsExamples(op))
    forEachOperand(op, [&](Value operand) {
      if (values.varying.contains(operand) &&
          getDegree(operand) == Degree::Nonlinear &&
          !dims.isPerExample(operand) && !isScaleOf(op, operand))
        addMeeting(operand);
    });
  Degree degree = readsData(op) ? Degree::None : Degree::Nonlinear;
  forEachOperand(op, [&](Value operand) {
    if (once.contains(operand) || meetings.contains(operand))
      degrees[operand] = degree;
  });
}

/// Returns true if `op` sums per-example values over examples.
bool GradientFlow::sumsExamples(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || linalgOp.getNumReductionLoops() == 0 ||
      op->getNumResults() != 1 || dims.isPerExample(op->getResult(0)))
    return false;
  Block &body = *linalgOp.getBlock();
  Value sum = body.getTerminator()->getOperand(0);
  Operation *add = sum.getDefiningOp<arith::AddFOp>();
  return add &&
         llvm::is_contained(add->getOperands(), body.getArguments().back()) &&
         llvm::any_of(linalgOp.getDpsInputs(),
                      [&](Value input) { return dims.isPerExample(input); });
}

GradientFlow::GradientFlow(const StepValues &values, BatchDims &dims,
                           GradientSource source)
    : values(values), dims(dims), once(values.settled) {
  llvm::DenseSet<Operation *> last;
  if (source == GradientSource::LastContractions)
    last = findLastContractions(values.block, values.forward);
  Recomputation recomputed;
  recomputed.compute(values.block, values.forward);
  // `following` has the values that depend on a source of gradients.
  // `followingLoss` has the values that depend on a source that the loss
  // depends on. A contraction computes a gradient only under two conditions. It
  // reads `following`, which excludes contractions of data alone. A parameter
  // depends on it, which excludes a measured covariance.
  llvm::DenseSet<Value> following, followingLoss;
  auto isSource = [&](Value value) {
    Operation *op = recomputed.getOriginal(value).getDefiningOp();
    return op && values.varying.contains(value) &&
           (source == GradientSource::Forward ? values.forward.contains(op)
                                              : last.contains(op));
  };
  // Gradients originate in contractions of the backward pass. A sum over
  // examples is linear, too, so a gradient can also originate there if the step
  // has several phases. In other steps, only the values that updates read are
  // gradients.
  auto isBackwardSource = [&](Operation &op) {
    bool isSum = !values.settled.empty() && readsAny(&op, followingLoss) &&
                 sumsExamples(&op);
    return (isSum || (isContraction(&op) && readsAny(&op, following))) &&
           !values.forward.contains(&op) && values.learning.contains(&op) &&
           recomputed.getOriginal(op.getResult(0)) == op.getResult(0);
  };
  auto isCarried = [&](UpdateOp update) {
    return llvm::any_of(values.carried, [&](const StatePair *pair) {
      Value next = values.block.getTerminator()->getOperand(pair->result);
      return next.getDefiningOp() == update;
    });
  };
  for (BlockArgument arg : values.block.getArguments())
    if (values.gradients.contains(arg))
      degrees[arg] = Degree::Linear;
  for (Operation &op : values.block.without_terminator()) {
    if (readsAny(&op, once) && !values.isVarying(&op)) {
      once.insert(op.result_begin(), op.result_end());
      continue;
    }
    if (isa<UpdateOp, UpdateScalesOp>(op)) {
      auto update = dyn_cast<UpdateOp>(op);
      if (!update || !isCarried(update))
        for (Value result : op.getResults())
          degrees[result] = Degree::Nonlinear;
      continue;
    }
    for (Value result : op.getResults())
      if (isSource(result)) {
        following.insert(result);
        if (values.ofLoss.contains(&op))
          followingLoss.insert(result);
      }
    for (llvm::DenseSet<Value> *set : {&following, &followingLoss})
      if (readsAny(&op, *set) && !values.isSettled(&op))
        set->insert(op.result_begin(), op.result_end());
    if (!once.empty())
      readOnce(&op);
    visitWithLoss(&op);
    bool begins = isBackwardSource(op);
    for (Value result : op.getResults())
      if (getDegree(result) == Degree::None &&
          values.varying.contains(result) &&
          (begins || values.gradients.contains(result)))
        degrees[result] = Degree::Linear;
  }
}

/// Visits an op. An op outside the forward pass may combine gradients with a
/// value that is computed from the loss, such as a learning rate. This value is
/// computed from the mean loss, so the result is nonlinear.
void GradientFlow::visitWithLoss(Operation *op) {
  SmallVector<Value> ofLoss;
  if (!values.forward.contains(op) && readsGradients(op))
    forEachOperand(op, [&](Value operand) {
      if (values.fromLoss.contains(operand) &&
          getDegree(operand) == Degree::None)
        ofLoss.push_back(operand);
    });
  for (Value value : ofLoss)
    degrees[value] = Degree::Nonlinear;
  visit(op);
  for (Value value : ofLoss)
    degrees[value] = Degree::None;
}

bool GradientFlow::readsGradients(Operation *op) const {
  return anyOperand(
      op, [&](Value operand) { return getDegree(operand) != Degree::None; });
}

void GradientFlow::visit(Operation *op) {
  if (!readsGradients(op))
    return;
  if (isa<linalg::LinalgOp>(op))
    return visitLinalg(op);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return visitBranch(branch);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return visitLoop(op, *loop.getBody(), loop.getInitArgs(),
                     loop.getRegionIterArgs());
  visitPlain(op);
}

void GradientFlow::visitBody(Block &body) {
  for (Operation &op : body.without_terminator())
    visit(&op);
}

/// Visits both branches. If the condition depends on gradients, the results do
/// so nonlinearly.
void GradientFlow::visitBranch(scf::IfOp branch) {
  bool isPicked = getDegree(branch.getCondition()) != Degree::None;
  for (Region &region : branch->getRegions()) {
    if (region.empty())
      continue;
    visitBody(region.front());
    for (auto [result, value] :
         llvm::zip(branch.getResults(),
                   region.front().getTerminator()->getOperands()))
      degrees[result] = isPicked
                            ? Degree::Nonlinear
                            : addDegrees(getDegree(result), getDegree(value));
  }
}

/// Visits a loop or reduction repeatedly until the degrees of its iteration
/// arguments no longer change.
void GradientFlow::visitLoop(Operation *loop, Block &body, ValueRange inits,
                             ValueRange iterArgs) {
  for (auto [init, arg] : llvm::zip_equal(inits, iterArgs))
    degrees[arg] = getDegree(init);
  for (bool changed = true; changed;) {
    changed = false;
    visitBody(body);
    for (auto [arg, next] :
         llvm::zip_equal(iterArgs, body.getTerminator()->getOperands())) {
      Degree degree = addDegrees(getDegree(arg), getDegree(next));
      changed |= degree != getDegree(arg);
      degrees[arg] = degree;
    }
  }
  for (auto [result, arg] : llvm::zip(loop->getResults(), iterArgs))
    degrees[result] = getDegree(arg);
}

void GradientFlow::visitLinalg(Operation *op) {
  auto linalgOp = cast<linalg::LinalgOp>(op);
  Block &body = *linalgOp.getBlock();
  SmallVector<Value> inits, iterArgs;
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument arg = linalgOp.getMatchingBlockArgument(&operand);
    if (!linalgOp.isDpsInit(&operand)) {
      degrees[arg] = getDegree(operand.get());
      continue;
    }
    inits.push_back(operand.get());
    iterArgs.push_back(arg);
  }
  bool readsInits =
      llvm::any_of(iterArgs, [](Value arg) { return !arg.use_empty(); });
  if (readsInits)
    return visitLoop(op, body, inits, iterArgs);
  visitBody(body);
  for (auto [result, value] :
       llvm::zip_equal(op->getResults(), body.getTerminator()->getOperands()))
    degrees[result] = getDegree(value);
}

void GradientFlow::visitPlain(Operation *op) {
  Degree degree = combine(op);
  for (Value result : op->getResults())
    degrees[result] = degree;
  // An amax and computed scales are nonlinear in the values that they measure.
  Value amax, scales;
  if (auto quantize = dyn_cast<QuantizeOp>(op)) {
    amax = quantize.getAmax();
    scales = quantize.getScaleInv();
  } else if (auto contract = dyn_cast<ContractOp>(op)) {
    amax = contract.getAmax();
  }
  for (Value measured : {amax, scales})
    if (measured)
      degrees[measured] = Degree::Nonlinear;
}

Degree GradientFlow::combine(Operation *op) const {
  auto of = [&](unsigned i) { return getDegree(op->getOperand(i)); };
  auto ofValue = [&](Value value) {
    return value ? getDegree(value) : Degree::None;
  };
  auto ofAll = [&] {
    Degree all = Degree::None;
    for (Value operand : op->getOperands())
      all = addDegrees(all, getDegree(operand));
    return all;
  };
  return llvm::TypeSwitch<Operation *, Degree>(op)
      .Case<arith::AddFOp, arith::SubFOp>([&](Operation *) { return ofAll(); })
      .Case<arith::NegFOp, arith::ExtFOp, arith::TruncFOp, ConvertOp,
            BarrierOp>([&](Operation *) { return of(0); })
      .Case([&](arith::MulFOp) { return multiplyDegrees(of(0), of(1)); })
      .Case([&](arith::DivFOp) {
        return of(1) == Degree::None ? of(0) : Degree::Nonlinear;
      })
      .Case([&](math::FmaOp) {
        return addDegrees(multiplyDegrees(of(0), of(1)), of(2));
      })
      .Case([&](arith::SelectOp) {
        return of(0) == Degree::None ? addDegrees(of(1), of(2))
                                     : Degree::Nonlinear;
      })
      .Case<tensor::CastOp, tensor::ConcatOp, tensor::ExpandShapeOp,
            tensor::CollapseShapeOp, tensor::SplatOp, tensor::FromElementsOp>(
          [&](Operation *) { return ofAll(); })
      .Case<tensor::ExtractOp, tensor::ExtractSliceOp, tensor::ReshapeOp,
            tensor::GatherOp>([&](Operation *) {
        // Reading at a position that depends on gradients is nonlinear.
        bool isMoved =
            llvm::any_of(op->getOperands().drop_front(), [&](Value operand) {
              return getDegree(operand) != Degree::None;
            });
        return isMoved ? Degree::Nonlinear : of(0);
      })
      .Case<tensor::InsertOp, tensor::InsertSliceOp>([&](Operation *) {
        bool isMoved =
            llvm::any_of(op->getOperands().drop_front(2), [&](Value operand) {
              return getDegree(operand) != Degree::None;
            });
        return isMoved ? Degree::Nonlinear : addDegrees(of(0), of(1));
      })
      .Case([&](tensor::PadOp pad) {
        return addDegrees(of(0), ofValue(pad.getConstantPaddingValue()));
      })
      // The scale is divided out when the codes are decoded, so it does not
      // affect linearity.
      .Case([&](QuantizeOp quantize) { return ofValue(quantize.getInput()); })
      .Case([&](DequantizeOp dequantize) {
        return ofValue(dequantize.getCodes());
      })
      .Case([&](ContractOp contract) {
        Degree sum = multiplyDegrees(ofValue(contract.getLhs()),
                                     ofValue(contract.getRhs()));
        sum = addDegrees(sum, ofValue(contract.getInit()));
        sum = addDegrees(sum, ofValue(contract.getBias()));
        return contract.getActivation() == Activation::None ? sum
                                                            : Degree::Nonlinear;
      })
      // The op is linear in the gradient of the output only.
      .Case([&](AttentionBackwardOp attention) {
        for (OpOperand &operand : op->getOpOperands())
          if (&operand != &attention.getGradMutable() &&
              getDegree(operand.get()) != Degree::None)
            return Degree::Nonlinear;
        return ofValue(attention.getGrad());
      })
      .Case([&](ScatterAddOp scatter) {
        return addDegrees(ofValue(scatter.getUpdates()),
                          ofValue(scatter.getInit()));
      })
      .Default([](Operation *) { return Degree::Nonlinear; });
}
