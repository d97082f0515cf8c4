//===- Supported.cpp - checks for unsupported constructs ------------------===//
//
// Reports constructs that would crash the host's backend or compute other
// results than the GPU, with their source location.
//
//===----------------------------------------------------------------------===//

#include "Shim.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace fp8sim;

Error fp8sim::makeUnsupported(const Instruction &inst, const Twine &what,
                              const Twine &supported) {
  return createStringError(
      getLocation(inst) + ": error: unsupported by the simulator: " + what +
      " in '" + inst.getFunction()->getName() + "'\n" + getLocation(inst) +
      ": note: supported are " + supported);
}

/// Returns true for LLVM intrinsics that the host and the GPU compute alike.
static bool isHostIntrinsic(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::abs:
  case Intrinsic::annotation:
  case Intrinsic::assume:
  case Intrinsic::bitreverse:
  case Intrinsic::bswap:
  case Intrinsic::ceil:
  case Intrinsic::copysign:
  case Intrinsic::ctlz:
  case Intrinsic::ctpop:
  case Intrinsic::cttz:
  case Intrinsic::expect:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::fabs:
  case Intrinsic::floor:
  case Intrinsic::fma:
  case Intrinsic::fptosi_sat:
  case Intrinsic::fptoui_sat:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
  case Intrinsic::is_fpclass:
  case Intrinsic::lifetime_end:
  case Intrinsic::lifetime_start:
  case Intrinsic::maximum:
  case Intrinsic::maximumnum:
  case Intrinsic::maxnum:
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
  case Intrinsic::memmove:
  case Intrinsic::memset:
  case Intrinsic::memset_inline:
  case Intrinsic::minimum:
  case Intrinsic::minimumnum:
  case Intrinsic::minnum:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::sadd_sat:
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::scmp:
  case Intrinsic::smax:
  case Intrinsic::smin:
  case Intrinsic::smul_with_overflow:
  case Intrinsic::sqrt:
  case Intrinsic::ssub_sat:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::trap:
  case Intrinsic::trunc:
  case Intrinsic::uadd_sat:
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::ucmp:
  case Intrinsic::umax:
  case Intrinsic::umin:
  case Intrinsic::umul_with_overflow:
  case Intrinsic::usub_sat:
  case Intrinsic::usub_with_overflow:
    return true;
  default:
    return false;
  }
}

static Error checkCall(const CallBase &call) {
  if (call.isInlineAsm())
    return makeUnsupported(call, "inline assembly",
                           "the ops and intrinsics of the nvvm dialect");
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return makeUnsupported(call, "a call of a function pointer",
                           "calls of functions in the module");
  if (!callee->isIntrinsic()) {
    if (callee->isDeclaration())
      return makeUnsupported(
          call, "a call of the undefined function '" + callee->getName() + "'",
          "calls of functions in the module");
    return Error::success();
  }
  if (callee->getName().starts_with("llvm.nvvm.") ||
      isa<DbgInfoIntrinsic>(call) || isHostIntrinsic(callee->getIntrinsicID()))
    return Error::success();
  return makeUnsupported(call, "the intrinsic " + callee->getName(),
                         "intrinsics with one exact result");
}

static bool isSmallFloat(const Type *type) {
  const Type *scalar = type->getScalarType();
  return scalar->isHalfTy() || scalar->isBFloatTy();
}

static Error checkFloat(const Instruction &inst) {
  if (inst.getOpcode() == Instruction::FRem)
    return makeUnsupported(inst, "frem", "+, -, *, / and fma");
  if (auto *op = dyn_cast<FPMathOperator>(&inst)) {
    FastMathFlags flags = op->getFastMathFlags();
    if (flags.allowReassoc() || flags.allowContract() || flags.approxFunc() ||
        flags.allowReciprocal())
      return makeUnsupported(inst, "fast-math flags that change results",
                             "nnan, ninf and nsz");
  }
  // The two ops below would round twice, because the host computes them through
  // f32.
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&inst))
    if (intrinsic->getIntrinsicID() == Intrinsic::fma &&
        isSmallFloat(inst.getType()))
      return makeUnsupported(inst, "fma of f16 or bf16", "fma of f32 and f64");
  if (isa<FPTruncInst>(inst) && isSmallFloat(inst.getType()) &&
      !inst.getOperand(0)->getType()->getScalarType()->isFloatTy())
    return makeUnsupported(inst, "a conversion from f64 to f16 or bf16",
                           "conversions from f32");
  return Error::success();
}

Error fp8sim::checkSupported(const Module &module) {
  for (const Function &function : module) {
    for (const Argument &argument : function.args())
      if (!function.isDeclaration() && argument.hasByValAttr())
        return makeUnsupported(function.getEntryBlock().front(),
                               "an argument passed by value in memory",
                               "scalars and pointers");
    for (const Instruction &inst : instructions(function)) {
      if (auto *call = dyn_cast<CallBase>(&inst))
        if (Error error = checkCall(*call))
          return error;
      if (Error error = checkFloat(inst))
        return error;
    }
  }
  for (const GlobalVariable &global : module.globals())
    if (global.isDeclaration() && global.getAddressSpace() != 3)
      return createStringError("unsupported by the simulator: the undefined "
                               "variable '" +
                               global.getName() + "'");
  return Error::success();
}
