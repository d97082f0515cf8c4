//===- ScalarProgram.h - Code on scalars ------------------------*- C++ -*-===//
//
// The body of a structured op, or one elementwise op, compiled once and run for
// every element: instructions over numbered registers, each of which holds the
// bits of one value (see Elements.h).
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_REFERENCE_SCALARPROGRAM_H
#define FP8_LIB_REFERENCE_SCALARPROGRAM_H

#include "Elements.h"
#include "Plan.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"

namespace mlir::fp8::reference {

/// What instructions work on.
struct ScalarState {
  std::vector<uint64_t> registers;
  /// The point of the iteration space, for linalg.index.
  SmallVector<int64_t> indices;
  /// What tensor.extract reads.
  std::vector<const HostTensor *> tensors;

  uint64_t &operator[](unsigned i) { return registers[i]; }
};

/// A failure has been reported.
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
  /// The registers of the arguments, to be written before each run, and of the
  /// results.
  SmallVector<unsigned> arguments, results;

  /// A state for running with the values that the program captures.
  ScalarState start(const Frame &frame, size_t numIndices = 0) const;

  LogicalResult run(ScalarState &state) const {
    return runAll(instructions, state);
  }

private:
  friend class ScalarCompiler;
  std::vector<Instruction> instructions;
  /// What registers hold from the start; the others are written first.
  std::vector<uint64_t> initial;
  SmallVector<std::pair<unsigned, Use>> capturedScalars;
  SmallVector<Use> capturedTensors;
};

/// Builds a scalar program for `op`, whose body or self it is.
class ScalarCompiler {
public:
  ScalarCompiler(Operation *op, PlanCompiler &compiler)
      : op(op), compiler(compiler) {}

  /// The ops of `block`; its arguments are the program's, and its terminator's
  /// operands the results. Where `results` has an entry that is not null, that
  /// value of the block is the result instead.
  static FailureOr<ScalarProgram> compileBody(Operation *op, Block &block,
                                              PlanCompiler &compiler,
                                              ArrayRef<Value> results = {});
  /// `op` itself on scalars: operand `i` becomes argument `i`, tensors that it
  /// reads elements of excepted.
  static FailureOr<ScalarProgram> compileOp(Operation *op,
                                            PlanCompiler &compiler);

  /// The register of a value: one computed before, or one from outside.
  unsigned get(Value value);
  /// A new register for a value that an instruction writes, or for a constant.
  unsigned define(Value value, uint64_t initial = 0);
  /// Where `ScalarState::tensors` holds `tensor`.
  unsigned addTensor(Value tensor);

  /// Adds an instruction, which may fail or returns nothing.
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

  /// The instructions of a block, which run only when somebody calls them.
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

/// Adds the instructions of one op, after checking it.
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

/// The ops that scalar programs are made of.
const ScalarOpTable &getScalarOpTable();

/// An op of that table outside of any body: on scalars, or on every element.
FailureOr<Step> compileElementwise(Operation *op, PlanCompiler &compiler);

/// A structured op.
FailureOr<Step> compileLinalg(linalg::LinalgOp op, PlanCompiler &compiler);

/// The bits of an integer type; an index has 64.
unsigned getIntegerWidth(Type type);

/// The bits of an attribute that is one integer or float.
uint64_t getBits(Attribute value);

} // namespace mlir::fp8::reference

#endif // FP8_LIB_REFERENCE_SCALARPROGRAM_H
