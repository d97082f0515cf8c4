//===- StreamingStores.cpp - PTX of non-temporal stores -------------------===//
//
// The NVPTX back end of LLVM ignores the metadata of non-temporal stores. PTX
// has the cache operator .cs for them: lines that are likely to be accessed
// once and that caches evict first.
//
//===----------------------------------------------------------------------===//

#include "StreamingStores.h"
#include "mlir/Support/LLVM.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace mlir::fp8;

/// Number of the address space of global memory.
static constexpr unsigned kGlobalSpace = 1;
/// Sizes of a word and of the largest store, in bytes.
static constexpr uint64_t kWordBytes = 4, kStoreBytes = 16;

/// Returns the size of the value that a non-temporal store writes, in bytes.
/// Returns 0 for other stores, and for values that are not whole words.
static uint64_t getStreamedBytes(const llvm::StoreInst &store) {
  if (!store.hasMetadata(llvm::LLVMContext::MD_nontemporal) ||
      !store.isSimple() || store.getPointerAddressSpace() != kGlobalSpace)
    return 0;
  llvm::Type *type = store.getValueOperand()->getType();
  uint64_t bits = type->getPrimitiveSizeInBits().getFixedValue();
  uint64_t bytes = bits / 8;
  bool isWhole = bits != 0 && bits % (8 * kWordBytes) == 0 &&
                 store.getAlign() >= std::min(bytes, kStoreBytes) &&
                 (bytes % kStoreBytes == 0 || llvm::isPowerOf2_64(bytes));
  return isWhole ? bytes : 0;
}

/// Emits a store of 1, 2 or 4 words with the cache operator .cs.
static void emitStore(llvm::IRBuilder<> &builder, llvm::Value *address,
                      ArrayRef<llvm::Value *> words) {
  SmallVector<llvm::Type *> types = {address->getType()};
  SmallVector<llvm::Value *> operands = {address};
  std::string text = "st.global.cs.", list, constraints = "l";
  if (words.size() > 1)
    text += "v" + std::to_string(words.size()) + ".";
  for (auto [i, word] : llvm::enumerate(words)) {
    types.push_back(word->getType());
    operands.push_back(word);
    list += (i ? ", $" : "$") + std::to_string(i + 1);
    constraints += ",r";
  }
  text += "b32 [$0], ";
  text += words.size() > 1 ? "{" + list + "};" : list + ";";
  auto *type = llvm::FunctionType::get(builder.getVoidTy(), types, false);
  builder.CreateCall(llvm::InlineAsm::get(type, text,
                                          constraints + ",~{memory}",
                                          /*hasSideEffects=*/true),
                     operands);
}

static void lowerStore(llvm::StoreInst &store, uint64_t bytes) {
  llvm::IRBuilder<> builder(&store);
  uint64_t numWords = bytes / kWordBytes;
  auto *type = llvm::FixedVectorType::get(builder.getInt32Ty(), numWords);
  llvm::Value *all = builder.CreateBitCast(store.getValueOperand(), type);
  SmallVector<llvm::Value *> words;
  for (uint64_t i = 0; i < numWords; ++i)
    words.push_back(builder.CreateExtractElement(all, i));
  uint64_t step = std::min(bytes, kStoreBytes) / kWordBytes;
  for (uint64_t i = 0; i < numWords; i += step)
    emitStore(builder,
              builder.CreateConstGEP1_64(builder.getInt32Ty(),
                                         store.getPointerOperand(), i),
              llvm::ArrayRef(words).slice(i, step));
  store.eraseFromParent();
}

void fp8::lowerStreamingStores(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &op :
         llvm::make_early_inc_range(llvm::instructions(function)))
      if (auto *store = dyn_cast<llvm::StoreInst>(&op))
        if (uint64_t bytes = getStreamedBytes(*store))
          lowerStore(*store, bytes);
}
