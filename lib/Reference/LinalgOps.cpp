//===- LinalgOps.cpp - structured ops -------------------------------------===//
//
// Evaluates any structured op by its body, indexing maps and iterator types.
// Evaluator.h declares the order of sums.
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

//===----------------------------------------------------------------------===//
// Indexing maps
//===----------------------------------------------------------------------===//

/// Returns the coefficient of each dimension, and the constant, of a linear
/// expression.
static FailureOr<SmallVector<int64_t>> getCoefficients(AffineExpr expr,
                                                       unsigned numDims) {
  SmallVector<int64_t> coefficients;
  // Divisions add local columns.
  if (failed(getFlattenedAffineExpr(expr, numDims, /*numSymbols=*/0,
                                    &coefficients)) ||
      coefficients.size() != numDims + 1)
    return failure();
  return coefficients;
}

/// Returns true if all divisors in `expr` are positive constants.
static bool isDefined(AffineExpr expr) {
  bool isDefined = true;
  expr.walk([&](AffineExpr inner) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(inner);
    if (!binary || inner.getKind() == AffineExprKind::Add ||
        inner.getKind() == AffineExprKind::Mul)
      return;
    auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    isDefined &= divisor && divisor.getValue() > 0;
  });
  return isDefined;
}

/// Evaluates `expr`. Wraps around on overflow; such results are also out of
/// bounds.
static int64_t evaluate(AffineExpr expr, ArrayRef<int64_t> indices) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return indices[dim.getPosition()];
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = evaluate(binary.getLHS(), indices);
  int64_t rhs = evaluate(binary.getRHS(), indices);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return static_cast<int64_t>(static_cast<uint64_t>(lhs) + rhs);
  case AffineExprKind::Mul:
    return static_cast<int64_t>(static_cast<uint64_t>(lhs) * rhs);
  case AffineExprKind::Mod:
    return llvm::mod(lhs, rhs);
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(lhs, rhs);
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(lhs, rhs);
  default:
    llvm_unreachable("expected a binary expression");
  }
}

namespace {
/// Position of an operand's element. The traversal maintains the positions of
/// linear maps; other maps are evaluated and checked at every point.
struct Place {
  unsigned access;
  AffineMap map; // null if linear
  SmallVector<int64_t> shape;
  Location loc;

  FailureOr<int64_t> find(const BoxWalk &walk,
                          ArrayRef<int64_t> indices) const {
    if (!map)
      return walk.getPosition(access);
    return getPosition(loc, shape, [&](size_t d) {
      return evaluate(map.getResult(d), indices);
    });
  }
};
} // namespace

/// Returns a description of the positions of the elements of `operand`. If the
/// indexing map is linear, the Access contains its start and its strides.
/// Otherwise the Access contains zeros, and the Place contains the map.
static FailureOr<std::pair<Place, Access>> getPlace(linalg::LinalgOp op,
                                                    OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  Place place{operand.getOperandNumber(), AffineMap(),
              SmallVector<int64_t>(op.getShape(&operand)), op.getLoc()};
  Access access{0, SmallVector<int64_t>(map.getNumDims(), 0)};
  bool isEmpty = llvm::is_contained(extents, 0);
  SmallVector<int64_t> strides = getRowMajorStrides(place.shape);
  for (auto [d, expr] : llvm::enumerate(map.getResults())) {
    FailureOr<SmallVector<int64_t>> coefficients =
        getCoefficients(expr, map.getNumDims());
    if (failed(coefficients)) {
      if (!llvm::all_of(map.getResults(), isDefined))
        return emitUnsupported(op, " with a division by a value that is not a "
                                   "positive constant in an indexing map");
      place.map = map;
      return std::make_pair(place,
                            Access{0, SmallVector<int64_t>(extents.size(), 0)});
    }
    // The op's verifier checks only the first and the last point.
    __int128 least = coefficients->back(), largest = coefficients->back();
    for (auto [coefficient, extent] : llvm::zip(*coefficients, extents)) {
      if (extent <= 1)
        coefficient = 0;
      __int128 end = static_cast<__int128>(coefficient) * (extent - 1);
      (end < 0 ? least : largest) += end;
    }
    if (!isEmpty && (least < 0 || largest >= place.shape[d]))
      return emitError(op.getLoc())
             << "expected indexing map #" << operand.getOperandNumber()
             << " to stay inside of dimension " << d << " of extent "
             << place.shape[d] << ", but it goes from "
             << static_cast<int64_t>(least) << " to "
             << static_cast<int64_t>(largest);
    for (unsigned i = 0; i < map.getNumDims(); ++i)
      access.strides[i] += (*coefficients)[i] * strides[d];
    access.start += coefficients->back() * strides[d];
  }
  return std::make_pair(place, access);
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
    MutableTensor result;
    if (failed(frame.take(init, result)))
      return failure();
    FloatCodec codec = *FloatCodec::get(result->getElementType());
    std::vector<double> sums(result->getNumElements());
    for (auto [i, sum] : llvm::enumerate(sums))
      sum = codec.decodeF64(loadBits(*result, i));
    contraction.run(frame.read(lhs), frame.read(rhs), sums, frame.getErrors());
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
// Other structured ops
//===----------------------------------------------------------------------===//

namespace {
/// A result. It is read before the body runs and written afterwards, unless it
/// is a sum in the declared order, whose terms are collected.
struct Output {
  Use init;
  unsigned slot;
  Place place;
  /// Register of the block argument, if there is one.
  std::optional<unsigned> argument;
  /// Register of the new value or, for a sum, of the term.
  unsigned value;
  /// Type of the sum. Absent for other results.
  std::optional<FloatCodec> sum;
};

struct Input {
  Use use;
  Place place;
  unsigned argument;
};

struct StructuredOp {
  ScalarProgram program;
  SmallVector<int64_t> extents;
  /// A sum is complete after each traversal of the inner dimensions. Without
  /// sums, all dimensions are outer dimensions.
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
  // The scalar program has already captured its values from the frame. A
  // destination without another reader may therefore be moved out of the frame.
  SmallVector<MutableTensor> results(outputs.size());
  for (auto [output, result] : llvm::zip_equal(outputs, results))
    if (failed(frame.take(output.init, result)))
      return failure();
  std::vector<std::vector<uint64_t>> terms(outputs.size());
  SmallVector<int64_t> positions(outputs.size());

  int64_t *indices = state.indices.data();
  BoxWalk inner(innerDims, extents, accesses, indices);
  for (BoxWalk outer(outerDims, extents, accesses, indices); !outer.isDone();
       outer.advance()) {
    for (inner.restart(outer.getPositions()); !inner.isDone();
         inner.advance()) {
      for (auto [input, source] : llvm::zip_equal(inputs, sources)) {
        FailureOr<int64_t> position = input.place.find(inner, state.indices);
        if (failed(position))
          return failure();
        state[input.argument] = loadBits(*source, *position);
      }
      for (auto [i, output] : llvm::enumerate(outputs)) {
        FailureOr<int64_t> position = output.place.find(inner, state.indices);
        if (failed(position))
          return failure();
        positions[i] = *position;
        if (output.argument)
          state[*output.argument] = loadBits(*results[i], *position);
      }
      if (failed(program.run(state)))
        return failure();
      for (auto [i, output] : llvm::enumerate(outputs)) {
        if (output.sum)
          terms[i].push_back(state[output.value]);
        else
          storeBits(*results[i], positions[i], state[output.value]);
      }
    }
    for (auto [i, output] : llvm::enumerate(outputs)) {
      if (!output.sum)
        continue;
      FailureOr<int64_t> position = output.place.find(outer, state.indices);
      if (failed(position))
        return failure();
      storeBits(*results[i], *position,
                addSumTree(loadBits(*results[i], *position), terms[i],
                           *output.sum, frame.getErrors()));
      terms[i].clear();
    }
  }
  for (auto [output, result] : llvm::zip_equal(outputs, results))
    frame.set(output.slot, std::move(result));
  return success();
}

/// Returns the value that result `i` sums: f in a body `addf(out, f(ins))`,
/// where f reads no result. Returns null if result `i` is not such a sum.
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
  // Another reader of the sum needs its value after each term.
  if ((add.getLhs() != out && add.getRhs() != out) || !out.hasOneUse())
    return {};
  // Collect all values that the term depends on.
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
  SmallVector<Place> places;
  for (OpOperand &operand : op->getOpOperands()) {
    FailureOr<std::pair<Place, Access>> place = getPlace(op, operand);
    if (failed(place))
      return failure();
    places.push_back(std::move(place->first));
    plan.accesses.push_back(std::move(place->second));
  }
  if (isFloatContraction(op))
    return compileContraction(op, plan.accesses, compiler);

  plan.extents = op.getStaticLoopRanges();
  // For sums, the terms are results of the program, instead of the sums.
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
    plan.inputs.push_back({compiler.use(op, operand), places[i], arguments[i]});
  bool hasSum = false;
  for (auto [i, init] : llvm::enumerate(op.getDpsInits())) {
    unsigned position = plan.inputs.size() + i;
    Output output{compiler.use(op, init),  compiler.define(op->getResult(i)),
                  places[position],        std::nullopt,
                  plan.program.results[i], std::nullopt};
    // linalg.map may omit the block arguments of its inits.
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
