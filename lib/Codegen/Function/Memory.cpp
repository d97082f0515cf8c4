//===- Memory.cpp - loads and stores of a kernel --------------------------===//

#include "FunctionEmitter.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

Type mlir::fp8::getStorageType(Type elementType) {
  MLIRContext *context = elementType.getContext();
  if (isa<Float8E4M3FNType, Float8E5M2Type, Float8E8M0FNUType>(elementType) ||
      elementType.isInteger(1))
    return IntegerType::get(context, 8);
  // LLVM splits selects of bf16 vectors into scalars.
  if (elementType.isBF16())
    return IntegerType::get(context, 16);
  if (elementType.isIndex())
    return IntegerType::get(context, 64);
  return elementType;
}

/// Converts between values of a type and of its storage type.
static Value convertStorage(ArithmeticBuilder &b, Value value, Type to) {
  Type from = getElementTypeOrSelf(value.getType());
  if (from == to)
    return value;
  if (to.isInteger(1))
    return b.truncate(value, 1);
  if (from.isInteger(1))
    return b.extendZero(value, to.getIntOrFloatBitWidth());
  if (from.isIndex() || to.isIndex())
    return arith::IndexCastOp::create(b, withElementType(value.getType(), to),
                                      value);
  return b.bitcast(to, value);
}

Value FunctionEmitter::gep(Value address, Type elementType, Value offset) {
  APInt value;
  if (!isa<VectorType>(offset.getType()) &&
      matchPattern(offset, m_ConstantInt(&value)) && value.isZero())
    return address;
  Type type = address.getType();
  if (auto offsets = dyn_cast<VectorType>(offset.getType()))
    type = VectorType::get(offsets.getShape(), type);
  return LLVM::GEPOp::create(b, type, getStorageType(elementType), address,
                             ValueRange{offset});
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// Returns the address of an operand at the current position. Only dimensions
/// with a scalar position count, that is, with one index for the whole vector.
/// Computes it in the outermost scope that knows the position.
Value FunctionEmitter::getScopeAddress(const Access &access) {
  llvm::SmallBitVector needed(model.getNumDims());
  for (unsigned dim = 0; dim < model.getNumDims(); ++dim)
    if (access.strides[dim] != 0 && positions[dim].kind == DimPosition::Scalar)
      needed.set(dim);
  for (Scope &scope : scopes) {
    if (needed.test(scope.dims))
      continue;
    Value &address = scope.addresses[access.pointer];
    if (address)
      return address;
    OpBuilder::InsertionGuard guard(b);
    if (scope.point.isSet())
      b.restoreInsertionPoint(scope.point);
    Value offset = constant(0);
    for (unsigned dim : needed.set_bits())
      offset = add(offset, stepBy(positions[dim].value, access.strides[dim]));
    address = gep(frame.pointers[access.pointer], access.elementType, offset);
    return address;
  }
  llvm_unreachable("the innermost scope fixes every dimension");
}

FunctionEmitter::StripAddress
FunctionEmitter::getStripAddress(const Access &access) {
  auto result = StripAddress::ofElement(getScopeAddress(access));
  for (unsigned dim = 0; dim < model.getNumDims(); ++dim) {
    int64_t stride = access.strides[dim];
    const DimPosition &position = positions[dim];
    if (stride == 0 || (position.kind != DimPosition::Range &&
                        position.kind != DimPosition::General))
      continue;
    result.isUniform = false;
    Value offsets = position.value;
    if (position.kind == DimPosition::Range) {
      result.address =
          gep(result.address, access.elementType, mul(position.value, stride));
      if (stride == 1 || width == 1)
        continue;
      offsets = iota(b.getI64Type());
    }
    offsets = mul(offsets, stride);
    result.offsets = result.offsets ? b.add(result.offsets, offsets) : offsets;
  }
  return result;
}

/// Returns the alignment of the address of a vector of `access`, in bytes.
int64_t FunctionEmitter::getVectorAlignment(const Access &access) const {
  int64_t bytes = getByteWidth(access.elementType);
  if (!target.hasAlignedBuffers())
    return bytes;
  return std::gcd(plan.getAlignment(access), width * bytes);
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

Value FunctionEmitter::load(const StripAddress &address, Type elementType,
                            int64_t alignment) {
  Type storage = getStorageType(elementType);
  Type type = vectorOf(storage);
  int64_t bytes = getByteWidth(elementType);
  Value value;
  if (address.isUniform) {
    value = LLVM::LoadOp::create(b, storage, address.address, bytes);
  } else if (address.offsets) {
    Value all = mask ? mask : b.constant(vectorOf(b.getI1Type()), true);
    value = LLVM::masked_gather::create(
        b, type, gep(address.address, elementType, address.offsets), all,
        ValueRange{b.constant(type, 0)}, bytes);
  } else if (mask) {
    value = LLVM::MaskedLoadOp::create(
        b, type, address.address, mask, b.constant(type, 0),
        b.getI32IntegerAttr(alignment), /*nontemporal=*/UnitAttr());
  } else {
    value = LLVM::LoadOp::create(b, type, address.address, alignment);
  }
  return convertStorage(b, value, elementType);
}

void FunctionEmitter::store(const StripAddress &address, Value value,
                            Type elementType, int64_t alignment,
                            bool isNonTemporal) {
  value = convertStorage(b, value,
                         getStorageType(getElementTypeOrSelf(value.getType())));
  int64_t bytes = getByteWidth(elementType);
  if (address.isUniform) {
    LLVM::StoreOp::create(b, value, address.address, bytes);
  } else if (address.offsets) {
    Value all = mask ? mask : b.constant(vectorOf(b.getI1Type()), true);
    LLVM::masked_scatter::create(
        b, value, gep(address.address, elementType, address.offsets), all,
        bytes);
  } else if (mask) {
    LLVM::MaskedStoreOp::create(b, value, address.address, mask,
                                b.getI32IntegerAttr(alignment));
  } else {
    LLVM::StoreOp::create(b, value, address.address, alignment,
                          /*isVolatile=*/false, isNonTemporal);
  }
}

/// Returns the condition for a store to an output with dimensions `dims`. If
/// positions differ only in other dimensions, they share one element, and the
/// first position stores it. Returns null if every position stores.
Value FunctionEmitter::getStoreCondition(const llvm::SmallBitVector &dims) {
  Value condition = storeCondition;
  for (unsigned dim = 0; dim < model.getNumDims(); ++dim) {
    if (dims.test(dim) || positions[dim].kind != DimPosition::Scalar)
      continue;
    condition = both(condition, b.equal(positions[dim].value, 0));
  }
  return condition;
}

/// Returns true if result `i` may share memory with an operand that is read. An
/// in-place operand has the same elements at the same addresses.
bool FunctionEmitter::mayBeInPlace(unsigned i) const {
  const Access &output = model.getOutputAccess(i);
  for (unsigned k = 0, e = model.getAccesses().size(); k < e; ++k) {
    const Access &access = model.getAccesses()[k];
    if (model.getKernel().readsOperand(k) &&
        access.elementType == output.elementType &&
        access.strides == output.strides)
      return true;
  }
  return false;
}

void FunctionEmitter::evaluateOutputs(
    llvm::function_ref<bool(unsigned)> isStored) {
  for (auto [i, value] : llvm::enumerate(model.getOutputs()))
    if (isStored(i))
      evaluate(value);
}

/// Stores results at this position. All values are computed before any store,
/// by all threads of the chunk if one thread stores for them, because results
/// may share memory with operands.
void FunctionEmitter::storeOutputs(
    llvm::function_ref<bool(unsigned)> isStored) {
  OperandRange values = model.getOutputs();
  auto isVector = [&](Value value) {
    return llvm::any_of(model.getDims(value).set_bits(), [&](unsigned dim) {
      return positions[dim].kind == DimPosition::Range ||
             positions[dim].kind == DimPosition::General;
    });
  };
  evaluateOutputs(isStored);
  bool destroysOperands = false;
  for (auto [i, value] : llvm::enumerate(values))
    destroysOperands |=
        isStored(i) && storesForOthers(isVector(value)) && mayBeInPlace(i);
  if (destroysOperands)
    waitForReaders();
  for (auto [i, value] : llvm::enumerate(values)) {
    if (!isStored(i))
      continue;
    if (isVector(value))
      storeVector(i);
    else
      storeScalar(i);
  }
}

void FunctionEmitter::storeVector(unsigned i) {
  Value output = model.getOutputs()[i];
  const Access &access = model.getOutputAccess(i);
  Value value = toVector(evaluate(output));
  llvm::SaveAndRestore saved(mask);
  llvm::SmallBitVector dims = model.getDims(output);
  for (unsigned dim = 0; dim < model.getNumDims(); ++dim) {
    if (dims.test(dim) || positions[dim].kind != DimPosition::General)
      continue;
    mask = both(mask, b.equal(positions[dim].value, 0));
  }
  StripAddress address = getStripAddress(access);
  // A register has room for the elements beyond the end of a row, so no mask is
  // needed.
  if (staysInRegisters(access))
    mask = Value();
  Value condition = getStoreCondition(dims);
  bool streamsLines = isStreamed(access);
  int64_t alignment =
      streamsLines
          ? std::min(kLineBytes, getByteWidth(access.elementType) * width)
          : getVectorAlignment(access);
  delayedStores.push_back({address, value, access.elementType, alignment,
                           condition, mask,
                           streamsLines || plan.evictsResults});
  if (!delaysStores)
    flushStores();
}

void FunctionEmitter::flushStores() {
  for (const DelayedStore &delayed : delayedStores) {
    llvm::SaveAndRestore saved(mask, delayed.mask);
    emitIf(delayed.condition, [&] {
      store(delayed.address, delayed.value, delayed.elementType,
            delayed.alignment, delayed.isNonTemporal);
    });
  }
  delayedStores.clear();
}

/// Stores result `i`, which is a single element at this position.
void FunctionEmitter::storeScalar(unsigned i) {
  Value output = model.getOutputs()[i];
  const Access &access = model.getOutputAccess(i);
  Value value = evaluate(output);
  auto address = StripAddress::ofElement(getScopeAddress(access));
  emitIf(getStoreCondition(model.getDims(output)), [&] {
    emitIf(isFirstLane(),
           [&] { store(address, value, access.elementType, /*alignment=*/1); });
  });
}

/// Returns an i1 that is true on the first thread, or null if a chunk has one
/// thread.
Value FunctionEmitter::isFirstLane() {
  if (!frame.lane)
    return {};
  return b.equal(frame.lane, 0);
}

/// Returns an i1 that is true if the chunk of this warp is the first chunk of
/// its thread block.
Value FunctionEmitter::isFirstWarp() { return b.equal(frame.chunkInBlock, 0); }
