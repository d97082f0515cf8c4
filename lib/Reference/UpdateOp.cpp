//===- UpdateOp.cpp - fp8.update ------------------------------------------===//

#include "ScalarProgram.h"
#include "StoredState.h"
#include "SumOrder.h"
#include "fp8/Numerics/Philox.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

namespace {
/// A destination and the result that it becomes.
struct Destination {
  Use init;
  unsigned slot;
};

/// An encoding that is written and never read.
struct StateCopy {
  PlaneEncoding encoding;
  bool isTransposed;
  bool sharesCodes;
  std::optional<Use> scale = std::nullopt;
  std::optional<Destination> codes = std::nullopt, scaleInv = std::nullopt,
                             amax = std::nullopt;
};

/// One state: where its planes come from and go to.
struct State {
  StateStorage storage;
  SmallVector<int64_t> shape;
  Use main;
  std::optional<Use> scaleInv = std::nullopt, residual = std::nullopt;
  /// Of a tensor-wise scale, for decoding and for encoding.
  std::optional<Use> oldInverse = std::nullopt, newScale = std::nullopt;
  std::optional<Destination> newMain = std::nullopt, newScaleInv = std::nullopt,
                             newResidual = std::nullopt, amax = std::nullopt;
  std::vector<StateCopy> copies = {};

  /// Logical values, in the order of the main plane.
  std::vector<float> decode(Frame &frame) const;
  void write(Frame &frame, ArrayRef<float> values,
             ArrayRef<uint16_t> draws) const;
  /// Amaxes of what would be written.
  void measure(Frame &frame, ArrayRef<float> values) const;
  void writeCopy(Frame &frame, const StateCopy &copy, ArrayRef<float> values,
                 const HostTensor &codes, const HostTensor *scaleInv) const;
};

struct Update {
  ScalarProgram program;
  SmallVector<int64_t> shape;
  /// Of the states, then of the inputs.
  SmallVector<Access> accesses;
  std::vector<State> states;
  SmallVector<Use> inputs, scalars;
  std::optional<Use> skip, seed, step;
  Placement placement;
  /// All destinations, planes first; of those of planes that are read, the old
  /// plane.
  SmallVector<Destination> destinations = {};
  SmallVector<std::optional<Use>> oldPlanes = {};
  SmallVector<ReductionKind> reductions = {};
  bool isProbe = false;

  LogicalResult run(Frame &frame) const;
  void skipStep(Frame &frame) const;
  LogicalResult draw(Frame &frame,
                     std::vector<std::vector<uint16_t>> &draws) const;
  void reduce(Frame &frame, ArrayRef<std::vector<uint64_t>> terms) const;
};
} // namespace

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

std::vector<float> State::decode(Frame &frame) const {
  const HostTensor &codes = frame.read(main);
  std::optional<FloatReader> inverses;
  if (scaleInv)
    inverses.emplace(frame.read(*scaleInv));
  else if (oldInverse)
    inverses.emplace(frame.read(*oldInverse));
  std::vector<float> values;
  for (int64_t i = 0, e = codes.getNumElements(); i < e; ++i) {
    std::optional<float> inverse;
    if (inverses)
      inverse = (*inverses)[scaleInv ? (*storage.main.granules)[i] : 0];
    values.push_back(storage.decode(
        loadBits(codes, i), residual ? loadBits(frame.read(*residual), i) : 0,
        inverse));
  }
  return values;
}

static void takeMax(Frame &frame, const std::optional<Destination> &to,
                    ArrayRef<float> values) {
  if (!to)
    return;
  MutableTensor tensor = frame.take(to->init);
  float &largest = tensor->data<float>().front();
  largest = maxOrNaN(largest, largest); // An init that is NaN is canonical too.
  for (float value : values)
    largest = maxOrNaN(largest, magnitude(value));
  frame.set(to->slot, std::move(tensor));
}

static std::optional<float> readScale(Frame &frame,
                                      const std::optional<Use> &scale) {
  if (!scale)
    return std::nullopt;
  return readF32(frame.read(*scale));
}

/// The tensor of a destination, if there is one.
static MutableTensor take(Frame &frame, const std::optional<Destination> &to) {
  return to ? frame.take(to->init) : MutableTensor();
}

static void set(Frame &frame, const std::optional<Destination> &to,
                MutableTensor tensor) {
  if (to)
    frame.set(to->slot, std::move(tensor));
}

void State::write(Frame &frame, ArrayRef<float> values,
                  ArrayRef<uint16_t> draws) const {
  std::vector<float> transformed;
  for (float value : values)
    transformed.push_back(storage.transform(value));
  MutableTensor codes = take(frame, newMain);
  MutableTensor scaleInvs = take(frame, newScaleInv);
  MutableTensor remainders = take(frame, newResidual);
  PlaneEncoding::Scales scales = storage.main.makeScales(
      transformed, readScale(frame, newScale), scaleInvs.get());
  // What is stored is measured where it may differ much from what came in.
  std::vector<float> measured = transformed;
  for (auto [i, value] : llvm::enumerate(transformed)) {
    StoredValue stored = storage.encode(value, storage.main.getScale(scales, i),
                                        draws.empty() ? uint16_t(0) : draws[i]);
    storeBits(*codes, i, stored.main);
    if (remainders) {
      storeBits(*remainders, i, stored.residual);
      measured[i] = stored.value;
    }
  }
  takeMax(frame, amax, measured);
  for (const StateCopy &copy : copies)
    writeCopy(frame, copy, values, *codes, scaleInvs.get());
  set(frame, newMain, std::move(codes));
  set(frame, newScaleInv, std::move(scaleInvs));
  set(frame, newResidual, std::move(remainders));
}

/// Where each element of a tensor of `shape` lies in its transpose, whose
/// dimensions are reversed.
static std::vector<int64_t> getTransposed(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> reversed(llvm::reverse(shape));
  Access access;
  access.strides = getRowMajorStrides(reversed);
  std::reverse(access.strides.begin(), access.strides.end());
  std::vector<int64_t> positions;
  for (BoxWalk walk(getAllDims(shape.size()), shape, {access}); !walk.isDone();
       walk.advance())
    positions.push_back(walk.getPosition(0));
  return positions;
}

static void transposeInto(HostTensor &to, const HostTensor &from) {
  for (auto [i, position] :
       llvm::enumerate(getTransposed(from.getType().getShape())))
    storeBits(to, position, loadBits(from, i));
}

void State::writeCopy(Frame &frame, const StateCopy &copy,
                      ArrayRef<float> values, const HostTensor &codes,
                      const HostTensor *scaleInv) const {
  MutableTensor result = take(frame, copy.codes);
  MutableTensor scaleInvs = take(frame, copy.scaleInv);
  if (copy.sharesCodes) {
    transposeInto(*result, codes);
    if (scaleInvs)
      transposeInto(*scaleInvs, *scaleInv);
  } else {
    std::vector<float> arranged(values);
    if (copy.isTransposed)
      for (auto [i, position] : llvm::enumerate(getTransposed(shape)))
        arranged[position] = values[i];
    PlaneEncoding::Scales scales = copy.encoding.makeScales(
        arranged, readScale(frame, copy.scale), scaleInvs.get());
    for (auto [i, value] : llvm::enumerate(arranged)) {
      std::optional<numerics::Scale> scale = copy.encoding.getScale(scales, i);
      storeBits(
          *result, i,
          copy.encoding.codec.encodeF32(scale ? value * scale->scale : value,
                                        numerics::Overflow::Saturate));
    }
    takeMax(frame, copy.amax, values);
  }
  set(frame, copy.codes, std::move(result));
  set(frame, copy.scaleInv, std::move(scaleInvs));
}

void State::measure(Frame &frame, ArrayRef<float> values) const {
  std::vector<float> transformed;
  for (float value : values)
    transformed.push_back(storage.transform(value));
  takeMax(frame, amax, transformed);
  for (const StateCopy &copy : copies)
    takeMax(frame, copy.amax, values);
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

/// Nothing changes: planes come back as they are, all else as its init.
void Update::skipStep(Frame &frame) const {
  for (auto [destination, old] : llvm::zip_equal(destinations, oldPlanes))
    frame.set(destination.slot, frame.share(old.value_or(destination.init)));
}

/// Per state that rounds stochastically, the draw of each element in the order
/// of its main plane.
LogicalResult Update::draw(Frame &frame,
                           std::vector<std::vector<uint16_t>> &draws) const {
  draws.resize(states.size());
  if (!seed)
    return success();
  FailureOr<std::function<uint64_t(int64_t)>> globalIndex =
      placement.getGlobalIndex(frame);
  if (failed(globalIndex))
    return failure();
  auto seedValue = static_cast<uint32_t>(frame.readInt(*seed));
  auto stepValue = static_cast<uint32_t>(frame.readInt(*step));
  for (auto [i, state] : llvm::enumerate(states)) {
    if (!state.storage.isStochastic)
      continue;
    draws[i].resize(computeProduct(shape));
    int64_t position = 0;
    for (BoxWalk walk(getAllDims(shape.size()), shape, {accesses[i]});
         !walk.isDone(); walk.advance())
      draws[i][walk.getPosition(0)] = numerics::randomBits(
          seedValue, state.storage.stream, (*globalIndex)(position++),
          stepValue, numerics::use::update);
  }
  return success();
}

void Update::reduce(Frame &frame, ArrayRef<std::vector<uint64_t>> terms) const {
  auto first = destinations.end() - reductions.size();
  for (auto [i, kind] : llvm::enumerate(reductions)) {
    MutableTensor value = frame.take(first[i].init);
    float &total = value->data<float>().front();
    if (kind == ReductionKind::Sum) {
      uint64_t bits =
          addSumTree(numerics::bitsOf(total), terms[i], FloatCodec::getF32());
      total = numerics::floatOf(static_cast<uint32_t>(bits));
    } else {
      total = maxOrNaN(total, total);
      for (uint64_t term : terms[i])
        total = maxOrNaN(total, numerics::floatOf(static_cast<uint32_t>(term)));
    }
    frame.set(first[i].slot, std::move(value));
  }
}

LogicalResult Update::run(Frame &frame) const {
  if (skip && frame.readInt(*skip) != 0) {
    skipStep(frame);
    return success();
  }
  ScalarState scalarState = program.start(frame);
  std::vector<std::vector<float>> values;
  for (const State &state : states)
    values.push_back(state.decode(frame));
  SmallVector<FloatReader> readers;
  for (Use use : inputs)
    readers.emplace_back(frame.read(use));
  for (auto [i, use] : llvm::enumerate(scalars))
    scalarState[program.arguments[states.size() + inputs.size() + i]] =
        numerics::bitsOf(readF32(frame.read(use)));
  std::vector<std::vector<uint16_t>> draws;
  if (failed(draw(frame, draws)))
    return failure();

  std::vector<std::vector<uint64_t>> terms(reductions.size());
  for (BoxWalk walk(getAllDims(shape.size()), shape, accesses); !walk.isDone();
       walk.advance()) {
    for (size_t i = 0; i < accesses.size(); ++i) {
      int64_t position = walk.getPosition(i);
      scalarState[program.arguments[i]] = numerics::bitsOf(
          i < states.size() ? values[i][position]
                            : readers[i - states.size()][position]);
    }
    if (failed(program.run(scalarState)))
      return failure();
    auto getResult = [&](size_t i) {
      return static_cast<uint32_t>(scalarState[program.results[i]]);
    };
    // The old value has been read: no two elements share a position.
    for (size_t i = 0; i < states.size(); ++i)
      values[i][walk.getPosition(i)] = numerics::floatOf(getResult(i));
    for (size_t i = 0; i < reductions.size(); ++i)
      terms[i].push_back(getResult(states.size() + i));
  }

  for (auto [i, state] : llvm::enumerate(states)) {
    if (isProbe)
      state.measure(frame, values[i]);
    else
      state.write(frame, values[i], draws[i]);
  }
  reduce(frame, terms);
  return success();
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

namespace {
/// Hands out the operands and results of an op in the order of its description.
class UpdateCompiler {
public:
  UpdateCompiler(UpdateOp op, PlanCompiler &compiler, Update &update)
      : op(op), update(update), planes(compiler.use(op, op.getStates())),
        scales(compiler.use(op, op.getScales())),
        inits(compiler.use(op, op.getInits())),
        slots(compiler.define(op->getResults())) {}

  void compile();

private:
  Use nextScale() { return scales[numScales++]; }
  Destination nextInit(std::optional<Use> old = std::nullopt) {
    size_t i = update.destinations.size();
    update.destinations.push_back({inits[i], slots[i]});
    update.oldPlanes.push_back(old);
    return update.destinations.back();
  }
  void addReadPlane(const UpdatePlane &plane, unsigned i);
  void addScales(const UpdatePlane &plane);
  void addDestination(const UpdatePlane &plane);

  UpdateOp op;
  Update &update;
  SmallVector<Use> planes, scales, inits;
  SmallVector<unsigned> slots;
  unsigned numScales = 0;
};
} // namespace

void UpdateCompiler::addReadPlane(const UpdatePlane &plane, unsigned i) {
  switch (plane.role) {
  case UpdatePlane::Role::Main: {
    auto type = cast<ShapedType>(op.getStates()[i].getType());
    update.states.push_back(
        {StateStorage(op.getStorageOf(plane.state), type.getShape()),
         SmallVector<int64_t>(type.getShape()), planes[i]});
    return;
  }
  case UpdatePlane::Role::ScaleInv:
    update.states.back().scaleInv = planes[i];
    return;
  case UpdatePlane::Role::Residual:
    update.states.back().residual = planes[i];
    return;
  case UpdatePlane::Role::Copy:
    llvm_unreachable("copies are not read");
  }
}

/// Makes a copy known, and gives a plane with a tensor-wise scale its operands.
void UpdateCompiler::addScales(const UpdatePlane &plane) {
  State &state = update.states[plane.state];
  if (plane.role == UpdatePlane::Role::Copy) {
    SmallVector<int64_t> shape(state.shape);
    if (plane.isTransposed)
      std::reverse(shape.begin(), shape.end());
    state.copies.push_back({PlaneEncoding(plane.format, plane.granularity,
                                          /*pow2Scale=*/false, shape),
                            plane.isTransposed, plane.sharesCodes});
  }
  if (!plane.hasTensorScale())
    return;
  bool isMain = plane.role == UpdatePlane::Role::Main;
  if (isMain)
    state.oldInverse = nextScale();
  if (!update.isProbe)
    (isMain ? state.newScale : state.copies.back().scale) = nextScale();
}

void UpdateCompiler::addDestination(const UpdatePlane &plane) {
  State &state = update.states[plane.state];
  switch (plane.role) {
  case UpdatePlane::Role::Main:
    state.newMain = nextInit(state.main);
    return;
  case UpdatePlane::Role::Residual:
    state.newResidual = nextInit(state.residual);
    return;
  case UpdatePlane::Role::ScaleInv:
    if (plane.isCopy)
      state.copies[plane.copy].scaleInv = nextInit();
    else
      state.newScaleInv = nextInit(state.scaleInv);
    return;
  case UpdatePlane::Role::Copy:
    state.copies[plane.copy].codes = nextInit();
    return;
  }
}

void UpdateCompiler::compile() {
  for (auto [i, plane] : llvm::enumerate(op.getReadPlanes()))
    addReadPlane(plane, i);
  SmallVector<UpdatePlane> all = op.getAllPlanes();
  llvm::for_each(all, [&](const UpdatePlane &plane) { addScales(plane); });
  for (const UpdatePlane &plane : op.getWrittenPlanes())
    addDestination(plane);
  for (const UpdatePlane &plane : all) {
    if (!plane.hasTensorScale())
      continue;
    State &state = update.states[plane.state];
    (plane.isCopy ? state.copies[plane.copy].amax : state.amax) = nextInit();
  }
  for (unsigned i = 0, e = op.getNumReductions(); i < e; ++i) {
    update.reductions.push_back(op.getReduction(i));
    nextInit();
  }
}

static FailureOr<Step> compileUpdate(UpdateOp op, PlanCompiler &compiler) {
  for (unsigned i = 0, e = op.getNumStates(); i < e; ++i)
    if (op.getStorageOf(i).getRounding() == RoundingMode::StochasticHW)
      return emitUnsupported(op, " with rounding stochastic_hw, which no two "
                                 "targets need agree on");
  FailureOr<ScalarProgram> program =
      ScalarCompiler::compileBody(op, op.getBody().front(), compiler);
  if (failed(program))
    return failure();
  SmallVector<int64_t> shape(op.getFirstType().getShape());
  Update update{std::move(*program),
                shape,
                {},
                {},
                compiler.use(op, op.getInputs()),
                compiler.use(op, op.getScalars()),
                useIfPresent(compiler, op, op.getSkip()),
                useIfPresent(compiler, op, op.getSeed()),
                useIfPresent(compiler, op, op.getStep()),
                Placement{op.getLoc(), shape,
                          SmallVector<int64_t>(op.getWholeShape()),
                          MixedInts(op, op.getMixedOffsets(), compiler)}};
  update.isProbe = op.getProbe();
  SmallVector<Value> values = op.getMainPlanes();
  llvm::append_range(values, op.getInputs());
  for (auto [i, value] : llvm::enumerate(values))
    update.accesses.push_back(getAccess(op.getMap(i), value.getType()));
  UpdateCompiler(op, compiler, update).compile();
  return Step(
      [update = std::move(update)](Frame &frame) { return update.run(frame); });
}

void reference::addUpdateOp(OpTable &table) {
  table.add<UpdateOp>(compileUpdate);
}
