//===- Arithmetic.cpp - arithmetic results that PTX defines ---------------===//
//
//   NaN results of f32, f16, bf16   0x7fffffff, 0x7fff; the host keeps payloads
//   max, min                        -0 is less than +0; the host: either
//   f16, bf16                       one rounding; the host may lack such an
//                                   instruction, or flush subnormals
//   float to integer                saturates, NaN to 0; the host: 0x80000000
//   integer division by 0           any value; the host raises a signal
//
// f64 preserves payloads on both. Negation and fabs are not arithmetic.
//
//===----------------------------------------------------------------------===//

#include "Shim.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace fp8sim;

static bool isSmallFloat(Type *type) {
  Type *scalar = type->getScalarType();
  return scalar->isHalfTy() || scalar->isBFloatTy();
}

static Type *withScalar(Type *type, Type *scalar) {
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return FixedVectorType::get(scalar, vector->getNumElements());
  return scalar;
}

/// Replaces NaNs of `value`, of type f32, by the NaN that PTX returns.
static Value *makeCanonical(IRBuilder<> &b, Value *value) {
  Type *type = value->getType();
  Constant *nan = ConstantExpr::getBitCast(
      ConstantInt::get(withScalar(type, b.getInt32Ty()), 0x7fffffff), type);
  return b.CreateSelect(b.CreateFCmpUNO(value, value), nan, value);
}

/// Applies a runtime function from i32 to i32 to every element.
static Value *mapElements(IRBuilder<> &b, Value *bits, StringRef function) {
  auto *vector = dyn_cast<FixedVectorType>(bits->getType());
  if (!vector)
    return callRuntime(b, function, b.getInt32Ty(), {bits});
  Value *result = PoisonValue::get(vector);
  for (unsigned i = 0, e = vector->getNumElements(); i < e; ++i) {
    Value *element = callRuntime(b, function, b.getInt32Ty(),
                                 {b.CreateExtractElement(bits, i)});
    result = b.CreateInsertElement(result, element, i);
  }
  return result;
}

/// Converts f32 to f16 or bf16, rounded to nearest even.
static Value *truncate(IRBuilder<> &b, Value *value, Type *type) {
  Type *i32 = withScalar(type, b.getInt32Ty());
  Type *i16 = withScalar(type, b.getInt16Ty());
  Value *bits = b.CreateBitCast(value, i32);
  if (type->getScalarType()->isHalfTy()) {
    bits = mapElements(b, bits, "fp8sim_f32_f16");
    return b.CreateBitCast(b.CreateTrunc(bits, i16), type);
  }
  auto constant = [&](uint32_t c) { return ConstantInt::get(i32, c); };
  Value *odd = b.CreateAnd(b.CreateLShr(bits, constant(16)), constant(1));
  Value *rounded = b.CreateAdd(b.CreateAdd(bits, constant(0x7fff)), odd);
  rounded = b.CreateSelect(b.CreateFCmpUNO(value, value), constant(0x7fff0000),
                           rounded);
  return b.CreateBitCast(
      b.CreateTrunc(b.CreateLShr(rounded, constant(16)), i16), type);
}

static Value *extend(IRBuilder<> &b, Value *value) {
  Type *type = value->getType();
  Type *i32 = withScalar(type, b.getInt32Ty());
  Value *bits = b.CreateZExt(
      b.CreateBitCast(value, withScalar(type, b.getInt16Ty())), i32);
  bits = type->getScalarType()->isHalfTy()
             ? mapElements(b, bits, "fp8sim_f16_f32")
             : b.CreateShl(bits, ConstantInt::get(i32, 16));
  return b.CreateBitCast(bits, withScalar(type, b.getFloatTy()));
}

static Value *emitMinMax(IRBuilder<> &b, Intrinsic::ID id, Value *x, Value *y) {
  switch (id) {
  case Intrinsic::maxnum:
    id = Intrinsic::maximumnum;
    break;
  case Intrinsic::minnum:
    id = Intrinsic::minimumnum;
    break;
  default:
    break;
  }
  return b.CreateBinaryIntrinsic(id, x, y);
}

static bool isArithmetic(const Instruction &inst) {
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&inst))
    switch (intrinsic->getIntrinsicID()) {
    case Intrinsic::maxnum:
    case Intrinsic::minnum:
    case Intrinsic::maximumnum:
    case Intrinsic::minimumnum:
    case Intrinsic::maximum:
    case Intrinsic::minimum:
    case Intrinsic::fma:
    case Intrinsic::sqrt:
      return true;
    default:
      return false;
    }
  return inst.isBinaryOp() && inst.getType()->isFPOrFPVectorTy();
}

/// Emits `inst` again, with f32 operands and the results that PTX defines.
static Value *emitArithmetic(IRBuilder<> &b, Instruction &inst) {
  SmallVector<Value *, 3> operands;
  unsigned count = isa<CallInst>(inst) ? cast<CallInst>(inst).arg_size()
                                       : inst.getNumOperands();
  for (unsigned i = 0; i < count; ++i) {
    Value *operand = inst.getOperand(i);
    operands.push_back(isSmallFloat(operand->getType()) ? extend(b, operand)
                                                        : operand);
  }
  if (auto *op = dyn_cast<BinaryOperator>(&inst))
    return b.CreateBinOp(op->getOpcode(), operands[0], operands[1]);
  Intrinsic::ID id = cast<IntrinsicInst>(inst).getIntrinsicID();
  if (operands.size() == 2)
    return emitMinMax(b, id, operands[0], operands[1]);
  return b.CreateIntrinsic(id, operands[0]->getType(), operands);
}

static Value *emitExact(IRBuilder<> &b, Instruction &inst) {
  Type *type = inst.getType();
  if (isArithmetic(inst)) {
    Value *result = emitArithmetic(b, inst);
    if (isSmallFloat(type))
      return truncate(b, result, type);
    return type->getScalarType()->isFloatTy() ? makeCanonical(b, result)
                                              : result;
  }
  if (isa<FPTruncInst>(inst) && isSmallFloat(type))
    return truncate(b, inst.getOperand(0), type);
  if (isa<FPTruncInst>(inst) && type->getScalarType()->isFloatTy())
    return makeCanonical(b, b.CreateFPTrunc(inst.getOperand(0), type));
  if (isa<FPExtInst>(inst) && isSmallFloat(inst.getOperand(0)->getType())) {
    Value *wide = extend(b, inst.getOperand(0));
    return type->getScalarType()->isFloatTy() ? wide
                                              : b.CreateFPExt(wide, type);
  }
  if (auto *compare = dyn_cast<FCmpInst>(&inst))
    if (isSmallFloat(compare->getOperand(0)->getType()))
      return b.CreateFCmp(compare->getPredicate(),
                          extend(b, compare->getOperand(0)),
                          extend(b, compare->getOperand(1)));
  if (isa<FPToSIInst, FPToUIInst>(inst)) {
    Value *operand = inst.getOperand(0);
    if (isSmallFloat(operand->getType()))
      operand = extend(b, operand);
    Intrinsic::ID id =
        isa<FPToSIInst>(inst) ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
    return b.CreateIntrinsic(id, {type, operand->getType()}, {operand});
  }
  return nullptr;
}

void fp8sim::makeFloatsExact(Function &function) {
  SmallVector<Instruction *> worklist;
  for (Instruction &inst : instructions(function))
    worklist.push_back(&inst);
  for (Instruction *inst : worklist) {
    // Insert before the instruction, so that new instructions are not visited.
    IRBuilder<> b(inst);
    if (Value *result = emitExact(b, *inst)) {
      inst->replaceAllUsesWith(result);
      inst->eraseFromParent();
    }
  }
}

void fp8sim::makeDivisionsSafe(Function &function, SiteTable *sites) {
  for (Instruction &inst : instructions(function)) {
    auto *op = dyn_cast<BinaryOperator>(&inst);
    if (!op || !op->isIntDivRem() || isa<Constant>(op->getOperand(1)))
      continue;
    IRBuilder<> b(op);
    Value *dividend = op->getOperand(0), *divisor = op->getOperand(1);
    Type *type = op->getType();
    Value *unsafe = b.CreateICmpEQ(divisor, Constant::getNullValue(type));
    if (sites) {
      Value *isAnyZero = type->isVectorTy() ? b.CreateOrReduce(unsafe) : unsafe;
      callRuntime(b, "fp8sim_divisor", b.getVoidTy(),
                  {getThread(function), b.CreateZExt(isAnyZero, b.getInt32Ty()),
                   b.getInt32(sites->add(*op))});
    }
    if (op->getOpcode() == Instruction::SDiv ||
        op->getOpcode() == Instruction::SRem) {
      Value *isMin = b.CreateICmpEQ(
          dividend, ConstantInt::get(type, APInt::getSignedMinValue(
                                               type->getScalarSizeInBits())));
      Value *isMinusOne =
          b.CreateICmpEQ(divisor, Constant::getAllOnesValue(type));
      unsafe = b.CreateOr(unsafe, b.CreateAnd(isMin, isMinusOne));
    }
    op->setOperand(1,
                   b.CreateSelect(unsafe, ConstantInt::get(type, 1), divisor));
  }
}

void fp8sim::dropAlignment(Function &function) {
  for (Instruction &inst : instructions(function)) {
    auto *load = dyn_cast<LoadInst>(&inst);
    auto *store = dyn_cast<StoreInst>(&inst);
    // Atomics must keep their alignment: LLVM calls a library for unaligned
    // atomics.
    if (load && !load->isAtomic())
      load->setAlignment(Align(1));
    if (store && !store->isAtomic())
      store->setAlignment(Align(1));
    if (auto *mem = dyn_cast<MemIntrinsic>(&inst)) {
      mem->setDestAlignment(Align(1));
      if (auto *transfer = dyn_cast<MemTransferInst>(mem))
        transfer->setSourceAlignment(Align(1));
    }
  }
}
