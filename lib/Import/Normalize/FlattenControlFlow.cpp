//===- FlattenControlFlow.cpp - --fp8-flatten-control-flow ----------------===//

#include "ForwardSlices.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Import/Passes.h"
#include "fp8/Utils/ScatterLoop.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FLATTENCONTROLFLOWPASS
#include "fp8/Import/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static constexpr remark::RemarkOpts kRemark =
    remark::RemarkOpts::name("control-flow")
        .category("fp8-flatten-control-flow");

namespace {
/// Unrolls loops and converts branches to selects. Inserts the new ops before
/// the loop or branch. Folds integer ops while it clones them, because integers
/// determine slice positions and loop conditions.
class Flattener {
public:
  Flattener(MLIRContext *context, int64_t maxOps)
      : builder(context), maxOps(maxOps) {}

  /// Returns true if anything changed.
  bool run(Block &block);

private:
  bool flatten(Operation *op);
  bool flattenFor(scf::ForOp loop);
  bool flattenWhile(scf::WhileOp loop);
  bool flattenIf(scf::IfOp branch);
  bool keep(Operation *op, const Twine &reason);
  Value select(Location loc, Value flag, Value a, Value b);
  bool isTooLong(Operation *op, uint64_t trips);
  void replace(Operation *op, ValueRange values);
  SmallVector<Value> write(Block &block, ValueRange arguments,
                           IRMapping mapping = {});
  void writeOp(Operation &op, IRMapping &mapping);
  bool writeScalars(linalg::GenericOp generic, IRMapping &mapping);

  OpBuilder builder;
  int64_t maxOps;
  llvm::DenseMap<Operation *, uint64_t> sizes;
};

struct FlattenControlFlow
    : fp8::impl::FlattenControlFlowPassBase<FlattenControlFlow> {
  using FlattenControlFlowPassBase::FlattenControlFlowPassBase;

  void runOnOperation() override {
    Flattener flattener(&getContext(), maxOps);
    bool changed = false;
    getOperation().walk([&](func::FuncOp function) {
      if (!function.isExternal() && function.getBody().hasOneBlock())
        changed |= flattener.run(function.getBody().front());
    });
    // Clean up first, because this turns slice positions into constants.
    if (changed && failed(cleanUp()))
      return signalPassFailure();
    bool forwarded = forwardSlices(getOperation());
    if (forwarded && failed(cleanUp()))
      return signalPassFailure();
    if (!changed && !forwarded)
      markAllAnalysesPreserved();
  }

private:
  LogicalResult cleanUp() {
    OpPassManager cleanup(ModuleOp::getOperationName());
    cleanup.addPass(createCanonicalizerPass());
    cleanup.addPass(createCSEPass());
    return runPipeline(cleanup, getOperation());
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Clones a generic on rank-0 integer tensors as scalar ops, which can be
/// folded.
bool Flattener::writeScalars(linalg::GenericOp generic, IRMapping &mapping) {
  if (generic.getNumLoops() != 0 || !generic.hasPureTensorSemantics() ||
      !llvm::all_of(generic->getOperandTypes(), hasIntegers) ||
      !llvm::all_of(generic->getResultTypes(), hasIntegers))
    return false;
  IRMapping body;
  for (auto [argument, operand] : llvm::zip_equal(
           generic.getBody()->getArguments(), generic->getOperands()))
    body.map(argument, builder.createOrFold<tensor::ExtractOp>(
                           generic.getLoc(), mapping.lookupOrDefault(operand),
                           ValueRange()));
  for (Operation &op : generic.getBody()->without_terminator())
    writeOp(op, body);
  for (auto [result, value] :
       llvm::zip_equal(generic.getResults(),
                       generic.getBody()->getTerminator()->getOperands())) {
    Value scalar = body.lookupOrDefault(value);
    auto type = cast<RankedTensorType>(result.getType());
    IntegerAttr known;
    if (matchPattern(scalar, m_Constant(&known)))
      mapping.map(result, arith::ConstantOp::create(
                              builder, generic.getLoc(),
                              DenseElementsAttr::get(
                                  type, ArrayRef<Attribute>(known))));
    else
      mapping.map(result, tensor::FromElementsOp::create(
                              builder, generic.getLoc(), type, scalar));
  }
  return true;
}

void Flattener::writeOp(Operation &op, IRMapping &mapping) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op);
      generic && writeScalars(generic, mapping))
    return;
  Operation *clone = builder.clone(op, mapping);
  SmallVector<Value> folded;
  if (clone->getNumResults() == 0 || failed(builder.tryFold(clone, folded)) ||
      folded.empty())
    return;
  mapping.map(op.getResults(), folded);
  clone->erase();
}

/// Clones the ops of `block` and returns the operands of its terminator.
SmallVector<Value> Flattener::write(Block &block, ValueRange arguments,
                                    IRMapping mapping) {
  mapping.map(block.getArguments(), arguments);
  for (Operation &op : block.without_terminator())
    writeOp(op, mapping);
  return llvm::map_to_vector(
      block.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

//===----------------------------------------------------------------------===//
// Loops and branches
//===----------------------------------------------------------------------===//

bool Flattener::keep(Operation *op, const Twine &reason) {
  remark::missed(op->getLoc(), kRemark) << ("kept: " + reason).str();
  return false;
}

bool Flattener::isTooLong(Operation *op, uint64_t trips) {
  uint64_t &size = sizes[op];
  if (size == 0)
    op->walk([&](Operation *) { ++size; });
  return trips > static_cast<uint64_t>(std::max<int64_t>(maxOps, 0)) / size;
}

void Flattener::replace(Operation *op, ValueRange values) {
  remark::passed(op->getLoc(), kRemark) << "flattened";
  sizes.erase(op);
  op->replaceAllUsesWith(values);
  op->erase();
}

/// Returns true if `type` is a ranked tensor of static shape, and `flag` is a
/// scalar that selects all of its elements.
static bool hasOneFlag(Value flag, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && !isa<ShapedType>(flag.getType());
}

/// Creates a select, for which a scalar flag is splat to a tensor: upstream's
/// conversion of elementwise ops (LLVM 22.1) does not support a scalar
/// condition for tensors.
Value Flattener::select(Location loc, Value flag, Value a, Value b) {
  if (hasOneFlag(flag, a.getType())) {
    Type flags = cast<RankedTensorType>(a.getType()).clone(builder.getI1Type());
    flag = tensor::SplatOp::create(builder, loc, flags, flag);
  }
  return arith::SelectOp::create(builder, loc, flag, a, b);
}

bool Flattener::flattenFor(scf::ForOp loop) {
  APInt first, step;
  std::optional<APInt> trips = loop.getStaticTripCount();
  if (!trips || !matchPattern(loop.getLowerBound(), m_ConstantInt(&first)) ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)) ||
      (!loop.getUnsignedCmp() && !step.isStrictlyPositive()))
    return keep(loop, "its bounds are no constants");
  if (isTooLong(loop, trips->getLimitedValue()))
    return keep(loop, "its iterations have more ops than max-ops");
  builder.setInsertionPoint(loop);
  SmallVector<Value> values(loop.getInitArgs());
  APInt index = first;
  for (uint64_t trip = 0; trip < trips->getZExtValue(); ++trip, index += step) {
    SmallVector<Value> arguments = {arith::ConstantOp::create(
        builder, loop.getLoc(),
        builder.getIntegerAttr(loop.getInductionVar().getType(), index))};
    llvm::append_range(arguments, values);
    values = write(*loop.getBody(), arguments);
  }
  replace(loop, values);
  return true;
}

bool Flattener::flattenWhile(scf::WhileOp loop) {
  Operation *before = loop->getPrevNode();
  // If the loop is kept, erases the ops that were cloned from its regions. They
  // have no other users.
  auto keepLoop = [&](const Twine &reason) {
    while (loop->getPrevNode() != before)
      loop->getPrevNode()->erase();
    return keep(loop, reason);
  };
  builder.setInsertionPoint(loop);
  SmallVector<Value> values(loop.getInits());
  for (uint64_t trip = 0; !isTooLong(loop, trip); ++trip) {
    SmallVector<Value> passed = write(*loop.getBeforeBody(), values);
    std::optional<int64_t> goesOn = getConstantIntValue(passed.front());
    if (!goesOn)
      return keepLoop("its condition is not a constant");
    passed.erase(passed.begin());
    if (*goesOn == 0) {
      replace(loop, passed);
      return true;
    }
    values = write(*loop.getAfterBody(), passed);
  }
  return keepLoop("its iterations have more ops than max-ops");
}

bool Flattener::flattenIf(scf::IfOp branch) {
  if (branch.getNumResults() == 0)
    return false;
  builder.setInsertionPoint(branch);
  if (std::optional<int64_t> known =
          getConstantIntValue(branch.getCondition())) {
    replace(branch, write(*known ? *branch.thenBlock() : *branch.elseBlock(),
                          ValueRange()));
    return true;
  }
  SmallVector<Value> yes = write(*branch.thenBlock(), ValueRange());
  SmallVector<Value> no = write(*branch.elseBlock(), ValueRange());
  SmallVector<Value> selected;
  for (auto [a, b] : llvm::zip_equal(yes, no))
    selected.push_back(
        a == b ? a : select(branch.getLoc(), branch.getCondition(), a, b));
  replace(branch, selected);
  return true;
}

bool Flattener::flatten(Operation *op) {
  // Unrolling runs each op exactly as often as the loop, but a select runs the
  // ops of both branches. The ops of a branch must therefore be pure.
  if (isa<scf::IfOp>(op) ? !isPure(op) : !isMemoryEffectFree(op))
    return keep(op, "it has side effects");
  if (auto loop = dyn_cast<scf::ForOp>(op))
    // Keep loops that match fp8.scatter_add.
    return !ScatterLoop(loop).match().empty() && flattenFor(loop);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return flattenWhile(loop);
  return flattenIf(cast<scf::IfOp>(op));
}

bool Flattener::run(Block &block) {
  bool changed = false;
  for (Operation *op = &block.front(); op;) {
    Operation *next = op->getNextNode();
    if (auto choice = dyn_cast<arith::SelectOp>(op);
        choice && hasOneFlag(choice.getCondition(), choice.getType())) {
      builder.setInsertionPoint(op);
      replace(op, select(op->getLoc(), choice.getCondition(),
                         choice.getTrueValue(), choice.getFalseValue()));
      changed = true;
    } else if (isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op)) {
      // Continue with the inserted ops, which may contain further loops and
      // branches.
      Operation *before = op->getPrevNode();
      if (flatten(op)) {
        changed = true;
        next = before ? before->getNextNode() : &block.front();
      }
    }
    op = next;
  }
  return changed;
}
