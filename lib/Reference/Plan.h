//===- Plan.h - compiled functions ------------------------------*- C++ -*-===//
//
// Each function is compiled once into a plan: a list of steps, one per op. A
// step is a closure over all data that are known before execution. Values are
// stored in the slots of a frame. A slot is cleared after the last op that
// reads it. Memory is therefore released as early as possible, and an op can
// update its destination in place.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_REFERENCE_PLAN_H
#define FP8_LIB_REFERENCE_PLAN_H

#include "ErrorSource.h"
#include "fp8/Host/HostTensor.h"
#include "fp8/Runtime/fp8rt_comm.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <functional>
#include <memory>
#include <vector>

namespace mlir::fp8::reference {

/// A value; a scalar is a tensor of rank 0. Shared by all slots that hold it.
/// It is written only if a single slot holds it.
using Tensor = std::shared_ptr<const HostTensor>;
using MutableTensor = std::shared_ptr<HostTensor>;

/// An operand: its slot, and whether this op is its last reader.
struct Use {
  unsigned slot;
  bool isLast;
};

/// The environment of a running program.
struct Surroundings {
  /// Adds errors to sums, in programs with a Variation; otherwise null.
  ErrorSource *errors = nullptr;
  /// The ranks of the program, or null if it runs alone.
  fp8rt_comm comm = nullptr;
};

/// Values of one function call.
class Frame {
public:
  Frame(unsigned numSlots, unsigned callDepth, Location loc,
        Surroundings surroundings)
      : slots(numSlots), callDepth(callDepth), loc(loc),
        surroundings(surroundings) {}

  /// Sets the location of the running op. Returns the previous location.
  Location enter(Location op) { return std::exchange(loc, op); }

  const HostTensor &read(Use use) const { return *slots[use.slot]; }
  const Tensor &share(Use use) const { return slots[use.slot]; }
  /// Returns the value for writing: the value itself if no other slot holds it,
  /// a copy otherwise. Reports an error at the running op if there is not
  /// enough memory.
  LogicalResult take(Use use, MutableTensor &tensor);
  /// Returns the value, and clears the slot after its last reader.
  Tensor pass(Use use);

  void set(unsigned slot, Tensor value) { slots[slot] = std::move(value); }
  void clear(unsigned slot) { slots[slot].reset(); }

  /// Returns the element of an integer or index scalar, as a signed number.
  int64_t readInt(Use use) const { return read(use).getInt(0); }

  unsigned getCallDepth() const { return callDepth; }
  ErrorSource *getErrors() const { return surroundings.errors; }
  fp8rt_comm getComm() const { return surroundings.comm; }
  const Surroundings &getSurroundings() const { return surroundings; }

private:
  std::vector<Tensor> slots;
  unsigned callDepth;
  Location loc;
  Surroundings surroundings;
};

/// Executes an op. The step reports its failures.
using Step = std::function<LogicalResult(Frame &)>;

/// Steps of a block, its arguments and the operands of its terminator.
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

/// Allocates a tensor of `type`, filled with zeros. Reports an error at `loc`
/// if there is not enough memory.
FailureOr<MutableTensor> allocate(RankedTensorType type, Location loc);

/// Returns the tensor type of a value. The type of a scalar has rank 0.
RankedTensorType getTensorType(Type type);

/// Returns the row-major position of the element at `getIndex(0)`,
/// `getIndex(1)`, ... Reports an error at `loc` if it is out of bounds.
FailureOr<int64_t> getPosition(Location loc, ArrayRef<int64_t> shape,
                               function_ref<int64_t(size_t)> getIndex);

class PlanCompiler;

/// Checks one kind of op and compiles it to a step.
using OpCompiler = std::function<FailureOr<Step>(Operation *, PlanCompiler &)>;

/// Op compilers by op name.
class OpTable {
public:
  template <typename OpTy>
  void add(FailureOr<Step> (*compile)(OpTy, PlanCompiler &)) {
    compilers[OpTy::getOperationName()] = [compile](Operation *op,
                                                    PlanCompiler &compiler) {
      return compile(cast<OpTy>(op), compiler);
    };
  }

  /// Returns the compiler of `op`, or null.
  const OpCompiler *lookup(Operation *op) const;
  const llvm::StringMap<OpCompiler> &getAll() const { return compilers; }

private:
  llvm::StringMap<OpCompiler> compilers;
};

void addCollectiveOps(OpTable &table);
void addContractOp(OpTable &table);
void addControlFlowOps(OpTable &table);
void addInitOp(OpTable &table);
void addQuantizeOps(OpTable &table);
void addScaleOps(OpTable &table);
void addScatterAddOp(OpTable &table);
void addSliceOps(OpTable &table);
void addTensorOps(OpTable &table);
void addUpdateOp(OpTable &table);

/// Reports an error at `op`, with a note that lists the supported ops. `detail`
/// follows the name of the op.
InFlightDiagnostic emitUnsupported(Operation *op, const Twine &detail = "");

/// Reports an error at `op` unless all `types` are scalars or statically shaped
/// tensors with element types that HostTensor supports.
LogicalResult checkTypes(Operation *op, TypeRange types);

/// Compiles functions, and holds the state of the compilation.
class PlanCompiler {
public:
  /// Returns the plan of `function`. `compileAll` compiles its body.
  FunctionPlan *getPlan(func::FuncOp function);
  /// Compiles the bodies of all requested plans, and of the functions that they
  /// call.
  LogicalResult compileAll();
  std::vector<std::unique_ptr<FunctionPlan>> takePlans();

  FailureOr<BlockPlan> compileBlock(Block &block);

  /// Returns the slot of `value`, an operand of `op`.
  Use use(Operation *op, Value value);
  SmallVector<Use> use(Operation *op, ValueRange values);
  /// Returns the slot of a value that a step writes.
  unsigned define(Value value);
  SmallVector<unsigned> define(ValueRange values);

private:
  FailureOr<Step> compileOp(Operation *op);
  /// Returns the slots of values whose last reader is `op`, including its
  /// regions.
  SmallVector<unsigned, 2> getDeadSlots(Operation *op);

  llvm::DenseMap<Operation *, FunctionPlan *> planOf;
  std::vector<std::unique_ptr<FunctionPlan>> plans;
  std::vector<std::pair<func::FuncOp, FunctionPlan *>> worklist;
  llvm::DenseMap<Value, unsigned> slots; // slots of the current function
  llvm::DenseMap<Value, std::pair<Operation *, unsigned>> lastUses;
};

/// Integers of an op. Each is a constant or an operand.
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
