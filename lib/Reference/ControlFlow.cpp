//===- ControlFlow.cpp - calls, loops, branches and kernels ---------------===//

#include "ScalarProgram.h"

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

/// Maximum nesting depth of calls, which fits the stack of a thread with a wide
/// margin.
static constexpr unsigned kMaxCallDepth = 256;

/// Returns the values of `uses`, the operands of a terminator.
static SmallVector<Tensor> pass(ArrayRef<Use> uses, Frame &frame) {
  // Read all operands before any slot is cleared or written: a loop may permute
  // them.
  return llvm::map_to_vector(uses, [&](Use use) { return frame.pass(use); });
}

static void setAll(ArrayRef<unsigned> slots, SmallVector<Tensor> values,
                   Frame &frame) {
  for (auto [slot, value] : llvm::zip_equal(slots, values))
    frame.set(slot, std::move(value));
}

//===----------------------------------------------------------------------===//
// func
//===----------------------------------------------------------------------===//

static FailureOr<Step> compileCall(func::CallOp op, PlanCompiler &compiler) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, op.getCalleeAttr());
  if (!callee || callee.isExternal())
    return emitUnsupported(op,
                           " of '" + op.getCallee() + "', which has no body");
  return Step([loc = op.getLoc(), plan = compiler.getPlan(callee),
               operands = compiler.use(op, op.getOperands()),
               slots = compiler.define(op.getResults())](Frame &frame) {
    if (frame.getCallDepth() == kMaxCallDepth) {
      emitError(loc) << "expected calls nested at most " << kMaxCallDepth
                     << " deep, but there are more";
      return failure();
    }
    Frame inner(plan->numSlots, frame.getCallDepth() + 1, loc,
                frame.getSurroundings());
    setAll(plan->body.arguments, pass(operands, frame), inner);
    if (failed(plan->body.run(inner)))
      return failure();
    setAll(slots, pass(plan->body.results, inner), frame);
    return success();
  });
}

//===----------------------------------------------------------------------===//
// scf
//===----------------------------------------------------------------------===//

static FailureOr<Step> compileFor(scf::ForOp op, PlanCompiler &compiler) {
  FailureOr<BlockPlan> body = compiler.compileBlock(*op.getBody());
  if (failed(body))
    return failure();
  return Step([body = std::move(*body), loc = op.getLoc(),
               type = getTensorType(op.getInductionVar().getType()),
               isUnsigned = op.getUnsignedCmp(),
               width = getIntegerWidth(op.getInductionVar().getType()),
               lower = compiler.use(op, op.getLowerBound()),
               upper = compiler.use(op, op.getUpperBound()),
               step = compiler.use(op, op.getStep()),
               inits = compiler.use(op, op.getInitArgs()),
               slots = compiler.define(op.getResults())](Frame &frame) {
    // 128 bits suffice for signed and unsigned bounds, and for the step past
    // the end.
    auto read = [&](Use use) -> __int128 {
      uint64_t bits = loadBits(frame.read(use), 0);
      if (isUnsigned)
        return bits;
      return llvm::SignExtend64(bits, width);
    };
    __int128 end = read(upper), stride = read(step);
    if (stride <= 0) {
      emitError(loc) << "expected a positive step, but got "
                     << static_cast<int64_t>(stride);
      return failure();
    }
    __int128 i = read(lower);
    SmallVector<Tensor> values = pass(inits, frame);
    for (; i < end; i += stride) {
      FailureOr<MutableTensor> index = allocate(type, loc);
      if (failed(index))
        return failure();
      (*index)->setInt(0, static_cast<int64_t>(i));
      frame.set(body.arguments.front(), std::move(*index));
      setAll(ArrayRef(body.arguments).drop_front(), std::move(values), frame);
      if (failed(body.run(frame)))
        return failure();
      values = pass(body.results, frame);
    }
    setAll(slots, std::move(values), frame);
    return success();
  });
}

static FailureOr<Step> compileIf(scf::IfOp op, PlanCompiler &compiler) {
  std::array<BlockPlan, 2> branches;
  for (auto [branch, region] : llvm::zip_equal(branches, op->getRegions())) {
    if (region.empty())
      continue;
    FailureOr<BlockPlan> block = compiler.compileBlock(region.front());
    if (failed(block))
      return failure();
    branch = std::move(*block);
  }
  return Step([branches = std::move(branches),
               condition = compiler.use(op, op.getCondition()),
               slots = compiler.define(op.getResults())](Frame &frame) {
    const BlockPlan &branch = branches[frame.readInt(condition) ? 0 : 1];
    if (failed(branch.run(frame)))
      return failure();
    setAll(slots, pass(branch.results, frame), frame);
    return success();
  });
}

static FailureOr<Step> compileWhile(scf::WhileOp op, PlanCompiler &compiler) {
  FailureOr<BlockPlan> before = compiler.compileBlock(*op.getBeforeBody());
  if (failed(before))
    return failure();
  FailureOr<BlockPlan> after = compiler.compileBlock(*op.getAfterBody());
  if (failed(after))
    return failure();
  return Step([before = std::move(*before), after = std::move(*after),
               inits = compiler.use(op, op.getInits()),
               slots = compiler.define(op.getResults())](Frame &frame) {
    SmallVector<Tensor> values = pass(inits, frame);
    while (true) {
      setAll(before.arguments, std::move(values), frame);
      if (failed(before.run(frame)))
        return failure();
      // The operands of scf.condition: whether the loop continues, and the
      // forwarded values.
      bool goesOn = frame.readInt(before.results.front()) != 0;
      values = pass(ArrayRef(before.results).drop_front(), frame);
      if (!goesOn)
        break;
      setAll(after.arguments, std::move(values), frame);
      if (failed(after.run(frame)))
        return failure();
      values = pass(after.results, frame);
    }
    setAll(slots, std::move(values), frame);
    return success();
  });
}

//===----------------------------------------------------------------------===//
// fp8
//===----------------------------------------------------------------------===//

/// Compiles a kernel. Its body is evaluated on values, independent of the
/// target.
static FailureOr<Step> compileKernel(KernelOp op, PlanCompiler &compiler) {
  FailureOr<BlockPlan> body = compiler.compileBlock(op.getBody().front());
  if (failed(body))
    return failure();
  return Step([body = std::move(*body),
               operands = compiler.use(op, op->getOperands()),
               slots = compiler.define(op->getResults())](Frame &frame) {
    setAll(body.arguments, pass(operands, frame), frame);
    if (failed(body.run(frame)))
      return failure();
    SmallVector<Tensor> results = pass(body.results, frame);
    // Arguments that the body does not read would otherwise keep their memory
    // until the call returns.
    for (unsigned slot : body.arguments)
      frame.clear(slot);
    setAll(slots, std::move(results), frame);
    return success();
  });
}

void reference::addControlFlowOps(OpTable &table) {
  table.add<func::CallOp>(compileCall);
  table.add<KernelOp>(compileKernel);
  table.add<scf::ForOp>(compileFor);
  table.add<scf::IfOp>(compileIf);
  table.add<scf::WhileOp>(compileWhile);
}
