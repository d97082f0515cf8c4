//===- BrainFloats.cpp - bf16 values with unchanged bits ------------------===//

#include "fp8/Support/BrainFloats.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static bool isBrainFloat(const Value &value) {
  return value.getType()->getScalarType()->isBFloatTy();
}

static Type *getBitsType(Type *type) {
  return type->getWithNewType(Type::getInt16Ty(type->getContext()));
}

/// Replaces a bf16 phi by an i16 phi of the same bits.
static void convertPhi(PHINode &phi) {
  Type *type = getBitsType(phi.getType());
  auto *bits =
      PHINode::Create(type, phi.getNumIncomingValues(), "", phi.getIterator());
  for (auto [block, value] : zip_equal(phi.blocks(), phi.incoming_values())) {
    IRBuilder<> builder(block->getTerminator());
    bits->addIncoming(value == &phi ? bits : builder.CreateBitCast(value, type),
                      block);
  }
  IRBuilder<> builder(phi.getParent(), phi.getParent()->getFirstInsertionPt());
  phi.replaceAllUsesWith(builder.CreateBitCast(bits, phi.getType()));
  phi.eraseFromParent();
}

/// Makes uses of `value` outside of the block `home` convert it from its bits.
/// `builder` inserts the conversion to bits.
static void convertUses(Value &value, BasicBlock *home, IRBuilder<> &builder) {
  SmallVector<Use *> uses;
  for (Use &use : value.uses())
    if (cast<Instruction>(use.getUser())->getParent() != home)
      uses.push_back(&use);
  if (uses.empty())
    return;
  Value *bits = builder.CreateBitCast(&value, getBitsType(value.getType()));
  for (Use *use : uses) {
    IRBuilder<> there(cast<Instruction>(use->getUser()));
    use->set(there.CreateBitCast(bits, value.getType()));
  }
}

void mlir::fp8::keepBrainFloats(llvm::Module &module) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    SmallVector<PHINode *> phis;
    for (Instruction &inst : instructions(function))
      if (auto *phi = dyn_cast<PHINode>(&inst); phi && isBrainFloat(*phi))
        phis.push_back(phi);
    for_each(phis, [](PHINode *phi) { convertPhi(*phi); });

    BasicBlock &entry = function.getEntryBlock();
    IRBuilder<> atEntry(&entry, entry.getFirstInsertionPt());
    for (Argument &argument : function.args())
      if (isBrainFloat(argument))
        convertUses(argument, &entry, atEntry);
    SmallVector<Instruction *> values;
    for (Instruction &inst : instructions(function))
      if (isBrainFloat(inst))
        values.push_back(&inst);
    for (Instruction *value : values)
      // Skip terminators with results. These are calls that may throw, which do
      // not occur here.
      if (BasicBlock *home = value->getParent(); !value->isTerminator()) {
        IRBuilder<> after(home, std::next(value->getIterator()));
        convertUses(*value, home, after);
      }
  }
}
