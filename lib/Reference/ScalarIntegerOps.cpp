//===- ScalarIntegerOps.cpp - integer arithmetic of scalar programs -------===//
//
// A register holds an integer in its low bits; the other bits are zero. Signed
// ops sign-extend their operands first. All ops wrap around.
//
//===----------------------------------------------------------------------===//

#include "ScalarProgram.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Maps two integers of `width` bits to one. Bits above the width are dropped.
using IntegerFunction = uint64_t (*)(uint64_t a, uint64_t b, unsigned width);

static int64_t sext(uint64_t bits, unsigned width) {
  return llvm::SignExtend64(bits, width);
}
static uint64_t asBits(int64_t value) { return static_cast<uint64_t>(value); }

/// Divides; -2^(w-1) / -1 wraps around instead of being undefined as in C++.
static int64_t divide(int64_t a, int64_t b) {
  return b == -1 ? static_cast<int64_t>(-asBits(a)) : a / b;
}
static int64_t remainder(int64_t a, int64_t b) { return b == -1 ? 0 : a % b; }

/// Divides and rounds toward infinity (`sign` 1) or minus infinity (-1).
static int64_t divideRounded(int64_t a, int64_t b, int sign) {
  int64_t quotient = divide(a, b), rest = remainder(a, b);
  bool isPositive = (a < 0) == (b < 0);
  return rest != 0 && isPositive == (sign > 0) ? quotient + sign : quotient;
}

static uint64_t mulHigh(uint64_t a, uint64_t b, unsigned width, bool isSigned) {
  if (isSigned) {
    __int128 product = static_cast<__int128>(sext(a, width)) * sext(b, width);
    return static_cast<uint64_t>(product >> width);
  }
  unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product >> width);
}

static uint64_t power(uint64_t base, uint64_t exponent, unsigned width) {
  int64_t signedBase = sext(base, width),
          signedExponent = sext(exponent, width);
  // 1 / base^n is 0 in integers unless the base is 1 or -1.
  if (signedExponent < 0) {
    if (signedBase != 1 && signedBase != -1)
      return 0;
    return signedBase == -1 && (exponent & 1) ? ~uint64_t(0) : 1;
  }
  uint64_t result = 1;
  for (; exponent; exponent >>= 1, base *= base)
    if (exponent & 1)
      result *= base;
  return result;
}

#define FP8_INTEGER(EXPR)                                                      \
  [](uint64_t a, [[maybe_unused]] uint64_t b,                                  \
     [[maybe_unused]] unsigned w) -> uint64_t { return EXPR; }
#define FP8_SIGNED(EXPR)                                                       \
  [](uint64_t x, [[maybe_unused]] uint64_t y,                                  \
     [[maybe_unused]] unsigned w) -> uint64_t {                                \
    int64_t a = sext(x, w);                                                    \
    [[maybe_unused]] int64_t b = sext(y, w);                                   \
    return asBits(EXPR);                                                       \
  }

static const std::pair<StringLiteral, IntegerFunction> kIntegerFunctions[] = {
    {"arith.addi", FP8_INTEGER(a + b)},
    {"arith.andi", FP8_INTEGER(a & b)},
    {"arith.maxsi", FP8_SIGNED(a > b ? a : b)},
    {"arith.maxui", FP8_INTEGER(a > b ? a : b)},
    {"arith.minsi", FP8_SIGNED(a < b ? a : b)},
    {"arith.minui", FP8_INTEGER(a < b ? a : b)},
    {"arith.muli", FP8_INTEGER(a * b)},
    {"arith.ori", FP8_INTEGER(a | b)},
    {"arith.shli", FP8_INTEGER(b < w ? a << b : 0)},
    {"arith.shrui", FP8_INTEGER(b < w ? a >> b : 0)},
    {"arith.shrsi", FP8_INTEGER(asBits(sext(a, w) >> (b < w ? b : w - 1)))},
    {"arith.subi", FP8_INTEGER(a - b)},
    {"arith.xori", FP8_INTEGER(a ^ b)},
    {"math.absi", FP8_SIGNED(a < 0 ? static_cast<int64_t>(-asBits(a)) : a)},
    {"math.ctlz", FP8_INTEGER(llvm::countl_zero(a) - (64 - w))},
    {"math.ctpop", FP8_INTEGER(llvm::popcount(a))},
    {"math.cttz", FP8_INTEGER(a ? llvm::countr_zero(a) : w)},
    {"math.ipowi", power},
};

/// Divisions, which need a nonzero divisor.
static const std::pair<StringLiteral, IntegerFunction> kDivisions[] = {
    {"arith.ceildivsi", FP8_SIGNED(divideRounded(a, b, 1))},
    {"arith.ceildivui", FP8_INTEGER(a / b + (a % b != 0))},
    {"arith.divsi", FP8_SIGNED(divide(a, b))},
    {"arith.divui", FP8_INTEGER(a / b)},
    {"arith.floordivsi", FP8_SIGNED(divideRounded(a, b, -1))},
    {"arith.remsi", FP8_SIGNED(remainder(a, b))},
    {"arith.remui", FP8_INTEGER(a % b)},
};

/// Functions with two results: the low part and the high part.
static const std::tuple<StringLiteral, IntegerFunction, IntegerFunction>
    kExtendedFunctions[] = {
        {"arith.addui_extended", FP8_INTEGER(a + b),
         FP8_INTEGER(((a + b) & llvm::maskTrailingOnes<uint64_t>(w)) < a)},
        {"arith.mulsi_extended", FP8_INTEGER(a * b),
         FP8_INTEGER(mulHigh(a, b, w, /*isSigned=*/true))},
        {"arith.mului_extended", FP8_INTEGER(a * b),
         FP8_INTEGER(mulHigh(a, b, w, /*isSigned=*/false))},
};

static IntegerFunction getComparison(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return FP8_INTEGER(a == b);
  case arith::CmpIPredicate::ne:
    return FP8_INTEGER(a != b);
  case arith::CmpIPredicate::slt:
    return FP8_SIGNED(a < b);
  case arith::CmpIPredicate::sle:
    return FP8_SIGNED(a <= b);
  case arith::CmpIPredicate::sgt:
    return FP8_SIGNED(a > b);
  case arith::CmpIPredicate::sge:
    return FP8_SIGNED(a >= b);
  case arith::CmpIPredicate::ult:
    return FP8_INTEGER(a < b);
  case arith::CmpIPredicate::ule:
    return FP8_INTEGER(a <= b);
  case arith::CmpIPredicate::ugt:
    return FP8_INTEGER(a > b);
  case arith::CmpIPredicate::uge:
    return FP8_INTEGER(a >= b);
  }
  llvm_unreachable("unknown predicate of arith.cmpi");
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

unsigned reference::getIntegerWidth(Type type) {
  Type element = getElementTypeOrSelf(type);
  return isa<IndexType>(element) ? 64 : element.getIntOrFloatBitWidth();
}

/// Emits `function` of the operands of `op`, which writes result `i`.
static LogicalResult emitInteger(Operation *op, ScalarCompiler &compiler,
                                 unsigned i, IntegerFunction function) {
  unsigned lhs = compiler.get(op->getOperand(0));
  unsigned rhs = compiler.get(op->getOperand(op->getNumOperands() - 1));
  unsigned width = getIntegerWidth(op->getOperand(0).getType());
  uint64_t mask = llvm::maskTrailingOnes<uint64_t>(
      getIntegerWidth(op->getResult(i).getType()));
  unsigned result = compiler.define(op->getResult(i));
  return compiler.emit([=](ScalarState &s) {
    s[result] = function(s[lhs], s[rhs], width) & mask;
  });
}

static LogicalResult emitDivision(Operation *op, ScalarCompiler &compiler,
                                  IntegerFunction function) {
  unsigned divisor = compiler.get(op->getOperand(1));
  (void)compiler.emit([=, loc = op->getLoc()](ScalarState &s) -> LogicalResult {
    if (s[divisor] == 0)
      return emitError(loc) << "expected a divisor other than 0";
    return success();
  });
  return emitInteger(op, compiler, 0, function);
}

void reference::addIntegerOps(ScalarOpTable &table) {
  for (const auto &[name, function] : kIntegerFunctions)
    table[name] = [f = function](Operation *op, ScalarCompiler &compiler) {
      return emitInteger(op, compiler, 0, f);
    };
  for (const auto &[name, function] : kDivisions)
    table[name] = [f = function](Operation *op, ScalarCompiler &compiler) {
      return emitDivision(op, compiler, f);
    };
  for (const auto &[name, low, high] : kExtendedFunctions)
    table[name] = [f = low, g = high](Operation *op, ScalarCompiler &compiler) {
      (void)emitInteger(op, compiler, 0, f);
      return emitInteger(op, compiler, 1, g);
    };
  table[arith::CmpIOp::getOperationName()] = [](Operation *op,
                                                ScalarCompiler &compiler) {
    return emitInteger(op, compiler, 0,
                       getComparison(cast<arith::CmpIOp>(op).getPredicate()));
  };
}
