//===- LateNorm.cpp - --fp8-late-norm -------------------------------------===//

#include "../Storage/StepSignature.h"
#include "ValueAtZero.h"
#include "fp8/Analysis/Constants.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Entry.h"
#include "fp8/Analysis/Operands.h"
#include "fp8/IR/ArithmeticBuilder.h"
#include "fp8/Training/Passes.h"
#include "fp8/Utils/FreeName.h"
#include "fp8/Utils/FunctionUses.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

#include <cmath>
#include <limits>
#include <optional>

namespace mlir::fp8 {
#define GEN_PASS_DEF_LATENORMPASS
#include "fp8/Training/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static constexpr StringLiteral kNormName = "fp8.grad_norm";
static constexpr remark::RemarkOpts kRemark =
    remark::RemarkOpts::name("step").category("fp8-late-norm");

namespace {
/// Finds the norm by which updates clip: the ops on paths from gradients to the
/// scalar operands of updates.
class NormFinder {
public:
  explicit NormFinder(func::FuncOp func) : block(func.front()) {}

  /// Finds these ops. Returns false if no scalar of an update depends on
  /// gradients.
  bool run();
  /// Returns the single value through which all these scalars depend on
  /// gradients, or null if there is no such value.
  Value getNorm() const { return norm; }
  /// Returns true if `use` is on a path from gradients to a scalar of an
  /// update. The skip condition of an update is not on such a path.
  bool isOnTheWay(OpOperand &use) const {
    Operation *op = use.getOwner();
    if (auto update = dyn_cast<UpdateOp>(op))
      return readers.contains(op) && isScalar(update, use);
    return nodes.contains(op);
  }
  /// Returns the updates whose scalars depend on gradients.
  ArrayRef<Operation *> getReaders() const { return readers.getArrayRef(); }

private:
  static bool isScalar(UpdateOp update, OpOperand &use);
  void findMeasured();
  void findNodes();
  Value findNorm() const;

  Block &block;
  /// The tensor inputs of updates, which are gradients, and the values computed
  /// from them.
  llvm::DenseSet<Value> measured;
  /// The ops with scalar results on these paths, and the updates that they lead
  /// to.
  llvm::SetVector<Operation *> nodes, readers;
  Value norm;
};
} // namespace

static bool hasNoDims(Value value) {
  auto shaped = dyn_cast<ShapedType>(value.getType());
  return !shaped || (shaped.hasRank() && shaped.getRank() == 0);
}

bool NormFinder::isScalar(UpdateOp update, OpOperand &use) {
  OperandRange scalars = update.getScalars();
  unsigned first = scalars.getBeginOperandIndex();
  return use.getOperandNumber() >= first &&
         use.getOperandNumber() < first + scalars.size();
}

/// Returns true if the result of `op` only tells whether values are finite, or
/// whether they are NaN. Such a test protects the states from this step's
/// gradients, so it never reads the norm of the previous step.
static bool isFinitenessTest(Operation *op) {
  if (op->getNumResults() != 1 ||
      !getElementTypeOrSelf(op->getResult(0).getType()).isInteger(1))
    return false;
  auto isInfinity = [](Value value) {
    std::optional<double> number = matchFloat(getOutside(value));
    return number && std::isinf(*number);
  };
  bool hasTest = false, hasOther = false;
  op->walk([&](arith::CmpFOp compare) {
    Value x = compare.getLhs(), y = compare.getRhs();
    (x == y || isInfinity(x) || isInfinity(y) ? hasTest : hasOther) = true;
  });
  op->walk([&](Operation *nested) {
    hasTest |= isa<math::IsFiniteOp, math::IsInfOp, math::IsNaNOp>(nested);
  });
  return hasTest && !hasOther;
}

void NormFinder::findMeasured() {
  for (auto update : block.getOps<UpdateOp>())
    for (Value input : update.getInputs())
      if (input.getDefiningOp() && !hasNoDims(input))
        measured.insert(input);
  for (Operation &op : block) {
    // Do not continue through updates: a value computed from new states is not
    // a norm of gradients.
    if (!isa<UpdateOp>(op) && !isFinitenessTest(&op) && readsAny(&op, measured))
      measured.insert_range(op.getResults());
  }
}

void NormFinder::findNodes() {
  auto add = [&](Value value) {
    if (measured.contains(value) && hasNoDims(value))
      nodes.insert(value.getDefiningOp());
  };
  for (auto update : block.getOps<UpdateOp>()) {
    size_t before = nodes.size();
    bool isReader = false;
    for (Value scalar : update.getScalars()) {
      isReader |= measured.contains(scalar);
      add(scalar);
    }
    if (isReader || nodes.size() != before)
      readers.insert(update);
  }
  for (size_t i = 0; i < nodes.size(); ++i)
    llvm::for_each(nodes[i]->getOperands(), add);
}

/// Returns the norm, or null. Visits the ops on the paths in program order and
/// tracks the results with readers that are not yet visited. If there is one
/// such result after the last op that reads tensors, all later scalars depend
/// on it.
Value NormFinder::findNorm() const {
  unsigned numTensorOps = llvm::count_if(nodes, [](Operation *op) {
    return !llvm::all_of(op->getOperands(), hasNoDims);
  });
  llvm::SmallSetVector<Value, 8> open;
  llvm::SmallDenseSet<Operation *> done;
  for (Operation &op : block) {
    if (!nodes.contains(&op))
      continue;
    done.insert(&op);
    open.insert_range(op.getResults());
    open.remove_if([&](Value value) {
      return llvm::all_of(value.getUses(), [&](OpOperand &use) {
        return !isOnTheWay(use) || done.contains(use.getOwner());
      });
    });
    numTensorOps -= !llvm::all_of(op.getOperands(), hasNoDims);
    if (numTensorOps == 0 && open.size() == 1)
      return open.front();
  }
  return {};
}

/// Returns true if `op` computes only the square root of a scalar. It may be a
/// `linalg.generic` without loops, as frontends write it.
static bool isSquareRoot(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return isa<math::SqrtOp>(op);
  if (generic.getNumLoops() != 0 || generic->getNumResults() != 1)
    return false;
  Value yielded = generic.getBody()->getTerminator()->getOperand(0);
  auto root = yielded.getDefiningOp<math::SqrtOp>();
  return root && isa<BlockArgument>(root.getOperand()) &&
         generic.getBody()->getOperations().size() == 2;
}

bool NormFinder::run() {
  findMeasured();
  findNodes();
  if (nodes.empty())
    return false;
  norm = findNorm();
  // If only a square root reads the value, the root is the norm.
  while (norm) {
    llvm::SmallSetVector<Operation *, 4> users;
    for (OpOperand &use : norm.getUses())
      if (isOnTheWay(use))
        users.insert(use.getOwner());
    if (users.size() != 1 || !isSquareRoot(users.front()))
      break;
    norm = users.front()->getResult(0);
  }
  return true;
}

/// Creates the norm that the next step uses for clipping. If the step is
/// skipped or its norm is not finite, this is the norm that the step received.
static Value createKeptNorm(func::FuncOp func, const NormFinder &finder,
                            Value late) {
  Value norm = finder.getNorm();
  ArithmeticBuilder b(norm.getLoc(), func.front().getTerminator());
  float inf = std::numeric_limits<float>::infinity();
  auto type = RankedTensorType::get({}, b.getI1Type());
  Value isSmall = b.less(norm, inf), isLarge = b.above(norm, -inf);
  Value kept = b.select(b.andBits(isSmall, isLarge), norm, late);
  llvm::SmallSetVector<Value, 1> skips;
  for (Operation *reader : finder.getReaders())
    if (Value skip = cast<UpdateOp>(reader).getSkip())
      skips.insert(skip);
  for (Value skip : skips)
    kept = b.select(tensor::FromElementsOp::create(b, type, skip), late, kept);
  return kept;
}

/// Computes the scalars of updates from `late` instead of the norm. Copies the
/// ops between the norm and the updates, because their other readers, such as
/// skip conditions and results of the step, need the norm of this step.
static void computeFromLate(func::FuncOp func, const NormFinder &finder,
                            Value late) {
  IRMapping mapping;
  mapping.map(finder.getNorm(), late);
  SmallVector<Operation *> originals;
  for (Operation &op : llvm::make_early_inc_range(func.front())) {
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : op.getOpOperands())
      if (finder.isOnTheWay(use) && mapping.contains(use.get()))
        uses.push_back(&use);
    if (uses.empty())
      continue;
    if (isa<UpdateOp>(op)) {
      for (OpOperand *use : uses)
        use->set(mapping.lookup(use->get()));
      continue;
    }
    OpBuilder b(&op);
    b.clone(op, mapping);
    originals.push_back(&op);
  }
  for (Operation *op : llvm::reverse(originals))
    if (isOpTriviallyDead(op))
      op->erase();
}

/// Makes the step clip by the norm that it receives, and return its own norm.
static void delayNorm(func::FuncOp func, const NormFinder &finder) {
  auto type = RankedTensorType::get({}, Float32Type::get(func.getContext()));
  SignatureBuilder signature(func);
  StatePlane plane{StatePlane::Role::Main, getFreeName(func, kNormName),
                   StateKind::Moment, type, 0.0f};
  Value late = signature.addArgument(plane);
  computeFromLate(func, finder, late);
  signature.addResult(plane, createKeptNorm(func, finder, late));
  signature.finish();
}

/// Checks that updates stay bounded if the norm is 0, its initial value.
static LogicalResult checkClip(const NormFinder &finder) {
  ValueAtZero evaluator(finder.getNorm());
  for (Operation &op : *finder.getReaders().front()->getBlock())
    if (isFinitenessTest(&op))
      evaluator.setUndetermined(op.getResult(0));
  for (Operation *reader : finder.getReaders()) {
    Operation *origin = evaluator.findUnbounded(cast<UpdateOp>(reader));
    if (!origin)
      continue;
    InFlightDiagnostic diag =
        reader->emitError("expected updates to be bounded if the norm of "
                          "gradients is 0, as it is "
                          "in the first step, but this update is not");
    diag.attachNote(origin->getLoc()) << "computed here";
    diag.attachNote(finder.getNorm().getLoc())
        << "from this norm; supported are the minimum of a bounded value and a "
           "quotient by the norm, a select by a comparison of the norm with "
           "constants, and a quotient by the maximum of the norm and 1";
    return diag;
  }
  return success();
}

namespace {
struct LateNorm : fp8::impl::LateNormPassBase<LateNorm> {
  using LateNormPassBase::LateNormPassBase;

  void runOnOperation() override {
    FailureOr<SmallVector<func::FuncOp>> steps = findSteps(getOperation());
    if (failed(steps))
      return signalPassFailure();
    for (func::FuncOp step : *steps)
      if (failed(runOnStep(step)))
        return signalPassFailure();
    recordDone(getOperation(), getArgument());
  }

private:
  LogicalResult runOnStep(func::FuncOp step);
};
} // namespace

LogicalResult LateNorm::runOnStep(func::FuncOp step) {
  NormFinder finder(step);
  if (!finder.run()) {
    remark::missed(step.getLoc(), kRemark)
        << "@" + step.getName().str() +
               " is not changed: no scalar of an update depends on gradients";
    return success();
  }
  auto type = finder.getNorm()
                  ? dyn_cast<RankedTensorType>(finder.getNorm().getType())
                  : RankedTensorType();
  if (!type || !type.getElementType().isF32()) {
    InFlightDiagnostic diag = finder.getReaders().front()->emitError(
        "expected the scalars of updates to depend on gradients "
        "through one "
        "tensor<f32>, their norm, but ");
    if (finder.getNorm())
      diag << "it is " << finder.getNorm().getType();
    else
      diag << "there are several";
    diag.attachNote() << "supported are gradients that are clipped by one "
                         "global norm";
    return diag;
  }
  if (failed(checkClip(finder)) ||
      failed(verifyNoUsesOfSteps(step, getArgument())))
    return failure();
  remark::passed(finder.getNorm().getLoc(), kRemark)
      << "updates of @" + step.getName().str() +
             " clip by the norm of the previous step, '" + kNormName.str() +
             "'";
  delayNorm(step, finder);
  return success();
}
