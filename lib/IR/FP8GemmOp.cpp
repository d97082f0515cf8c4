//===- FP8GemmOp.cpp - fp8.gemm -------------------------------------------===//
//
// A comment `gemm_cN` marks the check of constraint (CN) in the description of
// the op.
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"
#include "fp8/IR/FP8.h"

using namespace mlir;
using namespace mlir::fp8;

LogicalResult fp8::verifyIterationSpace(Operation *op, ArrayRef<AffineMap> maps,
                                        std::array<Value, 3> values) {
  if (maps.size() != 3)
    return op->emitOpError("expected three indexing maps, but got ")
           << maps.size();
  unsigned numDims = maps[0].getNumDims();
  SmallVector<int64_t> extents(numDims, ShapedType::kDynamic);
  SmallVector<unsigned> occurrences(numDims, 0);
  std::array<StringRef, 3> names = {"lhs", "rhs", "result"};
  for (auto [map, name, value] : llvm::zip_equal(maps, names, values)) {
    auto type = cast<ShapedType>(value.getType());
    if (map.getNumDims() != numDims || map.getNumSymbols() != 0 ||
        !map.isProjectedPermutation() || map.getNumResults() != type.getRank())
      return op->emitOpError("expected the map of the ")
             << name << " to be a projected permutation of " << numDims
             << " dimensions to the rank of " << type << ", but got "
             << AffineMapAttr::get(map);
    for (auto [i, expr] : llvm::enumerate(map.getResults())) {
      unsigned d = cast<AffineDimExpr>(expr).getPosition();
      ++occurrences[d];
      int64_t extent = type.getDimSize(i);
      if (ShapedType::isDynamic(extent))
        continue;
      if (!ShapedType::isDynamic(extents[d]) && extents[d] != extent)
        return op->emitOpError("expected one extent of d")
               << d << ", but it is " << extents[d] << " and, in the " << name
               << ", " << extent;
      extents[d] = extent;
    }
  }
  for (auto [d, count] : llvm::enumerate(occurrences))
    if (count < 2)
      return op->emitOpError("expected every dimension in two of the maps at "
                             "least, but d")
             << d << " is in " << count;
  return success();
}

SmallVector<AffineMap> GemmOp::getIndexingMapsArray() {
  return llvm::map_to_vector(getIndexingMaps(), [](Attribute map) {
    return cast<AffineMapAttr>(map).getValue();
  });
}

LogicalResult GemmOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                       ValueRange operands,
                                       DictionaryAttr attributes,
                                       OpaqueProperties properties,
                                       RegionRange regions,
                                       SmallVectorImpl<Type> &types) {
  Type type =
      Adaptor(operands, attributes, properties, regions).getInit().getType();
  if (isa<RankedTensorType>(type))
    types.push_back(type);
  return success();
}

void GemmOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addBufferEffects(
      *this,
      [&](OpOperand &operand) {
        return !isDpsInit(&operand) || getAccumulate();
      },
      effects);
}

Speculation::Speculatability GemmOp::getSpeculatability() {
  return isa<MemRefType>(getInit().getType()) ? Speculation::NotSpeculatable
                                              : Speculation::Speculatable;
}

LogicalResult GemmOp::verify() {
  if (failed(verifySameKind(*this))) // gemm_c1
    return failure();
  if (failed(verifyIterationSpace(*this, getIndexingMapsArray(),
                                  {getLhs(), getRhs(), getInit()}))) // gemm_c2
    return failure();
  auto verifyScale = [&](StringRef name, Value value,
                         Value scale) -> LogicalResult {
    bool isCode = cast<ShapedType>(value.getType())
                      .getElementType()
                      .getIntOrFloatBitWidth() == 8;
    if (isCode != (scale != nullptr)) // gemm_c3
      return emitOpError("expected '")
             << name << "_scale_inv' if and only if " << name
             << " holds 8-bit codes, but it is " << value.getType();
    if (scale && cast<ShapedType>(scale.getType()).getRank() != 0) // gemm_c4
      return emitOpError("expected '")
             << name << "_scale_inv' of rank 0, but got " << scale.getType();
    return success();
  };
  if (failed(verifyScale("lhs", getLhs(), getLhsScaleInv())))
    return failure();
  if (failed(verifyScale("rhs", getRhs(), getRhsScaleInv())))
    return failure();
  if (getAccumulate() && !getElementTypeOrSelf(getInit()).isF32()) // gemm_c5
    return emitOpError(
               "expected a result of f32 under 'accumulate', but it is ")
           << getInit().getType();
  return success();
}
