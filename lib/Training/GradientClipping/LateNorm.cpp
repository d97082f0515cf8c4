//===- LateNorm.cpp - --fp8-late-norm -------------------------------------===//

#include "../Storage/StepSignature.h"
#include "ValueAtZero.h"
#include "fp8/Analysis/Entry.h"
#include "fp8/Analysis/Operands.h"
#include "fp8/IR/ArithmeticBuilder.h"
#include "fp8/Training/Passes.h"
#include "fp8/Utils/FreeName.h"
#include "fp8/Utils/FunctionUses.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SetVector.h"

#include <limits>

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
  /// Returns true if `op` is on a path from the norm to an update.
  bool isOnTheWay(Operation *op) const {
    return isa<UpdateOp>(op) ? readers.contains(op) : nodes.contains(op);
  }
  /// Returns the updates whose scalars depend on gradients.
  ArrayRef<Operation *> getReaders() const { return readers.getArrayRef(); }

private:
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

void NormFinder::findMeasured() {
  for (auto update : block.getOps<UpdateOp>())
    for (Value input : update.getInputs())
      if (input.getDefiningOp() && !hasNoDims(input))
        measured.insert(input);
  for (Operation &op : block) {
    // Do not continue through updates: a value computed from new states is not
    // a norm of gradients.
    if (!isa<UpdateOp>(op) && readsAny(&op, measured))
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
      return llvm::all_of(value.getUsers(), [&](Operation *user) {
        return !isOnTheWay(user) || done.contains(user);
      });
    });
    numTensorOps -= !llvm::all_of(op.getOperands(), hasNoDims);
    if (numTensorOps == 0 && open.size() == 1)
      return open.front();
  }
  return {};
}

bool NormFinder::run() {
  findMeasured();
  findNodes();
  if (nodes.empty())
    return false;
  norm = findNorm();
  // If only a square root reads the value, the root is the norm.
  while (norm) {
    SmallVector<Operation *> users;
    llvm::copy_if(norm.getUsers(), std::back_inserter(users),
                  [&](Operation *user) { return isOnTheWay(user); });
    if (users.size() != 1 || !isa<math::SqrtOp>(users.front()))
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

/// Makes the step clip by the norm that it receives, and return its own norm.
static void delayNorm(func::FuncOp func, const NormFinder &finder) {
  Value norm = finder.getNorm();
  auto type = RankedTensorType::get({}, Float32Type::get(func.getContext()));
  SignatureBuilder signature(func);
  StatePlane plane{StatePlane::Role::Main, getFreeName(func, kNormName),
                   StateKind::Moment, type, 0.0f};
  Value late = signature.addArgument(plane);
  norm.replaceUsesWithIf(
      late, [&](OpOperand &use) { return finder.isOnTheWay(use.getOwner()); });
  signature.addResult(plane, createKeptNorm(func, finder, late));
  signature.finish();
}

/// Checks that updates stay bounded if the norm is 0, its initial value.
static LogicalResult checkClip(const NormFinder &finder) {
  ValueAtZero evaluator(finder.getNorm());
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
