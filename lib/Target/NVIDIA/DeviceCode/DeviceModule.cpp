//===- DeviceModule.cpp - device LLVM IR ----------------------------------===//

#include "fp8/Target/NVIDIA/DeviceModule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/Path.h"

using namespace mlir::fp8;

bool mlir::fp8::isKernel(const llvm::Function &function) {
  return function.getCallingConv() == llvm::CallingConv::PTX_Kernel &&
         !function.isDeclaration();
}

/// Adds the functions that use `value`, directly or through constant
/// expressions, to `functions`.
static void
collectUsers(const llvm::Value &value,
             llvm::SmallPtrSetImpl<const llvm::Function *> &functions) {
  for (const llvm::User *user : value.users()) {
    if (auto *inst = llvm::dyn_cast<llvm::Instruction>(user))
      functions.insert(inst->getFunction());
    else
      collectUsers(*user, functions);
  }
}

llvm::SmallVector<const llvm::GlobalVariable *>
mlir::fp8::getSharedVariables(const llvm::Function &kernel) {
  llvm::SmallPtrSet<const llvm::Function *, 4> reached;
  llvm::SmallVector<const llvm::Function *> worklist = {&kernel};
  while (!worklist.empty()) {
    const llvm::Function *function = worklist.pop_back_val();
    if (!reached.insert(function).second)
      continue;
    for (const llvm::Instruction &inst : llvm::instructions(*function))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&inst))
        if (const llvm::Function *callee = call->getCalledFunction())
          worklist.push_back(callee);
  }
  llvm::SmallVector<const llvm::GlobalVariable *> variables;
  for (const llvm::GlobalVariable &global : kernel.getParent()->globals()) {
    if (global.getAddressSpace() != kSharedAddressSpace)
      continue;
    llvm::SmallPtrSet<const llvm::Function *, 4> users;
    collectUsers(global, users);
    if (llvm::any_of(users, [&](auto *user) { return reached.contains(user); }))
      variables.push_back(&global);
  }
  return variables;
}

uint64_t mlir::fp8::getStaticSharedSize(const llvm::Function &kernel) {
  const llvm::DataLayout &layout = kernel.getParent()->getDataLayout();
  uint64_t size = 0;
  for (const llvm::GlobalVariable *variable : getSharedVariables(kernel)) {
    size = llvm::alignTo(size, layout.getPreferredAlign(variable));
    size += layout.getTypeAllocSize(variable->getValueType());
  }
  return size;
}

std::string mlir::fp8::getSourcePath(const llvm::DILocation &location) {
  llvm::StringRef name = location.getFilename();
  llvm::StringRef directory = location.getDirectory();
  if (directory.empty() || llvm::sys::path::is_absolute(name))
    return name.str();
  llvm::SmallString<128> path = directory;
  llvm::sys::path::append(path, name);
  return path.str().str();
}
