//===- Evaluate.cpp - values of a kernel's body at a position -------------===//

#include "FunctionEmitter.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns the outermost scope that fixes every dimension along which `value`
/// varies.
Scope &FunctionEmitter::getScope(Value value) {
  const Dependence &dependence = model.getDependence(value);
  bool needsItem = dependence.reductions.any();
  for (Scope &scope : scopes)
    if (!dependence.dims.test(scope.dims) && (scope.isItem || !needsItem))
      return scope;
  llvm_unreachable("the innermost scope fixes every dimension");
}

Value FunctionEmitter::evaluate(Value value) {
  Scope &scope = getScope(value);
  auto it = scope.values.find(value);
  if (it != scope.values.end()) {
    isAssuming |= assumingValues.contains(value);
    return it->second;
  }
  OpBuilder::InsertionGuard guard(b);
  // If the point is unset, no inner loop is open in this scope, and the current
  // insertion point is right.
  if (scope.point.isSet())
    b.restoreInsertionPoint(scope.point);
  bool wasAssuming = std::exchange(isAssuming, false);
  Value result = computeKept(value, [&] { return compute(value); });
  scope.values[value] = result;
  if (isAssuming)
    assumingValues.insert(value);
  isAssuming |= wasAssuming;
  return result;
}

Value FunctionEmitter::compute(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (isa<KernelOp>(parent))
      return loadArgument(argument);
    return evaluate(parent->getOperand(argument.getArgNumber()));
  }
  assert(!model.getReduction(value) && "a reduction that is not complete");
  Operation *op = value.getDefiningOp();
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return evaluate(op->getOperand(0));
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return evaluate(getYielded(generic, value));
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    return evaluate(fill.getInputs()[0]);
  if (isa<tensor::EmptyOp>(op)) {
    // Reads of an empty tensor have an arbitrary value.
    Type type = cast<ShapedType>(value.getType()).getElementType();
    return arith::ConstantOp::create(b, b.getZeroAttr(type));
  }
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    Attribute attribute = constant.getValue();
    if (auto splat = dyn_cast<SplatElementsAttr>(attribute))
      attribute = splat.getSplatValue<Attribute>();
    return arith::ConstantOp::create(b, cast<TypedAttr>(attribute));
  }
  return computeOp(op, cast<OpResult>(value).getResultNumber());
}

/// Returns true for integer divisions. They need care because masked-off
/// elements are zero, and a division by zero must not trap.
static bool isIntegerDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
}

static bool isNarrowFloat(Type type) {
  return isa<BFloat16Type, Float16Type>(getElementTypeOrSelf(type));
}

/// Returns true if `op` is arithmetic on bf16 or f16, which computes in f32 and
/// rounds once. Ops that move or convert bits are not arithmetic.
static bool isNarrowArithmetic(Operation *op) {
  if (isa<arith::ExtFOp, arith::TruncFOp, arith::BitcastOp, arith::SelectOp,
          arith::ConstantOp, ConvertOp>(op))
    return false;
  return llvm::any_of(op->getOperandTypes(), isNarrowFloat) ||
         llvm::any_of(op->getResultTypes(), isNarrowFloat);
}

Value FunctionEmitter::computeOp(Operation *op, unsigned resultNumber) {
  if (auto index = dyn_cast<linalg::IndexOp>(op))
    return computeIndex(index);
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return computeGather(extract);
  if (auto convert = dyn_cast<ConvertOp>(op);
      convert && assumesNumbers && casts.contains(convert))
    return emitAssumingCast(convert);
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(evaluate(operand));
  return emitOp(op, operands, resultNumber);
}

/// Emits `op` on scalars if all operands are scalars, else on vectors. Each
/// result of an op with several results is computed by its own op; LLVM merges
/// these ops.
Value FunctionEmitter::emitOp(Operation *op, ArrayRef<Value> operands,
                              unsigned resultNumber) {
  if (Value bounded = emitBound(op, operands))
    return bounded;
  bool isVector = llvm::any_of(operands, [](Value operand) {
    return isa<VectorType>(operand.getType());
  });
  auto shaped = [&](Type type) {
    return isVector ? Type(vectorOf(type)) : type;
  };
  bool isWidened = isNarrowArithmetic(op);
  IRMapping mapping;
  for (auto [i, from] : llvm::enumerate(op->getOperands())) {
    Value operand = isVector ? toVector(operands[i]) : operands[i];
    if (isVector && mask && i == 1 && isIntegerDivision(op))
      operand = b.select(mask, operand, 1);
    if (isWidened && isNarrowFloat(operand.getType()))
      operand = b.extendFloat(operand);
    mapping.map(from, operand);
  }
  Operation *clone = b.clone(*op, mapping);
  for (auto [from, to] : llvm::zip_equal(op->getResults(), clone->getResults()))
    to.setType(shaped(from.getType()));
  Value result = clone->getResult(resultNumber);
  Type type = op->getResult(resultNumber).getType();
  if (!isWidened || !isNarrowFloat(type))
    return result;
  result.setType(shaped(b.getF32Type()));
  return arith::TruncFOp::create(b, shaped(type), result);
}

/// Emits a sum that is rounded to the type of `a`. CPUs add in f32. LLVM would
/// narrow bf16 with an instruction that flushes subnormals to 0, or with a call
/// of a function that not every machine has.
Value FunctionEmitter::addFloats(Value a, Value other) {
  Type type = a.getType();
  if (!isNarrowFloat(type) || target.getNumThreads() != 1)
    return b.add(a, other);
  Value sum = b.add(b.extendFloat(a), b.extendFloat(other));
  return arith::TruncFOp::create(b, type, sum);
}

Value FunctionEmitter::computeIndex(linalg::IndexOp index) {
  auto generic = index->getParentOfType<linalg::GenericOp>();
  SmallVector<unsigned, 2> dims = model.getLoopDims(generic, index.getDim());
  if (dims.empty())
    return arith::ConstantIndexOp::create(b, 0);
  // If the loop is split into several dimensions of the model, its index is the
  // row-major index over these dimensions.
  bool isVector = llvm::any_of(dims, [&](unsigned dim) {
    return positions[dim].kind != DimPosition::Scalar;
  });
  SmallVector<int64_t> strides =
      getPartStrides(dims, model.getExtents(), model.getRagged());
  Value sum;
  for (auto [dim, stride] : llvm::reverse(llvm::zip_equal(dims, strides))) {
    Value part =
        mul(isVector ? getIndexVector(dim) : positions[dim].value, stride);
    sum = sum ? b.add(part, sum) : part;
  }
  Type type = b.getIndexType();
  return arith::IndexCastOp::create(b, isVector ? vectorOf(type) : type, sum);
}

/// Returns the index of each element along `dim`, as i64.
Value FunctionEmitter::getIndexVector(unsigned dim) {
  const DimPosition &position = positions[dim];
  assert(position.kind != DimPosition::Unset && "outside of the dimension");
  if (position.kind == DimPosition::General)
    return position.value;
  Value base = broadcast(position.value);
  if (position.kind == DimPosition::Scalar)
    return base;
  return b.add(base, iota(b.getI64Type()));
}

Value FunctionEmitter::loadArgument(BlockArgument argument) {
  const Access &access = model.getAccess(argument);
  return load(getStripAddress(access), access.elementType,
              getVectorAlignment(access));
}

/// Emits a tensor.extract. An index that is equal for all elements of the
/// vector only offsets the address. An index equal to the position along the
/// vector gives a contiguous load. Any other index requires a vector gather.
Value FunctionEmitter::computeGather(tensor::ExtractOp extract) {
  const Access &access = model.getAccess(extract.getTensor());
  auto generic = extract->getParentOfType<linalg::GenericOp>();
  auto address = StripAddress::ofElement(frame.pointers[access.pointer]);
  auto addOffsets = [&](Value offsets) {
    address.isUniform = false;
    address.offsets =
        address.offsets ? b.add(address.offsets, offsets) : offsets;
  };
  bool isContiguous = false;
  int64_t bytes = getByteWidth(access.elementType);
  int64_t alignment = std::gcd(access.alignment, width * bytes);
  for (auto [operand, stride] :
       llvm::zip_equal(extract.getIndices(), access.tensorStrides)) {
    auto index = operand.getDefiningOp<linalg::IndexOp>();
    SmallVector<unsigned, 2> dims;
    if (index)
      dims = model.getLoopDims(generic, index.getDim());
    unsigned dim = dims.size() == 1 ? dims.front() : KernelDomain::kNoDim;
    if (dim != KernelDomain::kNoDim && stride == 1 && !isContiguous &&
        positions[dim].kind == DimPosition::Range) {
      isContiguous = true;
      address.address =
          gep(address.address, access.elementType, positions[dim].value);
      continue;
    }
    alignment = std::gcd(alignment, stride * bytes);
    Value value = evaluate(operand);
    if (!isa<VectorType>(value.getType())) {
      Value offset = arith::IndexCastOp::create(b, b.getI64Type(), value);
      address.address =
          gep(address.address, access.elementType, mul(offset, stride));
      continue;
    }
    Value offsets =
        arith::IndexCastOp::create(b, vectorOf(b.getI64Type()), value);
    addOffsets(mul(offsets, stride));
  }
  if (isContiguous) {
    if (address.offsets)
      addOffsets(iota(b.getI64Type()));
    address.isUniform = false;
  }
  return load(address, access.elementType,
              target.hasAlignedBuffers() ? alignment : bytes);
}

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

VectorType FunctionEmitter::vectorOf(Type elementType, unsigned count) const {
  return VectorType::get({count ? count : width}, elementType);
}

Value FunctionEmitter::toVector(Value value) {
  return isa<VectorType>(value.getType()) ? value : broadcast(value);
}

Value FunctionEmitter::broadcast(Value scalar) {
  return vector::BroadcastOp::create(b, vectorOf(scalar.getType()), scalar);
}

Value FunctionEmitter::constant(int64_t value) {
  return b.constant(b.getI64Type(), value);
}

/// Returns `value`, as a constant unless it depends on the run-time extents of
/// a matrix.
Value FunctionEmitter::planned(int64_t value) {
  if (!plan.matrix)
    return constant(value);
  StretchedShape::Number number = plan.matrix->read(value);
  if (!number.dim)
    return constant(number.factor);
  Value extent = matrixExtents[*number.dim];
  if (number.divisor != 1)
    extent = b.div(add(extent, constant(number.divisor - 1)), number.divisor);
  return mul(extent, number.factor);
}

Value FunctionEmitter::iota(Type elementType, unsigned count) {
  VectorType type = vectorOf(elementType, count);
  SmallVector<APInt> values;
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    values.push_back(APInt(elementType.getIntOrFloatBitWidth(), i));
  return arith::ConstantOp::create(b, DenseElementsAttr::get(type, values));
}

Value FunctionEmitter::add(Value a, Value other) {
  return b.createOrFold<arith::AddIOp>(a, other);
}

Value FunctionEmitter::sub(Value a, Value other) {
  return b.createOrFold<arith::SubIOp>(a, other);
}

Value FunctionEmitter::minimum(Value a, Value other) {
  return b.createOrFold<arith::MinSIOp>(a, other);
}

/// Returns the conjunction of two conditions; a null condition is true.
Value FunctionEmitter::both(Value a, Value other) {
  return a && other ? b.andBits(a, other) : a ? a : other;
}

/// Returns `a`, an i64, times a stride.
Value FunctionEmitter::stepBy(Value a, int64_t stride) {
  if (!plan.matrix || !plan.matrix->read(stride).dim)
    return mul(a, stride);
  return b.createOrFold<arith::MulIOp>(a, planned(stride));
}

/// Returns `a`, an i64 or a vector of i64, times a constant.
Value FunctionEmitter::mul(Value a, int64_t c) {
  if (c == 1)
    return a;
  return b.createOrFold<arith::MulIOp>(a, b.constant(a.getType(), c));
}
