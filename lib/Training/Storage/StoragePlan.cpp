//===- StoragePlan.cpp - planes of stored states --------------------------===//

#include "StoragePlan.h"

#include "StoragePresets.h"

#include <limits>

using namespace mlir;
using namespace mlir::fp8;

bool StoredState::hasTensorScale() const {
  return fp8::hasTensorScale(storage);
}

StorageAttr StoredState::getNearest(ArrayRef<CopyAttr> copies) const {
  return withRounding(storage, RoundingMode::NearestEven, std::nullopt, copies);
}

SmallVector<StatePlane> StoredState::getPlanes() const {
  using Role = StatePlane::Role;
  MLIRContext *context = storage.getContext();
  Type f32 = Float32Type::get(context);
  auto scalar = RankedTensorType::get({}, f32);
  SmallVector<StatePlane> planes;
  planes.push_back(
      {Role::Main, name, kind,
       RankedTensorType::get(type.getShape(),
                             getElementType(storage.getFormat(), context)),
       std::nullopt});
  if (GranularityAttr granularity = storage.getGranularity();
      granularity && !granularity.isTensor())
    planes.push_back(
        {Role::GranuleScales, name + ".scale_inv", StateKind::Scale,
         RankedTensorType::get(*granularity.getScaleShape(type.getShape()),
                               f32),
         1.0f});
  if (Type residual = getResidualType(storage.getResidual(), context))
    planes.push_back({Role::Residual, name + ".residual", StateKind::Residual,
                      RankedTensorType::get(type.getShape(), residual),
                      std::nullopt});
  if (hasTensorScale())
    planes.push_back({Role::TensorScale, name + ".scale_inv", StateKind::Scale,
                      scalar, 1.0f});
  // Infinity means that the amax is unknown. The largest value that the planes
  // can represent is then the bound.
  if (isBounded)
    planes.push_back({Role::Amax, name + ".amax", StateKind::Amax, scalar,
                      std::numeric_limits<float>::infinity()});
  return planes;
}

const StoredState *StoragePlan::find(Value value) const {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument ||
      !isa_and_nonnull<func::FuncOp>(argument.getOwner()->getParentOp()))
    return nullptr;
  auto *it = states.find(argument.getArgNumber());
  return it == states.end() ? nullptr : &it->second;
}

bool StoragePlan::isStochastic() const {
  return llvm::any_of(
      states, [](const auto &entry) { return entry.second.isStochastic(); });
}

llvm::StringMap<unsigned> mlir::fp8::findUpdatingResults(func::FuncOp func) {
  llvm::StringMap<unsigned> results;
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i)
    if (auto updates = func.getResultAttrOfType<StringAttr>(
            i, FP8Dialect::kUpdatesAttrName))
      results.try_emplace(updates.getValue(), i);
  return results;
}
