//===- Verifiers.cpp - checks shared by ops of the fp8 dialect ------------===//

#include "Verifiers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fp8;

std::string fp8::formatShape(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "[";
  llvm::interleaveComma(shape, stream, [&](int64_t extent) {
    if (ShapedType::isDynamic(extent))
      stream << "?";
    else
      stream << extent;
  });
  stream << "]";
  return text;
}

LogicalResult fp8::verifyScaleShape(Operation *op, StringRef name,
                                    ShapedType scales,
                                    GranularityAttr granularity,
                                    ShapedType type) {
  FailureOr<SmallVector<int64_t>> shape =
      granularity.getScaleShape(type.getShape());
  if (failed(shape))
    return op->emitOpError("expected a tensor that the granularity ")
           << granularity << " fits, but got " << type;
  if (succeeded(verifyCompatibleShape(*shape, scales.getShape())))
    return success();
  InFlightDiagnostic diag = op->emitOpError("expected '")
                            << name << "' of shape " << formatShape(*shape)
                            << ", but got " << formatShape(scales.getShape());
  diag.attachNote() << "this shape follows from " << granularity << " for "
                    << type;
  return diag;
}

LogicalResult fp8::verifyScaleElement(Operation *op, StringRef name,
                                      ShapedType scales,
                                      GranularityAttr granularity) {
  Type element = scales.getElementType();
  if (granularity.isMX() ? isa<Float8E8M0FNUType>(element) : element.isF32())
    return success();
  return op->emitOpError("expected '")
         << name << "' to have elements "
         << (granularity.isMX() ? "f8E8M0FNU" : "f32") << " under "
         << stringifyGranularityKind(granularity.getKind()) << ", but got "
         << scales;
}

LogicalResult fp8::verifySameKind(Operation *op) {
  Type first;
  for (auto [i, type] : llvm::enumerate(op->getOperandTypes())) {
    if (!isa<RankedTensorType, MemRefType>(type))
      continue;
    if (!first)
      first = type;
    bool onTensors = isa<RankedTensorType>(first);
    if (isa<RankedTensorType>(type) != onTensors)
      return op->emitOpError("expected all operands to be ")
             << (onTensors ? "tensors" : "memrefs")
             << " like the first one, but #" << i << " is " << type;
  }
  return success();
}

void fp8::addBufferEffects(
    DestinationStyleOpInterface op, function_ref<bool(OpOperand &)> reads,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  auto add = [&](MemoryEffects::Effect *effect, OpOperand &operand) {
    effects.emplace_back(effect, &operand, /*stage=*/0,
                         /*effectOnFullRegion=*/true,
                         SideEffects::DefaultResource::get());
  };
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    if (reads(operand))
      add(MemoryEffects::Read::get(), operand);
    if (op.isDpsInit(&operand))
      add(MemoryEffects::Write::get(), operand);
  }
}

LogicalResult fp8::verifyNumInits(Operation *op, ValueRange inits,
                                  size_t expected) {
  if (inits.size() == expected)
    return success();
  return op->emitOpError("expected ")
         << expected << (expected == 1 ? " init" : " inits") << ", but got "
         << inits.size();
}

LogicalResult fp8::verifyAmaxInit(Operation *op, Value init) {
  auto type = cast<ShapedType>(init.getType());
  if (type.getRank() == 0 && type.getElementType().isF32())
    return success();
  return op->emitOpError("expected the destination of the amax to be an f32 "
                         "of rank 0, but got ")
         << type;
}

LogicalResult
fp8::verifyPlacement(Operation *op, OperandRange offsets,
                     std::optional<ArrayRef<int64_t>> staticOffsets,
                     std::optional<ArrayRef<int64_t>> globalShape,
                     ShapedType type) {
  if (staticOffsets.has_value() != globalShape.has_value())
    return op->emitOpError("expected 'offsets' and 'global_shape' together, "
                           "but only one is there");
  if (!globalShape)
    return success();
  size_t rank = type.getRank();
  if (staticOffsets->size() != rank || globalShape->size() != rank)
    return op->emitOpError("expected 'offsets' and 'global_shape' to have one "
                           "entry per dimension of ")
           << type << ", but they have " << staticOffsets->size() << " and "
           << globalShape->size();
  size_t numDynamic = llvm::count_if(*staticOffsets, ShapedType::isDynamic);
  if (numDynamic != offsets.size())
    return op->emitOpError("expected ")
           << numDynamic << " values for dynamic offsets, but got "
           << offsets.size();
  for (size_t d = 0; d < rank; ++d) {
    int64_t extent = type.isDynamicDim(d) ? 0 : type.getDimSize(d);
    int64_t offset = (*staticOffsets)[d], whole = (*globalShape)[d];
    bool isDynamic = ShapedType::isDynamic(offset);
    if (whole < extent ||
        (!isDynamic && (offset < 0 || offset > whole - extent))) {
      InFlightDiagnostic diag = op->emitOpError("expected ")
                                << extent << " elements";
      if (!isDynamic)
        diag << " from " << offset << " on";
      return diag << " to lie in dimension " << d
                  << ", but its global extent is " << whole;
    }
  }
  return success();
}
