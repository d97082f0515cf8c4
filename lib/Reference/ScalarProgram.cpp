//===- ScalarProgram.cpp - programs on scalars ----------------------------===//

#include "ScalarProgram.h"

#include "BoxWalk.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

const ScalarOpTable &reference::getScalarOpTable() {
  static const ScalarOpTable table = [] {
    ScalarOpTable table;
    addFloatOps(table);
    addIntegerOps(table);
    addCastOps(table);
    addIndexingOps(table);
    return table;
  }();
  return table;
}

uint64_t reference::getBits(Attribute value) {
  if (auto floatAttr = dyn_cast<FloatAttr>(value))
    return floatAttr.getValue().bitcastToAPInt().getZExtValue();
  return cast<IntegerAttr>(value).getValue().getZExtValue();
}

ScalarState ScalarProgram::start(const Frame &frame, size_t numIndices) const {
  ScalarState state;
  state.registers = initial;
  state.indices.assign(numIndices, 0);
  for (auto [reg, use] : capturedScalars)
    state[reg] = loadBits(frame.read(use), 0);
  for (Use use : capturedTensors)
    state.tensors.push_back(&frame.read(use));
  return state;
}

LogicalResult ScalarProgram::generate(const Frame &frame,
                                      HostTensor &result) const {
  ArrayRef<int64_t> shape = result.getShape();
  ScalarState state = start(frame, shape.size());
  BoxWalk walk(getAllDims(shape.size()), shape, {}, state.indices.data());
  for (int64_t i = 0; !walk.isDone(); walk.advance(), ++i) {
    for (auto [reg, index] : llvm::zip_equal(arguments, state.indices))
      state[reg] = static_cast<uint64_t>(index);
    if (failed(run(state)))
      return failure();
    storeBits(result, i, state[results.front()]);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// ScalarCompiler
//===----------------------------------------------------------------------===//

unsigned ScalarCompiler::define(Value value, uint64_t initial) {
  program.initial.push_back(initial);
  return registers[value] = program.initial.size() - 1;
}

unsigned ScalarCompiler::get(Value value) {
  auto it = registers.find(value);
  if (it != registers.end())
    return it->second;
  unsigned reg = define(value);
  program.capturedScalars.emplace_back(reg, compiler.use(op, value));
  return reg;
}

unsigned ScalarCompiler::addTensor(Value tensor) {
  auto [it, isNew] = tensors.try_emplace(tensor, tensors.size());
  if (isNew)
    program.capturedTensors.push_back(compiler.use(op, tensor));
  return it->second;
}

LogicalResult ScalarCompiler::compile(Operation *inner) {
  auto it = getScalarOpTable().find(inner->getName().getStringRef());
  if (it == getScalarOpTable().end())
    return emitUnsupported(inner, " in the body of '" +
                                      op->getName().getStringRef() + "'");
  return it->second(inner, *this);
}

LogicalResult ScalarCompiler::compileOps(Block &block) {
  for (Operation &inner : block.without_terminator()) {
    if (failed(checkTypes(&inner, inner.getOperandTypes())) ||
        failed(checkTypes(&inner, inner.getResultTypes())))
      return failure();
    // Registers hold scalars: a body may read tensors, but cannot create them.
    if (llvm::any_of(inner.getResultTypes(), llvm::IsaPred<ShapedType>))
      return emitUnsupported(&inner, " of a tensor in the body of '" +
                                         op->getName().getStringRef() + "'");
    if (failed(compile(&inner)))
      return failure();
  }
  return success();
}

FailureOr<std::vector<Instruction>>
ScalarCompiler::compileBranch(Block &block) {
  std::vector<Instruction> outer = std::move(program.instructions);
  program.instructions.clear();
  LogicalResult result = compileOps(block);
  std::swap(outer, program.instructions);
  if (failed(result))
    return failure();
  return outer;
}

FailureOr<ScalarProgram> ScalarCompiler::compileBody(Operation *op,
                                                     Block &block,
                                                     PlanCompiler &compiler,
                                                     ArrayRef<Value> results) {
  ScalarCompiler scalars(op, compiler);
  if (failed(checkTypes(op, block.getArgumentTypes())))
    return failure();
  for (BlockArgument argument : block.getArguments())
    scalars.program.arguments.push_back(scalars.define(argument));
  if (failed(scalars.compileOps(block)))
    return failure();
  for (auto [i, yielded] :
       llvm::enumerate(block.getTerminator()->getOperands()))
    scalars.program.results.push_back(
        scalars.get(i < results.size() && results[i] ? results[i] : yielded));
  return std::move(scalars.program);
}

FailureOr<ScalarProgram> ScalarCompiler::compileOp(Operation *op,
                                                   PlanCompiler &compiler) {
  ScalarCompiler scalars(op, compiler);
  // An operand that occurs twice has only one register.
  for (Value operand : op->getOperands()) {
    bool isNew = !scalars.registers.contains(operand);
    unsigned reg =
        isNew ? scalars.define(operand) : scalars.registers.lookup(operand);
    scalars.program.arguments.push_back(reg);
  }
  if (failed(scalars.compile(op)))
    return failure();
  for (Value result : op->getResults())
    scalars.program.results.push_back(scalars.get(result));
  return std::move(scalars.program);
}

//===----------------------------------------------------------------------===//
// Ops other than arithmetic
//===----------------------------------------------------------------------===//

static LogicalResult compileExtract(tensor::ExtractOp op,
                                    ScalarCompiler &compiler) {
  unsigned tensor = compiler.addTensor(op.getTensor());
  SmallVector<unsigned> registers = llvm::map_to_vector(
      op.getIndices(), [&](Value index) { return compiler.get(index); });
  SmallVector<int64_t> shape(op.getTensor().getType().getShape());
  unsigned result = compiler.define(op.getResult());
  return compiler.emit([=, loc = op.getLoc()](ScalarState &s) -> LogicalResult {
    auto index = [&](size_t d) {
      return static_cast<int64_t>(s[registers[d]]);
    };
    FailureOr<int64_t> position = getPosition(loc, shape, index);
    if (failed(position))
      return failure();
    s[result] = loadBits(*s.tensors[tensor], *position);
    return success();
  });
}

static LogicalResult compileConstant(arith::ConstantOp op,
                                     ScalarCompiler &compiler) {
  compiler.define(op.getResult(), getBits(op.getValue()));
  return success();
}

static LogicalResult compileSelect(arith::SelectOp op,
                                   ScalarCompiler &compiler) {
  unsigned condition = compiler.get(op.getCondition());
  unsigned ifTrue = compiler.get(op.getTrueValue());
  unsigned ifFalse = compiler.get(op.getFalseValue());
  unsigned result = compiler.define(op.getResult());
  return compiler.emit([=](ScalarState &s) {
    s[result] = s[condition] ? s[ifTrue] : s[ifFalse];
  });
}

static LogicalResult compileIf(scf::IfOp op, ScalarCompiler &compiler) {
  unsigned condition = compiler.get(op.getCondition());
  struct Branch {
    std::vector<Instruction> instructions;
    SmallVector<unsigned> results;
  };
  // Without results a branch has no effect.
  if (op.getNumResults() == 0)
    return success();
  Branch branches[2];
  for (unsigned i : {0, 1}) {
    Block &block = i == 0 ? *op.thenBlock() : *op.elseBlock();
    FailureOr<std::vector<Instruction>> instructions =
        compiler.compileBranch(block);
    if (failed(instructions))
      return failure();
    branches[i].instructions = std::move(*instructions);
    for (Value yielded : block.getTerminator()->getOperands())
      branches[i].results.push_back(compiler.get(yielded));
  }
  SmallVector<unsigned> results = llvm::map_to_vector(
      op.getResults(), [&](Value result) { return compiler.define(result); });
  return compiler.emit([=](ScalarState &s) -> LogicalResult {
    const Branch &taken = branches[s[condition] ? 0 : 1];
    if (failed(runAll(taken.instructions, s)))
      return failure();
    for (auto [result, yielded] : llvm::zip_equal(results, taken.results))
      s[result] = s[yielded];
    return success();
  });
}

static LogicalResult compileIndex(linalg::IndexOp op,
                                  ScalarCompiler &compiler) {
  unsigned dim = op.getDim();
  unsigned result = compiler.define(op.getResult());
  return compiler.emit([=](ScalarState &s) {
    s[result] = static_cast<uint64_t>(s.indices[dim]);
  });
}

void reference::addIndexingOps(ScalarOpTable &table) {
  addScalarOp<arith::ConstantOp>(table, compileConstant);
  addScalarOp<arith::SelectOp>(table, compileSelect);
  addScalarOp<linalg::IndexOp>(table, compileIndex);
  addScalarOp<scf::IfOp>(table, compileIf);
  addScalarOp<tensor::ExtractOp>(table, compileExtract);
}

//===----------------------------------------------------------------------===//
// Elementwise ops
//===----------------------------------------------------------------------===//

FailureOr<Step> reference::compileElementwise(Operation *op,
                                              PlanCompiler &compiler) {
  FailureOr<ScalarProgram> program = ScalarCompiler::compileOp(op, compiler);
  if (failed(program))
    return failure();
  // If scalar and tensor operands are mixed, as in a select, a scalar is read
  // at the same position for every element.
  struct Operand {
    unsigned reg;
    Use use;
    bool isScalar;
  };
  SmallVector<Operand> operands;
  for (auto [value, reg] :
       llvm::zip_equal(op->getOperands(), program->arguments))
    operands.push_back(
        {reg, compiler.use(op, value), !isa<ShapedType>(value.getType())});
  SmallVector<RankedTensorType> types =
      llvm::map_to_vector(op->getResultTypes(), getTensorType);
  return Step([=, program = std::move(*program), loc = op->getLoc(),
               slots = compiler.define(op->getResults())](Frame &frame) {
    ScalarState state = program.start(frame);
    SmallVector<MutableTensor, 2> results;
    for (RankedTensorType type : types) {
      FailureOr<MutableTensor> result = allocate(type, loc);
      if (failed(result))
        return failure();
      results.push_back(*result);
    }
    for (int64_t i = 0, e = results.front()->getNumElements(); i < e; ++i) {
      for (const Operand &operand : operands)
        state[operand.reg] =
            loadBits(frame.read(operand.use), operand.isScalar ? 0 : i);
      if (failed(program.run(state)))
        return failure();
      for (auto [result, reg] : llvm::zip_equal(results, program.results))
        storeBits(*result, i, state[reg]);
    }
    for (auto [result, slot] : llvm::zip_equal(results, slots))
      frame.set(slot, std::move(result));
    return success();
  });
}
