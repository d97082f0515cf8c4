//===- FP8KernelOp.cpp - accessors and verifier of fp8.kernel -------------===//
//
// A comment `kernel_cN` marks the check of constraint (CN) in the description
// of the op.
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"
#include "fp8/IR/BucketShape.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <numeric>

using namespace mlir;
using namespace mlir::fp8;

KernelYieldOp KernelOp::getYield() {
  return cast<KernelYieldOp>(getBody().front().getTerminator());
}

bool KernelOp::isBufferized() {
  return llvm::any_of(getOperandTypes(), llvm::IsaPred<MemRefType>);
}

bool KernelOp::readsOperand(unsigned i) {
  return llvm::any_of(getBody().getArgument(i).getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto generic = dyn_cast<linalg::GenericOp>(user))
      return generic.payloadUsesValueFromOperand(&use);
    return !isa<linalg::FillOp>(user);
  });
}

StringRef KernelOp::getNameOrDefault() {
  return getKernelName().value_or("kernel");
}

int64_t KernelOp::getBucketExtent() {
  return BucketShape::get(*this).getNumElements();
}

//===----------------------------------------------------------------------===//
// Shapes of buckets
//===----------------------------------------------------------------------===//

/// Returns the divisor of each result of `map`, 1 if it has none. Returns an
/// empty list if no result divides.
static SmallVector<int64_t, 2> getDivisors(AffineMap map) {
  SmallVector<int64_t, 2> divisors;
  bool divides = false;
  for (AffineExpr expr : map.getResults()) {
    divisors.push_back(1);
    auto division = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!division || division.getKind() != AffineExprKind::FloorDiv)
      continue;
    if (auto size = dyn_cast<AffineConstantExpr>(division.getRHS())) {
      divisors.back() = size.getValue();
      divides = true;
    }
  }
  return divides ? divisors : SmallVector<int64_t, 2>();
}

/// Full tensors have the highest rank and the largest extents, because a
/// dimension has at most as many granules as elements.
BucketShape BucketShape::get(KernelOp kernel) {
  BucketShape shape;
  for (Type type : kernel.getOperandTypes()) {
    ArrayRef<int64_t> own = cast<ShapedType>(type).getShape();
    if (own.size() < shape.extents.size())
      continue;
    if (own.size() > shape.extents.size())
      shape.extents.assign(own.size(), 0);
    for (auto [extent, size] : llvm::zip_equal(shape.extents, own))
      extent = std::max(extent, size);
  }
  for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>())
    for (AffineMap map : generic.getIndexingMapsArray())
      if (shape.granule.empty() && map.getNumResults() == shape.extents.size())
        shape.granule = getDivisors(map);
  return shape;
}

SmallVector<int64_t, 2> BucketShape::getNumGranules() const {
  SmallVector<int64_t, 2> count;
  for (auto [extent, size] : llvm::zip_equal(extents, granule))
    count.push_back(size > 0 ? llvm::divideCeil(extent, size) : 0);
  return count;
}

/// Number of one-byte elements in the longest vector of a GPU. Two Philox
/// blocks provide random bits for as many elements.
static constexpr int64_t kVectorElements = 16;

std::array<int64_t, 2> BucketShape::getUnits() const {
  if (!isMatrix() || granule.empty() || extents[1] % kVectorElements != 0)
    return {1, 1};
  bool isWhole = extents[0] % granule[0] == 0 && extents[1] % granule[1] == 0;
  if (!isWhole)
    return {1, kVectorElements};
  return {granule[0], std::lcm(granule[1], kVectorElements)};
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

void KernelOp::getAsmBlockArgumentNames(Region &region,
                                        OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : getInputArguments())
    setName(argument, "in");
  for (BlockArgument argument : getInitArguments())
    setName(argument, "out");
}

LogicalResult KernelOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                         ValueRange operands,
                                         DictionaryAttr attributes,
                                         OpaqueProperties properties,
                                         RegionRange regions,
                                         SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  for (Value init : adaptor.getInits())
    if (isa<RankedTensorType>(init.getType()))
      types.push_back(init.getType());
  return success();
}

void KernelOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addBufferEffects(
      *this,
      [&](OpOperand &operand) {
        return readsOperand(operand.getOperandNumber());
      },
      effects);
}

Speculation::Speculatability KernelOp::getSpeculatability() {
  return isBufferized() ? Speculation::NotSpeculatable
                        : Speculation::Speculatable;
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// Checks the operand shapes of a kernel in a bucket. Such a kernel gets the
/// number of elements only at run time, or the number of blocks for matrices.
static LogicalResult verifyBucket(KernelOp kernel) {
  BucketShape shape = BucketShape::get(kernel);
  if (llvm::any_of(shape.granule, [](int64_t size) { return size <= 0; }))
    shape.granule.clear();
  bool hasGranules = !shape.granule.empty();
  for (auto [i, type] : llvm::enumerate(kernel.getOperandTypes())) {
    auto shaped = cast<ShapedType>(type);
    if (shaped.getRank() == 0 ||
        (shaped.getRank() <= (hasGranules ? 2 : 1) &&
         (shape.isFull(shaped) || shape.isOfGranules(shaped))))
      continue;
    InFlightDiagnostic diag = // kernel_c5
        kernel.emitOpError("expected operands of a bucket to have ");
    diag << (hasGranules && shape.isMatrix() ? "two dimensions, of one shape"
                                             : "one dimension, of one extent")
         << ", or none, but operand " << i << " is " << type;
    if (hasGranules) {
      diag << "; operands with an element per "
           << (shape.isMatrix() ? "block" : "group") << " of ";
      llvm::interleave(shape.granule, diag, "x");
      diag << " may have the extent ";
      llvm::interleave(shape.getNumGranules(), diag, "x");
    }
    return diag;
  }
  return success();
}

LogicalResult KernelOp::verify() {
  for (auto [i, type] : llvm::enumerate(getOperandTypes())) // kernel_c1
    if (isa<MemRefType>(type) != isBufferized())
      return emitOpError("expected tensors only or memrefs only, but operand ")
             << i << " is " << type;
  return success();
}

/// Returns true for constants that every target can hold in a register.
static bool isScalarOrSplat(arith::ConstantOp constant) {
  return !isa<ShapedType>(constant.getType()) ||
         isa<SplatElementsAttr>(constant.getValue());
}

/// Checks that the body has no side effects. The target decides in which order
/// and how often it computes an element, and unused results may not be computed
/// at all.
static LogicalResult verifyIsPure(linalg::GenericOp generic) {
  for (Operation &op : *generic.getBody()) {
    if (isMemoryEffectFree(&op)) // kernel_c4
      continue;
    InFlightDiagnostic diag =
        op.emitOpError("expected an op without side effects in the body of a "
                       "'linalg.generic' of a kernel, but this op ");
    diag << (op.isRegistered() ? "may have side effects" : "is unregistered");
    diag.attachNote()
        << "a kernel computes elements from elements: with ops of "
           "arith and math, fp8.convert, fp8.draw, "
           "tensor.extract and scf";
    return diag;
  }
  return success();
}

static LogicalResult verifyBodyOp(Operation &op) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return verifyIsPure(generic);
  if (isa<linalg::FillOp, ScatterAddOp, tensor::EmptyOp, tensor::ExpandShapeOp,
          tensor::CollapseShapeOp, KernelYieldOp>(op))
    return success();
  auto constant = dyn_cast<arith::ConstantOp>(op);
  if (constant && isScalarOrSplat(constant))
    return success();
  InFlightDiagnostic diag =
      op.emitOpError("expected an op that a kernel may contain");
  diag.attachNote() << "'fp8.kernel' may contain linalg.generic, linalg.fill, "
                       "fp8.scatter_add, tensor.expand_shape, "
                       "tensor.collapse_shape, tensor.empty and splat or "
                       "scalar arith.constant";
  return diag;
}

LogicalResult KernelOp::verifyRegions() {
  Block &body = getBody().front();
  if (body.getNumArguments() != getNumOperands()) // kernel_c2
    return emitOpError("expected ")
           << getNumOperands() << " block arguments, one per operand, but got "
           << body.getNumArguments();
  for (auto [i, argument] : llvm::enumerate(body.getArguments())) {
    auto type = cast<ShapedType>(getOperand(i).getType());
    Type expected =
        RankedTensorType::get(type.getShape(), type.getElementType());
    if (argument.getType() != expected) // kernel_c2
      return emitOpError("expected block argument ")
             << i << " of type " << expected << ", but got "
             << argument.getType();
  }

  auto yield = dyn_cast<KernelYieldOp>(body.back());
  if (!yield) // kernel_c3
    return emitOpError("expected the body to end in 'fp8.kernel_yield'");
  ArrayRef<BlockArgument> expected = getInitArguments();
  if (yield.getValues().size() != expected.size()) // kernel_c3
    return yield.emitOpError("expected ")
           << expected.size() << " values, one per init, but got "
           << yield.getValues().size();
  for (auto [i, value] : llvm::enumerate(yield.getValues()))
    if (value.getType() != expected[i].getType()) // kernel_c3
      return yield.emitOpError("expected value ")
             << i << " of type " << expected[i].getType() << ", but got "
             << value.getType();

  for (Operation &op : body) // kernel_c4
    if (failed(verifyBodyOp(op)))
      return failure();
  return getBucket() ? verifyBucket(*this) : success();
}
