//===- Buckets.cpp - kernels of multi-tensor launches ---------------------===//

#include "fp8/Analysis/Buckets.h"
#include "fp8/Analysis/BufferRange.h"
#include "fp8/IR/BucketShape.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/Hashing.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Equality
//===----------------------------------------------------------------------===//

namespace {
class ExtentComparison {
public:
  ExtentComparison(KernelOp a, KernelOp b,
                   llvm::SmallSetVector<unsigned, 4> *differing = nullptr)
      : a(a), b(b), shapeOfA(BucketShape::get(a)),
        shapeOfB(BucketShape::get(b)), differing(differing) {}

  bool areEqual();

private:
  bool areEqual(Type first, Type second) const;
  bool areEqual(Operation &first, Operation &second);
  bool areEqual(Block &first, Block &second);
  bool areEqualConstants(arith::ConstantOp first, arith::ConstantOp second);

  KernelOp a, b;
  BucketShape shapeOfA, shapeOfB;
  DenseMap<Value, Value> counterparts;
  /// The positions of constants that differ. If null, no constant may differ.
  llvm::SmallSetVector<unsigned, 4> *differing;
  unsigned numConstants = 0;
};
} // namespace

static bool isGenericConstant(arith::ConstantOp constant) {
  return !isa<ShapedType>(constant.getType()) &&
         isa<linalg::GenericOp>(constant->getParentOp());
}

/// Returns true if a kernel can have operands with this element type.
static bool canBeOperand(Type element) {
  return element.isF32() || element.isBF16() || element.isF16() ||
         (element.isSignlessInteger() &&
          llvm::is_contained({1u, 8u, 16u, 32u, 64u},
                             element.getIntOrFloatBitWidth()));
}

static bool hasDims(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && shaped.hasRank() && shaped.getRank() > 0;
}

bool ExtentComparison::areEqual(Type first, Type second) const {
  if (!hasDims(first) || !hasDims(second))
    return first == second;
  auto x = cast<ShapedType>(first), y = cast<ShapedType>(second);
  return x.getElementType() == y.getElementType() &&
         ((shapeOfA.isFull(x) && shapeOfB.isFull(y)) ||
          (shapeOfA.isOfGranules(x) && shapeOfB.isOfGranules(y)));
}

bool ExtentComparison::areEqualConstants(arith::ConstantOp first,
                                         arith::ConstantOp second) {
  if (isGenericConstant(first)) {
    unsigned position = numConstants++;
    bool areEqual = first.getValue() == second.getValue();
    if (!areEqual && differing && canBeOperand(first.getType())) {
      differing->insert(position);
      return true;
    }
    return areEqual;
  }
  auto x = dyn_cast<SplatElementsAttr>(first.getValue());
  auto y = dyn_cast<SplatElementsAttr>(second.getValue());
  if (!x || !y)
    return first.getValue() == second.getValue();
  return x.getSplatValue<Attribute>() == y.getSplatValue<Attribute>();
}

bool ExtentComparison::areEqual(Operation &first, Operation &second) {
  if (first.getName() != second.getName() ||
      first.getNumOperands() != second.getNumOperands() ||
      first.getNumResults() != second.getNumResults() ||
      first.getNumRegions() != second.getNumRegions())
    return false;
  for (auto [x, y] : llvm::zip_equal(first.getOperands(), second.getOperands()))
    if (counterparts.lookup(x) != y)
      return false;
  for (auto [x, y] : llvm::zip_equal(first.getResults(), second.getResults())) {
    if (!areEqual(x.getType(), y.getType()))
      return false;
    counterparts[x] = y;
  }
  if (auto constant = dyn_cast<arith::ConstantOp>(first))
    return areEqualConstants(constant, cast<arith::ConstantOp>(second));
  if (first.getDiscardableAttrDictionary() !=
          second.getDiscardableAttrDictionary() ||
      !first.getName().compareOpProperties(first.getPropertiesStorage(),
                                           second.getPropertiesStorage()))
    return false;
  for (auto [x, y] : llvm::zip_equal(first.getRegions(), second.getRegions()))
    if (!x.hasOneBlock() || !y.hasOneBlock() || !areEqual(x.front(), y.front()))
      return false;
  return true;
}

bool ExtentComparison::areEqual(Block &first, Block &second) {
  if (first.getNumArguments() != second.getNumArguments() ||
      first.getOperations().size() != second.getOperations().size())
    return false;
  for (auto [x, y] :
       llvm::zip_equal(first.getArguments(), second.getArguments())) {
    if (!areEqual(x.getType(), y.getType()))
      return false;
    counterparts[x] = y;
  }
  for (auto [x, y] : llvm::zip_equal(first, second))
    if (!areEqual(x, y))
      return false;
  return true;
}

bool ExtentComparison::areEqual() {
  return a.getInputs().size() == b.getInputs().size() &&
         a.getScheduleAttr() == b.getScheduleAttr() &&
         shapeOfA.granule == shapeOfB.granule &&
         shapeOfA.getUnits() == shapeOfB.getUnits() &&
         areEqual(a.getBody().front(), b.getBody().front());
}

bool fp8::areEqualButForExtent(KernelOp a, KernelOp b) {
  return ExtentComparison(a, b).areEqual();
}

bool fp8::haveEqualBodies(KernelOp a, KernelOp b) {
  return a.getInputs().size() == b.getInputs().size() &&
         a.getScheduleAttr() == b.getScheduleAttr() &&
         OperationEquivalence::isRegionEquivalentTo(
             &a.getBody(), &b.getBody(), OperationEquivalence::IgnoreLocations);
}

bool fp8::areEqualButForConstants(
    KernelOp a, KernelOp b, llvm::SmallSetVector<unsigned, 4> &positions) {
  llvm::SmallSetVector<unsigned, 4> found;
  if (!ExtentComparison(a, b, &found).areEqual())
    return false;
  positions.insert_range(found);
  return true;
}

SmallVector<arith::ConstantOp> fp8::getGenericConstants(KernelOp kernel) {
  SmallVector<arith::ConstantOp> constants;
  kernel.getBody().walk([&](arith::ConstantOp constant) {
    if (isGenericConstant(constant))
      constants.push_back(constant);
  });
  return constants;
}

llvm::hash_code fp8::hashButForConstants(KernelOp kernel) {
  llvm::hash_code hash = llvm::hash_value(kernel.getInputs().size());
  for (Type type : kernel.getOperandTypes())
    hash = llvm::hash_combine(
        hash, getElementTypeOrSelf(type).getAsOpaquePointer(), hasDims(type));
  kernel.getBody().walk([&](Operation *op) {
    hash = llvm::hash_combine(hash, op->getName().getAsOpaquePointer());
  });
  return hash;
}

//===----------------------------------------------------------------------===//
// Conflicts
//===----------------------------------------------------------------------===//

namespace {
struct TensorAccess {
  BufferRange range;
  unsigned tensor;
  OpOperand *operand;
  bool isWritten;
};

/// The two ranges with the latest ends among the ranges added so far, which
/// begin earlier. The second range is of another tensor than the first.
class LatestEnds {
public:
  void add(const TensorAccess &access) {
    if (!last || access.range.end() > last->range.end()) {
      if (last && last->tensor != access.tensor)
        other = last;
      last = &access;
    } else if (access.tensor != last->tensor &&
               (!other || access.range.end() > other->range.end())) {
      other = &access;
    }
  }
  /// Returns a range of another tensor that overlaps `access`, or null.
  const TensorAccess *find(const TensorAccess &access) const {
    for (const TensorAccess *before : {last, other})
      if (before && before->tensor != access.tensor &&
          before->range.end() > access.range.offset)
        return before;
    return nullptr;
  }

private:
  const TensorAccess *last = nullptr, *other = nullptr;
};
} // namespace

std::optional<BucketConflict>
fp8::findConflict(ArrayRef<TensorAccesses> accessesOfTensors) {
  llvm::MapVector<Value, SmallVector<TensorAccess>> accessesOfRoot;
  for (auto [tensor, accesses] : llvm::enumerate(accessesOfTensors))
    for (auto [operand, isWritten] : accesses) {
      BufferRange range = findBufferRange(operand->get());
      if (range.bytes != 0)
        accessesOfRoot[range.root].push_back(
            {range, unsigned(tensor), operand, isWritten});
    }
  for (auto &[root, accesses] : accessesOfRoot) {
    llvm::sort(accesses, [](const TensorAccess &x, const TensorAccess &y) {
      auto getKey = [](const TensorAccess &access) {
        return std::make_tuple(access.range.offset, access.tensor,
                               access.operand->getOperandNumber());
      };
      return getKey(x) < getKey(y);
    });
    LatestEnds all, written;
    for (const TensorAccess &access : accesses) {
      // A read conflicts only with writes.
      const LatestEnds &before = access.isWritten ? all : written;
      if (const TensorAccess *found = before.find(access))
        return BucketConflict{found->operand, access.operand};
      all.add(access);
      if (access.isWritten)
        written.add(access);
    }
  }
  return std::nullopt;
}

LogicalResult fp8::verifyBuckets(Operation *function) {
  WalkResult result = function->walk([](LaunchOp launch) {
    if (!launch.getSizes())
      return WalkResult::advance();
    SmallVector<TensorAccesses> accesses(launch.getNumTensors());
    for (unsigned t = 0; t < accesses.size(); ++t)
      for (OpOperand *operand : launch.getOperandsOfTensor(t))
        accesses[t].emplace_back(operand, operand->getOperandNumber() >=
                                              launch.getInputs().size());
    std::optional<BucketConflict> conflict = findConflict(accesses);
    if (!conflict)
      return WalkResult::advance();
    InFlightDiagnostic diag =
        launch.emitOpError("expected the tensors of a bucket not to overlap "
                           "tensors that the bucket writes, but operands ");
    diag << conflict->first->getOperandNumber() << " and "
         << conflict->second->getOperandNumber() << " overlap";
    diag.attachNote() << "this is likely due to --fp8-bucket-updates";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}
