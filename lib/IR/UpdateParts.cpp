//===- UpdateParts.cpp - operands of fp8.update by role -------------------===//

#include "UpdateParts.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

void UpdateParts::addReadPlanes(UpdateOp op) {
  for (auto [plane, value] :
       llvm::zip_equal(op.getReadPlanes(), op.getStates())) {
    if (plane.role == UpdatePlane::Role::Main) {
      StateParts state;
      state.storage = op.getStorageOf(plane.state);
      state.type = cast<RankedTensorType>(value.getType());
      state.map = op.getMap(plane.state);
      state.main = value;
      states.push_back(std::move(state));
    } else if (plane.role == UpdatePlane::Role::ScaleInv) {
      states.back().scaleInv = value;
    } else {
      states.back().residual = value;
    }
  }
}

void UpdateParts::addScales(UpdateOp op) {
  OperandRange scales = op.getScales();
  auto next = [&] {
    Value scale = scales.front();
    scales = scales.drop_front();
    return scale;
  };
  for (const UpdatePlane &plane : op.getAllPlanes()) {
    StateParts &state = states[plane.state];
    if (plane.role == UpdatePlane::Role::Copy) {
      state.copies.emplace_back();
      state.copies.back().plane = plane;
    }
    if (!plane.hasTensorScale())
      continue;
    if (!plane.isCopy)
      state.oldInverse = next();
    if (!op.getProbe())
      (plane.isCopy ? state.copies.back().scale : state.newScale) = next();
  }
}

void UpdateParts::addDestinations(UpdateOp op) {
  OperandRange inits = op.getInits();
  auto add = [&](Destination &to) {
    to.init = inits.front();
    inits = inits.drop_front();
    order.push_back(&to);
  };
  for (const UpdatePlane &plane : op.getWrittenPlanes()) {
    StateParts &state = states[plane.state];
    switch (plane.role) {
    case UpdatePlane::Role::Main:
      add(state.newMain);
      break;
    case UpdatePlane::Role::Residual:
      add(state.newResidual);
      break;
    case UpdatePlane::Role::ScaleInv:
      add(plane.isCopy ? state.copies[plane.copy].scaleInv : state.newScaleInv);
      break;
    case UpdatePlane::Role::Copy:
      add(state.copies[plane.copy].codes);
      break;
    }
  }
  for (const UpdatePlane &plane : op.getAllPlanes())
    if (plane.hasTensorScale())
      add(plane.isCopy ? states[plane.state].copies[plane.copy].amax
                       : states[plane.state].amax);
  reductions.resize(op.getNumReductions());
  llvm::for_each(reductions, add);
}

UpdateParts::UpdateParts(UpdateOp op) {
  addReadPlanes(op);
  addScales(op);
  addDestinations(op);
}

//===----------------------------------------------------------------------===//
// The iteration space
//===----------------------------------------------------------------------===//

/// Returns the granularity that all states with granules share. Returns null if
/// they differ, or if an indexing map is not the identity.
static GranularityAttr findCommonGranularity(UpdateOp op,
                                             ArrayRef<StateParts> states) {
  for (unsigned i = 0, e = states.size() + op.getInputs().size(); i < e; ++i)
    if (!op.getMap(i).isIdentity())
      return {};
  GranularityAttr common;
  for (const StateParts &state : states) {
    GranularityAttr granularity = state.getGranularity();
    if (!granularity)
      continue;
    if (common && common != granularity)
      return {};
    common = granularity;
  }
  return common;
}

static std::optional<Granules> findView(UpdateOp op,
                                        ArrayRef<StateParts> states) {
  GranularityAttr granularity = findCommonGranularity(op, states);
  if (!granularity)
    return std::nullopt;
  return Granules(granularity, states.front().type);
}

UpdateSpace::UpdateSpace(UpdateOp op, ArrayRef<StateParts> states)
    : context(op.getContext()), type(states.front().type),
      view(findView(op, states)),
      whole(view ? *view
                 : Granules(
                       GranularityAttr::get(context, GranularityKind::Tensor),
                       type)) {}

/// Returns the map from the dimensions of a tensor of `shape` to the index of
/// its scale, if the tensor is not viewed as granules.
static AffineMap getWholeScaleMap(GranularityAttr granularity,
                                  ArrayRef<int64_t> shape) {
  MLIRContext *context = granularity.getContext();
  int64_t rank = shape.size();
  if (granularity.getKind() == GranularityKind::Group) {
    AffineExpr linear = getAffineConstantExpr(0, context);
    for (auto [d, extent] : llvm::enumerate(shape))
      linear = linear * extent + getAffineDimExpr(d, context);
    return AffineMap::get(rank, 0, linear.floorDiv(granularity.getSizes()[0]));
  }
  SmallVector<AffineExpr> exprs;
  for (int64_t d = 0; d < rank; ++d)
    if (int64_t granule = granularity.getExtent(d, rank))
      exprs.push_back(getAffineDimExpr(d, context).floorDiv(granule));
  return AffineMap::get(rank, 0, exprs, context);
}

AffineMap UpdateSpace::getScaleMap(const StateParts &state) const {
  if (!state.getGranularity())
    return getScalarMap();
  if (view)
    return view->getScaleMap();
  return getWholeScaleMap(state.getGranularity(), state.type.getShape())
      .compose(state.map);
}

SmallVector<int64_t> UpdateSpace::getShape(AffineMap map) const {
  if (view)
    return SmallVector<int64_t>(view->getViewShape());
  return applyPermutationMap(map, type.getShape());
}
