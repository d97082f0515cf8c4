//===- ConstantTable.cpp - tables as constants of LLVM IR -----------------===//

#include "fp8/Execution/ConstantTable.h"
#include "fp8/Kernels/AttentionCall.h"
#include "mlir/IR/Diagnostics.h"

#include <type_traits>

using namespace mlir;
using namespace mlir::fp8;

llvm::Constant *ConstantTable::addGlobal(Constant *value, StringRef name,
                                         unsigned alignment) {
  auto *global =
      new llvm::GlobalVariable(module, value->getType(), /*isConstant=*/true,
                               llvm::GlobalValue::PrivateLinkage, value, name);
  global->setAlignment(llvm::Align(alignment));
  return global;
}

llvm::Constant *ConstantTable::addString(StringRef text) {
  Constant *&known = strings[text];
  if (!known)
    known = addGlobal(
        llvm::ConstantDataArray::getString(module.getContext(), text), "text",
        /*alignment=*/1);
  return known;
}

llvm::Constant *ConstantTable::addArray(ArrayRef<Constant *> elements,
                                        StringRef name) {
  if (elements.empty())
    return getNull();
  auto *type =
      llvm::ArrayType::get(elements.front()->getType(), elements.size());
  return addGlobal(llvm::ConstantArray::get(type, elements), name);
}

llvm::Constant *ConstantTable::addBytes(StringRef bytes, StringRef name,
                                        unsigned alignment) {
  return addGlobal(
      llvm::ConstantDataArray::getRaw(bytes, bytes.size(), b.getInt8Ty()), name,
      alignment);
}

/// Emits the bytes of the descriptor, which consists of numbers only.
llvm::Constant *ConstantTable::addProduct(const fp8rt_gemm_desc &product) {
  static_assert(std::has_unique_object_representations_v<fp8rt_gemm_desc>,
                "expected a struct without padding");
  return addBytes(
      StringRef(reinterpret_cast<const char *>(&product), sizeof(product)),
      "product");
}

llvm::Constant *ConstantTable::addExchanged(ArrayRef<fp8rt_exchange> tensors) {
  SmallVector<Constant *> elements;
  for (const fp8rt_exchange &tensor : tensors)
    elements.push_back(getStruct(
        {b.getInt32(tensor.kind), b.getInt32(tensor.axes),
         b.getInt64(tensor.piece_bytes), b.getInt64(tensor.total_bytes)}));
  return addArray(elements, "exchanged");
}

FailureOr<llvm::Constant *> ConstantTable::getFunction(Location loc,
                                                       StringRef name) {
  if (name.empty())
    return getNull();
  if (name == kAttentionKernel)
    return cast<Constant>(
        module
            .getOrInsertFunction(name, b.getVoidTy(), b.getInt64Ty(),
                                 b.getInt64Ty(), b.getPtrTy(), b.getPtrTy())
            .getCallee());
  llvm::Function *function = module.getFunction(name);
  if (function && !function->isDeclaration())
    return static_cast<Constant *>(function);
  return mlir::emitError(loc, "expected a compiled kernel '")
         << name << "', but there is none";
}

FailureOr<llvm::Constant *>
ConstantTable::addKernel(Location loc, StringRef kernel, StringRef finish,
                         int64_t grain, int64_t numPointers) {
  FailureOr<Constant *> body = getFunction(loc, kernel);
  FailureOr<Constant *> end = getFunction(loc, finish);
  if (failed(body) || failed(end))
    return failure();
  return addGlobal(getStruct({addString(kernel), *body, *end, b.getInt64(grain),
                              b.getInt32(numPointers), b.getInt32(0)}),
                   kernel);
}
