//===- TrainOps.cpp - fp8.contract, fp8.update and fp8.scatter_add --------===//

#include "Contractions.h"
#include "FP8Support.h"
#include "ScalarProgram.h"
#include "SumOrder.h"

#include "fp8/Numerics/MathGelu.h"

#include "llvm/Support/ScopedPrinter.h"
using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

/// Where an operand finds its element by a map of dimensions and zeros.
static Access getAccess(AffineMap map, Type type) {
  Access access;
  access.strides.assign(map.getNumDims(), 0);
  ArrayRef<int64_t> shape = cast<ShapedType>(type).getShape();
  for (auto [expr, stride] :
       llvm::zip_equal(map.getResults(), getRowMajorStrides(shape)))
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      access.strides[dim.getPosition()] = stride;
  return access;
}

//===----------------------------------------------------------------------===//
// contract
//===----------------------------------------------------------------------===//

namespace {
struct Contract {
  Contraction contraction;
  Use lhs, rhs, init;
  std::optional<Use> lhsScaleInv, rhsScaleInv, bias, outScale, amax;
  SmallVector<unsigned> slots;
  Activation activation;

  LogicalResult run(Frame &frame) const;
  float activate(float value) const;
};
} // namespace

float Contract::activate(float value) const {
  switch (activation) {
  case Activation::None:
    break;
  case Activation::Relu: // As arith.maximumf: a NaN stays, -0 becomes 0.
    return numerics::isNaN(value) || value > 0.0f ? value : 0.0f;
  case Activation::Gelu:
    return numerics::geluF32(value);
  case Activation::GeluTanh:
    return numerics::geluTanhF32(value);
  }
  return value;
}

LogicalResult Contract::run(Frame &frame) const {
  MutableTensor result = frame.take(init);
  FloatCodec codec = *FloatCodec::get(result->getElementType());
  std::vector<double> sums(result->getNumElements(), 0.0);
  contraction.run(frame.read(lhs), frame.read(rhs), sums);

  auto readOr = [&](const std::optional<Use> &use, float otherwise) {
    return use ? readF32(frame.read(*use)) : otherwise;
  };
  float factor = readOr(lhsScaleInv, 1.0f) * readOr(rhsScaleInv, 1.0f);
  int64_t numColumns =
      result->getShape().empty() ? 1 : result->getShape().back();
  MutableTensor largest = amax ? frame.take(*amax) : nullptr;
  if (largest)
    largest->data<float>()[0] = maxOrNaN(readF32(*largest), readF32(*largest));
  for (auto [i, sum] : llvm::enumerate(sums)) {
    float y = static_cast<float>(sum) * factor;
    // Codes have no scale that the init could be read with.
    if (!outScale)
      y = codec.decodeF32(loadBits(*result, i)) + y;
    if (bias)
      y = y + FloatReader(frame.read(*bias))[i % numColumns];
    y = activate(y);
    if (largest) {
      float &value = largest->data<float>()[0];
      value = maxOrNaN(value, magnitude(y));
    }
    if (outScale)
      y = y * readF32(frame.read(*outScale));
    storeBits(*result, i, codec.encodeF32(y, numerics::Overflow::Saturate));
  }
  frame.set(slots[0], std::move(result));
  if (largest)
    frame.set(slots[1], std::move(largest));
  return success();
}

static FailureOr<Step> compileContract(ContractOp op, PlanCompiler &compiler) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  Contraction contraction;
  contraction.extents = op.getStaticLoopRanges();
  contraction.reductionDims = op.getReductionDims();
  for (unsigned d = 0, e = maps[2].getNumDims(); d < e; ++d)
    if (maps[2].isFunctionOfDim(d))
      contraction.parallelDims.push_back(d);
  contraction.lhs = getAccess(maps[0], op.getLhs().getType());
  contraction.rhs = getAccess(maps[1], op.getRhs().getType());
  contraction.result = getAccess(maps[2], op.getInit().getType());
  Contract contract{std::move(contraction),
                    compiler.use(op, op.getLhs()),
                    compiler.use(op, op.getRhs()),
                    compiler.use(op, op.getInit()),
                    useIfPresent(compiler, op, op.getLhsScaleInv()),
                    useIfPresent(compiler, op, op.getRhsScaleInv()),
                    useIfPresent(compiler, op, op.getBias()),
                    useIfPresent(compiler, op, op.getOutScale()),
                    useIfPresent(compiler, op, op.getAmaxInit()),
                    compiler.define(op->getResults()),
                    op.getActivation()};
  return Step([contract = std::move(contract)](Frame &frame) {
    return contract.run(frame);
  });
}

//===----------------------------------------------------------------------===//
// update
//===----------------------------------------------------------------------===//

namespace {
/// fp8.update with plain planes: one of a float format per state.
struct Update {
  ScalarProgram program;
  SmallVector<int64_t> shape;
  /// Of the states, then of the inputs.
  SmallVector<Access> accesses;
  SmallVector<Use> states, inputs, scalars, inits;
  std::optional<Use> skip;
  SmallVector<unsigned> slots;
  SmallVector<ReductionKind> reductions;
  bool isProbe;

  LogicalResult run(Frame &frame) const;
};
} // namespace

LogicalResult Update::run(Frame &frame) const {
  ScalarState state = program.start(frame);
  SmallVector<FloatReader> readers;
  for (Use use : llvm::concat<const Use>(states, inputs))
    readers.emplace_back(frame.read(use));
  for (auto [i, use] : llvm::enumerate(scalars))
    state[program.arguments[readers.size() + i]] =
        numerics::bitsOf(readF32(frame.read(use)));

  // Nothing changes: planes come back as they are, reductions as their inits.
  if (skip && frame.readInt(*skip) != 0) {
    for (auto [i, use] : llvm::enumerate(isProbe ? ArrayRef<Use>() : states))
      frame.set(slots[i], frame.share(use));
    size_t numPlanes = slots.size() - reductions.size();
    for (size_t i = numPlanes; i < slots.size(); ++i)
      frame.set(slots[i], frame.share(inits[i]));
    return success();
  }

  // New planes are not written over the states: all of these are read below.
  SmallVector<MutableTensor> planes;
  SmallVector<FloatCodec> codecs;
  size_t numPlanes = isProbe ? 0 : states.size();
  for (size_t i = 0; i < numPlanes; ++i) {
    planes.push_back(
        std::make_shared<HostTensor>(frame.read(states[i]).clone()));
    codecs.push_back(*FloatCodec::get(planes.back()->getElementType()));
  }
  std::vector<std::vector<uint64_t>> terms(reductions.size());
  for (BoxWalk walk(getAllDims(shape.size()), shape, accesses); !walk.isDone();
       walk.advance()) {
    for (auto [i, reader] : llvm::enumerate(readers))
      state[program.arguments[i]] =
          numerics::bitsOf(reader[walk.getPosition(i)]);
    if (failed(program.run(state)))
      return failure();
    auto getResult = [&](size_t i) { return state[program.results[i]]; };
    for (size_t i = 0; i < numPlanes; ++i)
      storeBits(*planes[i], walk.getPosition(i),
                codecs[i].encodeF32(
                    numerics::floatOf(static_cast<uint32_t>(getResult(i))),
                    numerics::Overflow::Saturate));
    for (size_t i = 0; i < reductions.size(); ++i)
      terms[i].push_back(getResult(states.size() + i));
  }

  for (auto [i, plane] : llvm::enumerate(planes))
    frame.set(slots[i], std::move(plane));
  for (auto [i, kind] : llvm::enumerate(reductions)) {
    MutableTensor value = frame.take(inits[numPlanes + i]);
    uint64_t bits = loadBits(*value, 0);
    if (kind == ReductionKind::Sum) {
      bits = addSumTree(bits, terms[i], FloatCodec::getF32());
    } else {
      float largest = numerics::floatOf(static_cast<uint32_t>(bits));
      largest = maxOrNaN(largest, largest);
      for (uint64_t term : terms[i])
        largest =
            maxOrNaN(largest, numerics::floatOf(static_cast<uint32_t>(term)));
      bits = numerics::bitsOf(largest);
    }
    storeBits(*value, 0, bits);
    frame.set(slots[numPlanes + i], std::move(value));
  }
  return success();
}

static FailureOr<Step> compileUpdate(UpdateOp op, PlanCompiler &compiler) {
  for (unsigned i = 0, e = op.getNumStates(); i < e; ++i) {
    if (op.getStorageOf(i).isPlain())
      continue;
    InFlightDiagnostic diag =
        emitUnsupported(op, " with state #" + Twine(i) + " stored as " +
                                llvm::to_string(op.getStorageOf(i)));
    diag.attachNote() << "supported is storage in f32, bf16 or f16, rounded to "
                         "nearest, without a residual, a transform or copies";
    return diag;
  }
  FailureOr<ScalarProgram> program =
      ScalarCompiler::compileBody(op, op.getBody().front(), compiler);
  if (failed(program))
    return failure();
  Update update;
  update.program = std::move(*program);
  llvm::append_range(
      update.shape,
      cast<RankedTensorType>(op.getStates().front().getType()).getShape());
  SmallVector<Value> values(op.getStates());
  llvm::append_range(values, op.getInputs());
  for (auto [i, value] : llvm::enumerate(values))
    update.accesses.push_back(getAccess(op.getMap(i), value.getType()));
  update.states = compiler.use(op, op.getStates());
  update.inputs = compiler.use(op, op.getInputs());
  update.scalars = compiler.use(op, op.getScalars());
  update.inits = compiler.use(op, op.getInits());
  update.skip = useIfPresent(compiler, op, op.getSkip());
  update.slots = compiler.define(op->getResults());
  update.isProbe = op.getProbe();
  if (std::optional<ArrayAttr> reductions = op.getReductions())
    for (Attribute reduction : *reductions)
      update.reductions.push_back(
          cast<ReductionKindAttr>(reduction).getValue());
  return Step(
      [update = std::move(update)](Frame &frame) { return update.run(frame); });
}

//===----------------------------------------------------------------------===//
// scatter_add
//===----------------------------------------------------------------------===//

static FailureOr<Step> compileScatterAdd(ScatterAddOp op,
                                         PlanCompiler &compiler) {
  return Step([updates = compiler.use(op, op.getUpdates()),
               indices = compiler.use(op, op.getIndices()),
               init = compiler.use(op, op.getInit()),
               slot = compiler.define(op.getResult())](Frame &frame) {
    MutableTensor result = frame.take(init);
    const HostTensor &at = frame.read(indices);
    FloatReader values(frame.read(updates));
    FloatCodec codec = *FloatCodec::get(result->getElementType());
    int64_t numSlices = at.getShape()[0], numIndices = at.getShape()[1];
    ArrayRef<int64_t> shape = result->getShape();
    SmallVector<int64_t> strides = getRowMajorStrides(shape);
    int64_t sliceSize = strides[numIndices - 1];
    for (int64_t i = 0; i < numSlices; ++i) {
      int64_t start = 0;
      bool isInside = true;
      for (int64_t k = 0; k < numIndices; ++k) {
        int64_t index = at.getInt(i * numIndices + k);
        isInside &= index >= 0 && index < shape[k];
        // Not computed where it could overflow: the slice is dropped.
        start += isInside ? index * strides[k] : 0;
      }
      for (int64_t j = 0; isInside && j < sliceSize; ++j) {
        float sum = codec.decodeF32(loadBits(*result, start + j)) +
                    values[i * sliceSize + j];
        storeBits(*result, start + j,
                  codec.encodeF32(sum, numerics::Overflow::Infinity));
      }
    }
    frame.set(slot, std::move(result));
    return success();
  });
}

void reference::addTrainOps(OpTable &table) {
  table.add<ContractOp>(compileContract);
  table.add<ScatterAddOp>(compileScatterAdd);
  table.add<UpdateOp>(compileUpdate);
}
