//===- ConstantTable.h - tables as constants of LLVM IR ---------*- C++ -*-===//
#ifndef FP8_EXECUTION_CONSTANTTABLE_H
#define FP8_EXECUTION_CONSTANTTABLE_H

#include "fp8/Runtime/fp8rt.h"
#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace mlir::fp8 {

/// Creates constants with the layout of C structs.
class ConstantTable {
protected:
  using Constant = llvm::Constant;

  explicit ConstantTable(llvm::Module &module)
      : module(module), b(module.getContext()) {}

  Constant *addGlobal(Constant *value, StringRef name, unsigned alignment = 8);
  /// Returns the constant of a string; equal strings share one constant.
  Constant *addString(StringRef text);
  /// Returns null if there are no elements.
  Constant *addArray(ArrayRef<Constant *> elements, StringRef name);
  Constant *addBytes(StringRef bytes, StringRef name, unsigned alignment = 8);
  template <typename T>
  Constant *addNumbers(ArrayRef<T> numbers, StringRef name) {
    return addGlobal(llvm::ConstantDataArray::get(module.getContext(), numbers),
                     name);
  }
  Constant *addProduct(const fp8rt_gemm_desc &product);
  Constant *addExchanged(ArrayRef<fp8rt_exchange> tensors);
  /// Returns an fp8rt_kernel of functions of the module. `finish` may be empty.
  /// Reports a missing function at `loc`.
  FailureOr<Constant *> addKernel(Location loc, StringRef kernel,
                                  StringRef finish, int64_t grain,
                                  int64_t numPointers);
  Constant *getStruct(ArrayRef<Constant *> fields) {
    return llvm::ConstantStruct::getAnon(fields);
  }
  Constant *getNull() { return llvm::ConstantPointerNull::get(b.getPtrTy()); }

  llvm::Module &module;
  llvm::IRBuilder<> b;

private:
  FailureOr<Constant *> getFunction(Location loc, StringRef name);

  llvm::StringMap<Constant *> strings;
};

} // namespace mlir::fp8

#endif // FP8_EXECUTION_CONSTANTTABLE_H
