//===- UpdateOp.cpp - fp8.update ------------------------------------------===//

#include "FP8Support.h"
#include "ScalarProgram.h"
#include "SumOrder.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

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

  size_t numPlanes = isProbe ? 0 : states.size();
  // Nothing changes: planes come back as they are, reductions as their inits.
  if (skip && frame.readInt(*skip) != 0) {
    for (size_t i = 0; i < slots.size(); ++i)
      frame.set(slots[i], frame.share(i < numPlanes ? states[i] : inits[i]));
    return success();
  }

  // New planes are not written over the states: all of these are read below.
  SmallVector<MutableTensor> planes;
  SmallVector<FloatCodec> codecs;
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
    float &total = value->data<float>().front();
    if (kind == ReductionKind::Sum) {
      uint64_t bits =
          addSumTree(numerics::bitsOf(total), terms[i], FloatCodec::getF32());
      total = numerics::floatOf(static_cast<uint32_t>(bits));
    } else {
      total = maxOrNaN(total, total); // An init that is NaN is canonical too.
      for (uint64_t term : terms[i])
        total = maxOrNaN(total, numerics::floatOf(static_cast<uint32_t>(term)));
    }
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

void reference::addUpdateOp(OpTable &table) {
  table.add<UpdateOp>(compileUpdate);
}
