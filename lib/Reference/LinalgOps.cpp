//===- LinalgOps.cpp - Structured ops -------------------------------------===//
//
// Any structured op, through its body, its indexing maps and its iterator
// types. The order of sums is the one that Evaluator.h declares.
//
//===----------------------------------------------------------------------===//

#include "BoxWalk.h"
#include "Contractions.h"
#include "ScalarProgram.h"
#include "SumOrder.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

/// Where the operand of `map` finds its element, or failure where that is not
/// linear in the indices.
static FailureOr<Access> getAccess(AffineMap map, Type type) {
  Access access;
  access.strides.assign(map.getNumDims(), 0);
  auto shaped = dyn_cast<ShapedType>(type);
  SmallVector<int64_t> strides =
      shaped ? getRowMajorStrides(shaped.getShape()) : SmallVector<int64_t>();
  for (auto [expr, stride] : llvm::zip_equal(map.getResults(), strides)) {
    SmallVector<int64_t> coefficients; // of each dimension, and the constant
    if (failed(getFlattenedAffineExpr(expr, map.getNumDims(),
                                      map.getNumSymbols(), &coefficients)) ||
        coefficients.size() != map.getNumDims() + 1)
      return failure();
    for (unsigned d = 0; d < map.getNumDims(); ++d)
      access.strides[d] += coefficients[d] * stride;
    access.start += coefficients.back() * stride;
  }
  return access;
}

static SmallVector<unsigned> getDims(linalg::LinalgOp op,
                                     utils::IteratorType type) {
  SmallVector<unsigned> dims;
  for (auto [d, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
    if (iterator == type)
      dims.push_back(d);
  return dims;
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

static FailureOr<Step> compileContraction(linalg::LinalgOp op,
                                          ArrayRef<Access> accesses,
                                          PlanCompiler &compiler) {
  Contraction contraction;
  contraction.extents = op.getStaticLoopRanges();
  contraction.parallelDims = getDims(op, utils::IteratorType::parallel);
  contraction.reductionDims = getDims(op, utils::IteratorType::reduction);
  contraction.lhs = accesses[0];
  contraction.rhs = accesses[1];
  contraction.result = accesses[2];
  return Step([=, init = compiler.use(op, op.getDpsInits()[0]),
               lhs = compiler.use(op, op.getDpsInputs()[0]),
               rhs = compiler.use(op, op.getDpsInputs()[1]),
               slot = compiler.define(op->getResult(0))](Frame &frame) {
    MutableTensor result = frame.take(init);
    FloatCodec codec = *FloatCodec::get(result->getElementType());
    std::vector<double> sums(result->getNumElements());
    for (auto [i, sum] : llvm::enumerate(sums))
      sum = codec.decodeF64(loadBits(*result, i));
    contraction.run(frame.read(lhs), frame.read(rhs), sums);
    for (auto [i, sum] : llvm::enumerate(sums)) {
      double rounded = codec.isF64() ? sum : static_cast<float>(sum);
      storeBits(*result, i,
                codec.encodeF64(rounded, numerics::Overflow::Infinity));
    }
    frame.set(slot, std::move(result));
    return success();
  });
}

//===----------------------------------------------------------------------===//
// Everything else
//===----------------------------------------------------------------------===//

namespace {
/// A result: read before the body runs and written after it, unless it is a sum
/// in the declared order, whose terms are collected.
struct Output {
  Use init;
  unsigned slot;
  unsigned access;
  /// The register of the block argument, if there is one.
  std::optional<unsigned> argument;
  /// The register of the new value, or of the term.
  unsigned value;
  /// The type of a sum.
  std::optional<FloatCodec> sum;
};

struct Input {
  Use use;
  unsigned access;
  unsigned argument;
};

struct StructuredOp {
  ScalarProgram program;
  SmallVector<int64_t> extents;
  /// Sums are complete after a walk of the inner dimensions. Without sums all
  /// dimensions are outer ones.
  SmallVector<unsigned> outerDims, innerDims;
  SmallVector<Access> accesses;
  SmallVector<Input> inputs;
  SmallVector<Output> outputs;

  LogicalResult run(Frame &frame) const;
};
} // namespace

LogicalResult StructuredOp::run(Frame &frame) const {
  ScalarState state = program.start(frame, extents.size());
  SmallVector<const HostTensor *> sources;
  for (const Input &input : inputs)
    sources.push_back(&frame.read(input.use));
  // What the body captures is read from the frame above; a destination is taken
  // from it only if nobody else reads it.
  SmallVector<MutableTensor> results;
  for (const Output &output : outputs)
    results.push_back(frame.take(output.init));
  std::vector<std::vector<uint64_t>> terms(outputs.size());

  int64_t *indices = state.indices.data();
  BoxWalk inner(innerDims, extents, accesses, indices);
  for (BoxWalk outer(outerDims, extents, accesses, indices); !outer.isDone();
       outer.advance()) {
    for (inner.restart(outer.getPositions()); !inner.isDone();
         inner.advance()) {
      for (auto [input, source] : llvm::zip_equal(inputs, sources))
        state[input.argument] =
            loadBits(*source, inner.getPosition(input.access));
      for (auto [output, result] : llvm::zip_equal(outputs, results))
        if (output.argument)
          state[*output.argument] =
              loadBits(*result, inner.getPosition(output.access));
      if (failed(program.run(state)))
        return failure();
      for (auto [i, output] : llvm::enumerate(outputs)) {
        if (output.sum)
          terms[i].push_back(state[output.value]);
        else
          storeBits(*results[i], inner.getPosition(output.access),
                    state[output.value]);
      }
    }
    for (auto [i, output] : llvm::enumerate(outputs)) {
      if (!output.sum)
        continue;
      int64_t position = outer.getPosition(output.access);
      storeBits(
          *results[i], position,
          addSumTree(loadBits(*results[i], position), terms[i], *output.sum));
      terms[i].clear();
    }
  }
  for (auto [output, result] : llvm::zip_equal(outputs, results))
    frame.set(output.slot, std::move(result));
  return success();
}

/// The value that result `i` sums up: f in a body `addf(out, f(ins))`, where
/// f reads no result. Null where result `i` is anything else.
static Value getSumTerm(linalg::LinalgOp op, unsigned i) {
  if (op.getNumReductionLoops() == 0)
    return {};
  Block *body = op.getBlock();
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(i));
  for (unsigned d : getDims(op, utils::IteratorType::reduction))
    if (map.isFunctionOfDim(d))
      return {};
  auto add =
      body->getTerminator()->getOperand(i).getDefiningOp<arith::AddFOp>();
  if (!add || add->getBlock() != body)
    return {};
  BlockArgument out = op.getMatchingBlockArgument(op.getDpsInitOperand(i));
  Value term = add.getLhs() == out ? add.getRhs() : add.getLhs();
  if ((add.getLhs() != out && add.getRhs() != out) || term == out)
    return {};
  // All that the term depends on.
  SmallVector<Value> worklist = {term};
  llvm::SmallPtrSet<Operation *, 8> visited;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() == body &&
          argument.getArgNumber() >= op.getNumDpsInputs())
        return {};
      continue;
    }
    Operation *definition = value.getDefiningOp();
    if (definition->getBlock() == body && visited.insert(definition).second)
      llvm::append_range(worklist, definition->getOperands());
  }
  return term;
}

FailureOr<Step> reference::compileLinalg(linalg::LinalgOp op,
                                         PlanCompiler &compiler) {
  if (!op.hasPureTensorSemantics())
    return emitUnsupported(op, " without tensor semantics");
  if (op->getNumRegions() != 1 || op->getRegion(0).empty())
    return emitUnsupported(op);
  StructuredOp plan;
  for (auto [operand, map] :
       llvm::zip_equal(op->getOpOperands(), op.getIndexingMapsArray())) {
    FailureOr<Access> access = getAccess(map, operand.get().getType());
    if (failed(access))
      return emitUnsupported(op, " with an indexing map that is not linear");
    plan.accesses.push_back(std::move(*access));
  }
  if (isFloatContraction(op))
    return compileContraction(op, plan.accesses, compiler);

  plan.extents = op.getStaticLoopRanges();
  // The terms of sums are results of the program, in place of the sums.
  SmallVector<Value> terms;
  for (unsigned i = 0, e = op.getNumDpsInits(); i < e; ++i)
    terms.push_back(getSumTerm(op, i));
  FailureOr<ScalarProgram> program =
      ScalarCompiler::compileBody(op, *op.getBlock(), compiler, terms);
  if (failed(program))
    return failure();
  plan.program = std::move(*program);
  ArrayRef<unsigned> arguments = plan.program.arguments;
  for (auto [i, operand] : llvm::enumerate(op.getDpsInputs()))
    plan.inputs.push_back(
        {compiler.use(op, operand), static_cast<unsigned>(i), arguments[i]});
  bool hasSum = false;
  for (auto [i, init] : llvm::enumerate(op.getDpsInits())) {
    unsigned position = plan.inputs.size() + i;
    Output output{compiler.use(op, init),
                  compiler.define(op->getResult(i)),
                  position,
                  std::nullopt,
                  plan.program.results[i],
                  std::nullopt};
    // linalg.map may leave the arguments of its inits out.
    if (position < arguments.size())
      output.argument = arguments[position];
    if (terms[i]) {
      output.sum = FloatCodec::get(terms[i].getType());
      hasSum = true;
    }
    plan.outputs.push_back(std::move(output));
  }
  if (hasSum) {
    plan.outerDims = getDims(op, utils::IteratorType::parallel);
    plan.innerDims = getDims(op, utils::IteratorType::reduction);
  } else {
    plan.outerDims = getAllDims(plan.extents.size());
  }
  return Step(
      [plan = std::move(plan)](Frame &frame) { return plan.run(frame); });
}
