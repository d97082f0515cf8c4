//===- Plan.h - What a function becomes before it runs ----------*- C++ -*-===//
//
// Each function is compiled once into a plan: a list of steps, one per op, each
// a closure over all that can be known before there are values. Values live in
// the slots of a frame. A slot is emptied after the last op that reads it, so
// that memory is held no longer than the program needs it and an op may update
// its destination in place.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_REFERENCE_PLAN_H
#define FP8_LIB_REFERENCE_PLAN_H

#include "ErrorSource.h"
#include "fp8/Host/HostTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <functional>
#include <memory>
#include <vector>

namespace mlir::fp8::reference {

/// A value; a scalar is a tensor of rank 0. Shared by all slots that hold it,
/// and not written to unless there is only one.
using Tensor = std::shared_ptr<const HostTensor>;
using MutableTensor = std::shared_ptr<HostTensor>;

/// An operand: its slot, and whether the op is the only reader left.
struct Use {
  unsigned slot;
  bool isLast;
};

/// The values of one call.
class Frame {
public:
  /// `errors` is null but where tests vary a program.
  Frame(unsigned numSlots, unsigned callDepth, Location loc,
        ErrorSource *errors)
      : slots(numSlots), callDepth(callDepth), loc(loc), errors(errors) {}

  /// Says which op runs from here on. Returns the one that ran.
  Location enter(Location op) { return std::exchange(loc, op); }

  const HostTensor &read(Use use) const { return *slots[use.slot]; }
  const Tensor &share(Use use) const { return slots[use.slot]; }
  /// The value to write to: itself if nobody else holds it, else a copy; an
  /// error at the op that runs if memory cannot hold that.
  LogicalResult take(Use use, MutableTensor &tensor);
  /// The value, and empties the slot if there is no reader left.
  Tensor pass(Use use);

  void set(unsigned slot, Tensor value) { slots[slot] = std::move(value); }
  void clear(unsigned slot) { slots[slot].reset(); }

  /// The element of an integer or index scalar, signed.
  int64_t readInt(Use use) const { return read(use).getInt(0); }

  unsigned getCallDepth() const { return callDepth; }
  ErrorSource *getErrors() const { return errors; }

private:
  std::vector<Tensor> slots;
  unsigned callDepth;
  Location loc;
  ErrorSource *errors;
};

/// What an op does. A failure has been reported.
using Step = std::function<LogicalResult(Frame &)>;

/// The steps of a block, its arguments and the operands of its terminator.
struct BlockPlan {
  struct Entry {
    Step step;
    /// Slots that no later step reads.
    SmallVector<unsigned, 2> dead;
    Location loc;
  };

  SmallVector<unsigned> arguments;
  std::vector<Entry> entries;
  SmallVector<Use> results;

  LogicalResult run(Frame &frame) const;
};

struct FunctionPlan {
  BlockPlan body;
  unsigned numSlots = 0;
};

/// A tensor of `type`, zeros; an error at `loc` if memory cannot hold it.
FailureOr<MutableTensor> allocate(RankedTensorType type, Location loc);

/// The tensor type of a value: itself, or rank 0 for a scalar.
RankedTensorType getTensorType(Type type);

/// The row-major position of the element at `getIndex(0)`, `getIndex(1)`, ...;
/// an error at `loc` if that is out of bounds.
FailureOr<int64_t> getPosition(Location loc, ArrayRef<int64_t> shape,
                               function_ref<int64_t(size_t)> getIndex);

class PlanCompiler;

/// Compiles one kind of op: checks it, and returns what it does.
using OpCompiler = std::function<FailureOr<Step>(Operation *, PlanCompiler &)>;

/// The compilers of ops by name.
class OpTable {
public:
  template <typename OpTy>
  void add(FailureOr<Step> (*compile)(OpTy, PlanCompiler &)) {
    compilers[OpTy::getOperationName()] = [compile](Operation *op,
                                                    PlanCompiler &compiler) {
      return compile(cast<OpTy>(op), compiler);
    };
  }

  /// The compiler of `op`, or null.
  const OpCompiler *lookup(Operation *op) const;
  const llvm::StringMap<OpCompiler> &getAll() const { return compilers; }

private:
  llvm::StringMap<OpCompiler> compilers;
};

void addContractOp(OpTable &table);
void addControlFlowOps(OpTable &table);
void addInitOp(OpTable &table);
void addQuantizeOps(OpTable &table);
void addScaleOps(OpTable &table);
void addScatterAddOp(OpTable &table);
void addSliceOps(OpTable &table);
void addTensorOps(OpTable &table);
void addUpdateOp(OpTable &table);

/// An error at `op`, with a note that lists what there is instead. `detail`
/// follows the name of the op.
InFlightDiagnostic emitUnsupported(Operation *op, const Twine &detail = "");

/// Fails with an error at `op` unless all of `types` are scalars and statically
/// shaped tensors of element types that HostTensor holds.
LogicalResult checkTypes(Operation *op, TypeRange types);

/// Compiles functions; what they have in common while that goes on.
class PlanCompiler {
public:
  /// The plan of `function`, compiled now or by `compileAll`.
  FunctionPlan *getPlan(func::FuncOp function);
  /// Compiles the bodies of all plans asked for, and of those that they call.
  LogicalResult compileAll();
  std::vector<std::unique_ptr<FunctionPlan>> takePlans();

  FailureOr<BlockPlan> compileBlock(Block &block);

  /// The slot of `value`, which `op` reads.
  Use use(Operation *op, Value value);
  SmallVector<Use> use(Operation *op, ValueRange values);
  /// The slot of a value that a step writes.
  unsigned define(Value value);
  SmallVector<unsigned> define(ValueRange values);

private:
  FailureOr<Step> compileOp(Operation *op);
  /// The values that are read for the last time in `op`, regions included.
  SmallVector<unsigned, 2> getDeadSlots(Operation *op);

  llvm::DenseMap<Operation *, FunctionPlan *> planOf;
  std::vector<std::unique_ptr<FunctionPlan>> plans;
  std::vector<std::pair<func::FuncOp, FunctionPlan *>> worklist;
  llvm::DenseMap<Value, unsigned> slots; // of the function being compiled
  llvm::DenseMap<Value, std::pair<Operation *, unsigned>> lastUses;
};

/// Integers of an op, each a constant or an operand.
class MixedInts {
public:
  MixedInts(Operation *op, ArrayRef<OpFoldResult> values,
            PlanCompiler &compiler) {
    for (OpFoldResult value : values) {
      if (auto operand = dyn_cast<Value>(value))
        entries.push_back({0, compiler.use(op, operand)});
      else
        entries.push_back({*getConstantIntValue(value), std::nullopt});
    }
  }

  int64_t get(size_t i, const Frame &frame) const {
    const auto &[constant, use] = entries[i];
    return use ? frame.readInt(*use) : constant;
  }

private:
  SmallVector<std::pair<int64_t, std::optional<Use>>> entries;
};

} // namespace mlir::fp8::reference

#endif // FP8_LIB_REFERENCE_PLAN_H
