//===- ExpandVectors.cpp - masked accesses and vector reductions ----------===//
//
// Expands the constructs that NVPTX also expands, with the passes of its
// backend, so that the checks see one access for each access of the GPU.
//
//===----------------------------------------------------------------------===//

#include "Shim.h"
#include "llvm/CodeGen/ExpandReductions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/ScalarizeMaskedMemIntrin.h"

using namespace llvm;

/// Returns the binary operation that a reduction repeats. Reductions that the
/// backend expands have the same result in any order.
static Intrinsic::ID getElementOperation(Intrinsic::ID reduction) {
  switch (reduction) {
  case Intrinsic::vector_reduce_fmax:
    return Intrinsic::maxnum;
  case Intrinsic::vector_reduce_fmin:
    return Intrinsic::minnum;
  case Intrinsic::vector_reduce_fmaximum:
    return Intrinsic::maximum;
  case Intrinsic::vector_reduce_fminimum:
    return Intrinsic::minimum;
  default:
    return Intrinsic::not_intrinsic;
  }
}

static void expandMinMaxReductions(Function &function) {
  SmallVector<IntrinsicInst *> reductions;
  for (Instruction &inst : instructions(function))
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&inst))
      if (getElementOperation(intrinsic->getIntrinsicID()))
        reductions.push_back(intrinsic);
  for (IntrinsicInst *reduction : reductions) {
    IRBuilder<> b(reduction);
    Value *vector = reduction->getArgOperand(0);
    auto *type = cast<FixedVectorType>(vector->getType());
    Value *result = b.CreateExtractElement(vector, uint64_t(0));
    for (unsigned i = 1, e = type->getNumElements(); i < e; ++i)
      result = b.CreateBinaryIntrinsic(
          getElementOperation(reduction->getIntrinsicID()), result,
          b.CreateExtractElement(vector, i));
    reduction->replaceAllUsesWith(result);
    reduction->eraseFromParent();
  }
}

void fp8sim::expandVectorIntrinsics(Module &module) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager callGraph;
  ModuleAnalysisManager modules;
  PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  FunctionPassManager passes;
  passes.addPass(ScalarizeMaskedMemIntrinPass());
  passes.addPass(ExpandReductionsPass());
  for (Function &function : module)
    if (!function.isDeclaration()) {
      passes.run(function, functions);
      expandMinMaxReductions(function);
    }
}
