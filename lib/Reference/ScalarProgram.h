//===- ScalarProgram.h - programs on scalars --------------------*- C++ -*-===//
//
// The body of a structured op, or one elementwise op, compiled once and
// executed for every element. A program is a list of instructions on numbered
// registers. Each register holds the bits of one value (see Elements.h).
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_REFERENCE_SCALARPROGRAM_H
#define FP8_LIB_REFERENCE_SCALARPROGRAM_H

#include "Elements.h"
#include "Plan.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"

namespace mlir::fp8::reference {

/// State of a running program.
struct ScalarState {
  std::vector<uint64_t> registers;
  /// The point in the iteration space, for linalg.index.
  SmallVector<int64_t> indices;
  /// Operands of tensor.extract.
  std::vector<const HostTensor *> tensors;

  uint64_t &operator[](unsigned i) { return registers[i]; }
};

/// Executes one operation. The instruction reports its failures.
using Instruction = std::function<LogicalResult(ScalarState &)>;

inline LogicalResult runAll(const std::vector<Instruction> &instructions,
                            ScalarState &state) {
  for (const Instruction &instruction : instructions)
    if (failed(instruction(state)))
      return failure();
  return success();
}

class ScalarProgram {
public:
  /// Registers of the arguments, to be written before each run, and of the
  /// results.
  SmallVector<unsigned> arguments, results;

  /// Creates a state that contains the values captured by the program.
  ScalarState start(const Frame &frame, size_t numIndices = 0) const;

  LogicalResult run(ScalarState &state) const {
    return runAll(instructions, state);
  }

  /// Computes each element of `result` from its indices, which are the
  /// arguments.
  LogicalResult generate(const Frame &frame, HostTensor &result) const;

private:
  friend class ScalarCompiler;
  std::vector<Instruction> instructions;
  /// Initial contents of the registers. Registers without an initial value are
  /// written before they are read.
  std::vector<uint64_t> initial;
  SmallVector<std::pair<unsigned, Use>> capturedScalars;
  SmallVector<Use> capturedTensors;
};

/// Compiles the body of `op`, or `op` itself, to a scalar program.
class ScalarCompiler {
public:
  ScalarCompiler(Operation *op, PlanCompiler &compiler)
      : op(op), compiler(compiler) {}

  /// Compiles the ops of `block`. The block arguments become the arguments of
  /// the program, and the operands of the terminator become the results. A
  /// non-null entry of `results` replaces the corresponding result by another
  /// value of the block.
  static FailureOr<ScalarProgram> compileBody(Operation *op, Block &block,
                                              PlanCompiler &compiler,
                                              ArrayRef<Value> results = {});
  /// Compiles `op` itself on scalars. Operand `i` becomes argument `i`, except
  /// for tensors from which the op extracts elements.
  static FailureOr<ScalarProgram> compileOp(Operation *op,
                                            PlanCompiler &compiler);

  /// Returns the register of a value: computed by the program, or captured.
  unsigned get(Value value);
  /// Creates a register for a value that an instruction writes, or for a
  /// constant.
  unsigned define(Value value, uint64_t initial = 0);
  /// Returns the index of `tensor` in `ScalarState::tensors`.
  unsigned addTensor(Value tensor);

  /// Adds an instruction. It returns void or a LogicalResult.
  template <typename F>
  LogicalResult emit(F instruction) {
    if constexpr (std::is_void_v<std::invoke_result_t<F, ScalarState &>>)
      program.instructions.push_back([=](ScalarState &state) {
        instruction(state);
        return success();
      });
    else
      program.instructions.push_back(instruction);
    return success();
  }

  /// Compiles a block to instructions that the caller executes on demand.
  FailureOr<std::vector<Instruction>> compileBranch(Block &block);

private:
  LogicalResult compileOps(Block &block);
  LogicalResult compile(Operation *inner);

  Operation *op;
  PlanCompiler &compiler;
  ScalarProgram program;
  llvm::DenseMap<Value, unsigned> registers;
  llvm::DenseMap<Value, unsigned> tensors;
};

/// Checks one op and adds its instructions.
using ScalarOpCompiler =
    std::function<LogicalResult(Operation *, ScalarCompiler &)>;
using ScalarOpTable = llvm::StringMap<ScalarOpCompiler>;

void addFloatOps(ScalarOpTable &table);
void addIntegerOps(ScalarOpTable &table);
void addCastOps(ScalarOpTable &table);
void addIndexingOps(ScalarOpTable &table);

template <typename OpTy>
void addScalarOp(ScalarOpTable &table,
                 LogicalResult (*compile)(OpTy, ScalarCompiler &)) {
  table[OpTy::getOperationName()] = [compile](Operation *op,
                                              ScalarCompiler &compiler) {
    return compile(cast<OpTy>(op), compiler);
  };
}

/// Returns the ops that scalar programs support.
const ScalarOpTable &getScalarOpTable();

/// Compiles an op of this table outside any body: on scalars, or elementwise on
/// tensors.
FailureOr<Step> compileElementwise(Operation *op, PlanCompiler &compiler);

/// Compiles a structured op.
FailureOr<Step> compileLinalg(linalg::LinalgOp op, PlanCompiler &compiler);

/// Returns the width of an integer type in bits; index has 64.
unsigned getIntegerWidth(Type type);

/// Returns the bits of an attribute with one integer or float.
uint64_t getBits(Attribute value);

} // namespace mlir::fp8::reference

#endif // FP8_LIB_REFERENCE_SCALARPROGRAM_H
