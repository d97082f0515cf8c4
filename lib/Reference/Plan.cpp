//===- Plan.cpp - compilation of functions --------------------------------===//

#include "Observer.h"
#include "ScalarProgram.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

LogicalResult Frame::take(Use use, MutableTensor &tensor) {
  Tensor value = pass(use);
  // No other code can see the tensor, so it may change although the pointer is
  // const. All tensors of a frame are created as mutable tensors, except the
  // arguments, for which the caller of the program holds a second reference.
  if (value.use_count() == 1) {
    tensor = std::const_pointer_cast<HostTensor>(std::move(value));
    return success();
  }
  FailureOr<HostTensor> copy = value->clone([&] { return emitError(loc); });
  if (failed(copy))
    return failure();
  tensor = std::make_shared<HostTensor>(std::move(*copy));
  return success();
}

Tensor Frame::pass(Use use) {
  return use.isLast ? std::move(slots[use.slot]) : slots[use.slot];
}

FailureOr<MutableTensor> reference::allocate(RankedTensorType type,
                                             Location loc) {
  FailureOr<HostTensor> tensor =
      HostTensor::allocate(type, [&] { return emitError(loc); });
  if (failed(tensor))
    return failure();
  return std::make_shared<HostTensor>(std::move(*tensor));
}

RankedTensorType reference::getTensorType(Type type) {
  if (auto tensorType = dyn_cast<RankedTensorType>(type))
    return tensorType;
  return RankedTensorType::get({}, type);
}

FailureOr<int64_t>
reference::getPosition(Location loc, ArrayRef<int64_t> shape,
                       function_ref<int64_t(size_t)> getIndex) {
  int64_t position = 0;
  for (auto [d, extent] : llvm::enumerate(shape)) {
    int64_t index = getIndex(d);
    if (index < 0 || index >= extent)
      return emitError(loc) << "index " << index << " is outside of dimension "
                            << d << " of extent " << extent;
    position = position * extent + index;
  }
  return position;
}

LogicalResult BlockPlan::run(Frame &frame) const {
  for (const Entry &entry : entries) {
    Location around = frame.enter(entry.loc);
    if (failed(entry.step(frame)))
      return failure();
    for (unsigned slot : entry.dead)
      frame.clear(slot);
    frame.enter(around);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Supported ops and types
//===----------------------------------------------------------------------===//

const OpCompiler *OpTable::lookup(Operation *op) const {
  auto it = compilers.find(op->getName().getStringRef());
  return it == compilers.end() ? nullptr : &it->second;
}

static const OpTable &getOpTable() {
  static const OpTable table = [] {
    OpTable table;
    addCollectiveOps(table);
    addContractOp(table);
    addControlFlowOps(table);
    addInitOp(table);
    addQuantizeOps(table);
    addScaleOps(table);
    addScatterAddOp(table);
    addSliceOps(table);
    addTensorOps(table);
    addUpdateOp(table);
    return table;
  }();
  return table;
}

/// Returns a list of the supported ops in the dialect of `op`, or of the
/// dialects with supported ops.
static std::string describeSupport(Operation *op) {
  if (isa_and_nonnull<linalg::LinalgDialect>(op->getDialect()))
    return "supported ops of 'linalg' are the structured ops on tensors";
  std::vector<StringRef> names;
  for (const auto &entry : getOpTable().getAll())
    names.push_back(entry.first());
  for (const auto &entry : getScalarOpTable())
    names.push_back(entry.first());
  llvm::sort(names);
  StringRef dialect = op->getName().getDialectNamespace();
  llvm::SetVector<StringRef> dialects, ops;
  for (StringRef name : names) {
    auto [prefix, rest] = name.split('.');
    dialects.insert(prefix);
    if (prefix == dialect)
      ops.insert(rest);
  }
  dialects.insert("linalg");
  if (ops.empty())
    return "supported are ops of " + llvm::join(dialects, ", ");
  return ("supported ops of '" + dialect + "' are ").str() +
         llvm::join(ops, ", ");
}

InFlightDiagnostic reference::emitUnsupported(Operation *op,
                                              const Twine &detail) {
  InFlightDiagnostic diag = emitError(op->getLoc())
                            << "unsupported by the reference evaluator: '"
                            << op->getName() << "'" << detail;
  if (detail.isTriviallyEmpty())
    diag.attachNote() << describeSupport(op);
  return diag;
}

LogicalResult reference::checkTypes(Operation *op, TypeRange types) {
  for (Type type : types) {
    auto shaped = dyn_cast<ShapedType>(type);
    bool hasShape = !shaped || (isa<RankedTensorType>(type) &&
                                cast<RankedTensorType>(type).hasStaticShape());
    if (hasShape && HostTensor::getElementSize(getElementTypeOrSelf(type)))
      continue;
    InFlightDiagnostic diag = emitError(op->getLoc())
                              << "unsupported by the reference evaluator: '"
                              << op->getName() << "' with a value of type "
                              << type;
    diag.attachNote() << "supported are scalars and statically shaped tensors "
                         "of f64, f32, f16, bf16, f8E4M3FN, f8E5M2, f8E8M0FNU, "
                         "i1, i8, i16, i32, i64 and index";
    return diag;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// PlanCompiler
//===----------------------------------------------------------------------===//

FunctionPlan *PlanCompiler::getPlan(func::FuncOp function) {
  FunctionPlan *&plan = planOf[function];
  if (!plan) {
    plans.push_back(std::make_unique<FunctionPlan>());
    plan = plans.back().get();
    // Compile the body later, because a function may call itself.
    worklist.emplace_back(function, plan);
  }
  return plan;
}

LogicalResult PlanCompiler::compileAll() {
  while (!worklist.empty()) {
    auto [function, plan] = worklist.back();
    worklist.pop_back();
    if (!function.getBody().hasOneBlock())
      return emitError(function.getLoc())
             << "unsupported by the reference evaluator: '"
             << function.getSymName() << "' with a body of "
             << function.getBody().getBlocks().size()
             << " blocks, where one is supported";
    slots.clear();
    lastUses.clear();
    FailureOr<BlockPlan> body = compileBlock(function.getBody().front());
    if (failed(body))
      return failure();
    plan->body = std::move(*body);
    plan->numSlots = slots.size();
  }
  return success();
}

std::vector<std::unique_ptr<FunctionPlan>> PlanCompiler::takePlans() {
  return std::move(plans);
}

unsigned PlanCompiler::define(Value value) {
  return slots.try_emplace(value, slots.size()).first->second;
}

SmallVector<unsigned> PlanCompiler::define(ValueRange values) {
  return llvm::map_to_vector(values,
                             [&](Value value) { return define(value); });
}

/// Returns the last user of `value` in the block of its definition, and the
/// number of its operands that read the value. Ops in regions count as operands
/// of their ancestor.
static std::pair<Operation *, unsigned> findLastUse(Value value) {
  Block *block = value.getParentBlock();
  Operation *last = nullptr;
  unsigned count = 0;
  for (OpOperand &operand : value.getUses()) {
    Operation *user = block->findAncestorOpInBlock(*operand.getOwner());
    if (user == last) {
      ++count;
    } else if (!last || last->isBeforeInBlock(user)) {
      last = user;
      count = 1;
    }
  }
  return {last, count};
}

Use PlanCompiler::use(Operation *op, Value value) {
  auto [it, isNew] = lastUses.try_emplace(value);
  if (isNew)
    it->second = findLastUse(value);
  // A value that one op reads twice must not be moved out of its slot by one of
  // the reads.
  return {define(value), it->second == std::pair<Operation *, unsigned>(op, 1)};
}

SmallVector<Use> PlanCompiler::use(Operation *op, ValueRange values) {
  return llvm::map_to_vector(values,
                             [&](Value value) { return use(op, value); });
}

SmallVector<unsigned, 2> PlanCompiler::getDeadSlots(Operation *op) {
  llvm::SmallSetVector<unsigned, 2> dead;
  auto visit = [&](Value value) {
    if (value.getParentBlock() != op->getBlock())
      return;
    auto [it, isNew] = lastUses.try_emplace(value);
    if (isNew)
      it->second = findLastUse(value);
    if (it->second.first == op)
      dead.insert(define(value));
  };
  op->walk(
      [&](Operation *inner) { llvm::for_each(inner->getOperands(), visit); });
  for (Value result : op->getResults())
    if (result.use_empty())
      dead.insert(define(result));
  return dead.takeVector();
}

FailureOr<BlockPlan> PlanCompiler::compileBlock(Block &block) {
  BlockPlan plan;
  if (block.getParentOp() &&
      failed(checkTypes(block.getParentOp(), block.getArgumentTypes())))
    return failure();
  plan.arguments = define(block.getArguments());
  for (Operation &op : block.without_terminator()) {
    FailureOr<Step> step = compileOp(&op);
    if (failed(step))
      return failure();
    plan.entries.push_back(
        {Observer::attach(&op, std::move(*step), define(op.getResults())),
         getDeadSlots(&op), op.getLoc()});
  }
  Operation *terminator = block.getTerminator();
  if (!isa<func::ReturnOp, scf::ConditionOp, scf::YieldOp, KernelYieldOp>(
          terminator))
    return emitUnsupported(terminator, " at the end of a block");
  if (failed(checkTypes(terminator, terminator->getOperandTypes())))
    return failure();
  plan.results = use(terminator, terminator->getOperands());
  return plan;
}

FailureOr<Step> PlanCompiler::compileOp(Operation *op) {
  bool isScalarOp = getScalarOpTable().contains(op->getName().getStringRef());
  const OpCompiler *compile = getOpTable().lookup(op);
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!isScalarOp && !compile && !linalgOp)
    return emitUnsupported(op);
  if (failed(checkTypes(op, op->getOperandTypes())) ||
      failed(checkTypes(op, op->getResultTypes())))
    return failure();
  if (compile)
    return (*compile)(op, *this);
  return isScalarOp ? compileElementwise(op, *this)
                    : compileLinalg(linalgOp, *this);
}
