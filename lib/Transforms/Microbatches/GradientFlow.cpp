//===- GradientFlow.cpp - what depends on gradients, and how --------------===//

#include "GradientFlow.h"

#include "../BatchArguments.h"
#include "fp8/Analysis/Contraction.h"
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

static bool isProduct(Operation *op) {
  return isa<ContractOp>(op) || matchContraction(op);
}

/// Contractions of the forward that no other one of it depends on.
static llvm::DenseSet<Operation *> findLastContractions(Block &block,
                                                        const Loss &loss) {
  llvm::DenseSet<Operation *> last;
  // What a contraction depends on.
  llvm::DenseSet<Value> leading;
  for (Operation &op : llvm::reverse(block)) {
    if (!loss.forward.contains(&op))
      continue;
    bool leads = llvm::any_of(
        op.getResults(), [&](Value value) { return leading.contains(value); });
    bool isLast = !leads && isProduct(&op);
    if (isLast)
      last.insert(&op);
    if (leads || isLast)
      op.walk([&](Operation *nested) {
        leading.insert(nested->operand_begin(), nested->operand_end());
      });
  }
  return last;
}

GradientFlow::GradientFlow(Block &block, const Loss &loss,
                           const llvm::DenseSet<Value> &varying,
                           const llvm::DenseSet<Value> &gradients,
                           const llvm::DenseSet<Operation *> &learning,
                           GradientSource source) {
  llvm::DenseSet<Operation *> last;
  if (source == GradientSource::LastContractions)
    last = findLastContractions(block, loss);
  Recomputation recomputed;
  recomputed.compute(block, loss.forward);
  // What derives from the results of the forward. Products of data alone, such
  // as those of a head that the loss does not read, are no gradients, and
  // neither are those that nobody learns from, as a covariance that is
  // measured.
  llvm::DenseSet<Value> following;
  auto isSource = [&](Value value) {
    Operation *op = recomputed.getOriginal(value).getDefiningOp();
    return op && varying.contains(value) &&
           (source == GradientSource::Forward ? loss.forward.contains(op)
                                              : last.contains(op));
  };
  auto isBackwardContraction = [&](Operation &op) {
    return isProduct(&op) && !loss.forward.contains(&op) &&
           learning.contains(&op) &&
           recomputed.getOriginal(op.getResult(0)) == op.getResult(0) &&
           readsAny(&op, following);
  };
  for (BlockArgument arg : block.getArguments())
    if (gradients.contains(arg))
      degrees[arg] = Degree::Linear;
  for (Operation &op : block.without_terminator()) {
    if (isa<UpdateOp, UpdateScalesOp>(op)) {
      for (Value result : op.getResults())
        degrees[result] = Degree::Nonlinear;
      continue;
    }
    for (Value result : op.getResults())
      if (isSource(result))
        following.insert(result);
    if (readsAny(&op, following))
      following.insert(op.result_begin(), op.result_end());
    visit(&op);
    bool begins = isBackwardContraction(op);
    for (Value result : op.getResults())
      if (getDegree(result) == Degree::None && varying.contains(result) &&
          (begins || gradients.contains(result)))
        degrees[result] = Degree::Linear;
  }
}

bool GradientFlow::readsGradients(Operation *op) const {
  return op
      ->walk([&](Operation *nested) {
        return llvm::any_of(nested->getOperands(),
                            [&](Value operand) {
                              return getDegree(operand) != Degree::None;
                            })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
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

/// A flag that depends on gradients picks by them.
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

/// What the body gives is what the next iteration, or the next element of a
/// reduction, reads.
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
  // What is measured, next to what is computed.
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
        // Where the source is read does not depend on gradients.
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
      // A scale is chosen for the values, and undone.
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
      .Case([&](ScatterAddOp scatter) {
        return addDegrees(ofValue(scatter.getUpdates()),
                          ofValue(scatter.getInit()));
      })
      .Default([](Operation *) { return Degree::Nonlinear; });
}
