//===- UpdateOp.cpp - compilation of fp8.update ---------------------------===//

#include "UpdateStep.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

namespace {
/// Assigns the operands and results of an op in the order of its description.
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

/// Adds a copy to its state, and assigns the scale operands of a plane with a
/// tensor-wise scale.
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
      return emitUnsupported(op, " with rounding stochastic_hw, which may "
                                 "differ between any two targets");
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
                useIfPresent(compiler, op, op.getValid()),
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
