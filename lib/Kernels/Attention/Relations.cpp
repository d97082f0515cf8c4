//===- Relations.cpp - predicates as relations of the runtime -------------===//

#include "Relations.h"
#include "fp8/Runtime/fp8rt_attention.h"

using namespace mlir;
using namespace mlir::fp8;

int64_t fp8::getRelation(arith::CmpFPredicate predicate) {
  using Predicate = arith::CmpFPredicate;
  constexpr int64_t less = FP8RT_LESS, equal = FP8RT_EQUAL,
                    greater = FP8RT_GREATER, unordered = FP8RT_OR_UNORDERED;
  switch (predicate) {
  case Predicate::AlwaysFalse:
    return 0;
  case Predicate::OEQ:
    return equal;
  case Predicate::OGT:
    return greater;
  case Predicate::OGE:
    return greater | equal;
  case Predicate::OLT:
    return less;
  case Predicate::OLE:
    return less | equal;
  case Predicate::ONE:
    return less | greater;
  case Predicate::ORD:
    return less | equal | greater;
  case Predicate::UEQ:
    return equal | unordered;
  case Predicate::UGT:
    return greater | unordered;
  case Predicate::UGE:
    return greater | equal | unordered;
  case Predicate::ULT:
    return less | unordered;
  case Predicate::ULE:
    return less | equal | unordered;
  case Predicate::UNE:
    return less | greater | unordered;
  case Predicate::UNO:
    return unordered;
  case Predicate::AlwaysTrue:
    return less | equal | greater | unordered;
  }
  llvm_unreachable("every predicate has a relation");
}

int64_t fp8::getRelation(arith::CmpIPredicate predicate) {
  using Predicate = arith::CmpIPredicate;
  switch (predicate) {
  case Predicate::eq:
    return FP8RT_EQUAL;
  case Predicate::ne:
    return FP8RT_LESS | FP8RT_GREATER;
  case Predicate::slt:
  case Predicate::ult:
    return FP8RT_LESS;
  case Predicate::sle:
  case Predicate::ule:
    return FP8RT_LESS | FP8RT_EQUAL;
  case Predicate::sgt:
  case Predicate::ugt:
    return FP8RT_GREATER;
  case Predicate::sge:
  case Predicate::uge:
    return FP8RT_GREATER | FP8RT_EQUAL;
  }
  llvm_unreachable("every predicate has a relation");
}

bool fp8::isUnsigned(arith::CmpIPredicate predicate) {
  using Predicate = arith::CmpIPredicate;
  return llvm::is_contained(
      {Predicate::ult, Predicate::ule, Predicate::ugt, Predicate::uge},
      predicate);
}
