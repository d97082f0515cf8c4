//===- GPULowering.cpp - kernels as GPU kernels ---------------------------===//
//
// One warp processes a chunk; its 32 threads are the lanes of the sum tree. The
// arguments of a kernel are its pointers, or the tables of a multi-tensor
// launch.
//
//===----------------------------------------------------------------------===//

#include "fp8/Target/NVIDIA/GPULowering.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr unsigned kWarpSize = 32;
static constexpr unsigned kWarpsPerBlock = 4;
/// Number of warps of a second-stage kernel. A single warp would take as long
/// to read the partial results as many warps took to write them.
static constexpr unsigned kFinishWarps = 32;
static constexpr unsigned kGlobalAddressSpace = 1, kSharedAddressSpace = 3;
/// Shared memory that a thread block may declare on every chip, in bytes.
static constexpr int64_t kSharedBytes = 48 << 10;
/// Alignment of shared variables, in bytes. A variable starts at the first bank
/// of shared memory.
static constexpr unsigned kSharedVariableAlignment = 128;

/// Returns `value` of the thread whose lane is this lane XOR `offset`, with
/// shuffles of 32-bit words.
static Value shuffle(ArithmeticBuilder &b, Value value, int64_t offset) {
  Type type = value.getType();
  Type word = b.getI32Type();
  if (auto vector = dyn_cast<VectorType>(type)) {
    Value result = value;
    for (int64_t i = 0, e = vector.getNumElements(); i < e; ++i)
      result = vector::InsertOp::create(
          b, shuffle(b, vector::ExtractOp::create(b, value, i), offset), result,
          i);
    return result;
  }
  unsigned width = type.getIntOrFloatBitWidth();
  if (width == 32)
    return gpu::ShuffleOp::create(b, value, offset, kWarpSize,
                                  gpu::ShuffleMode::XOR)
        .getShuffleResult();
  if (isa<FloatType>(type)) {
    Value bits = b.bitcast(b.getIntegerType(width), value);
    return b.bitcast(type, shuffle(b, bits, offset));
  }
  if (width < 32) {
    Value wide = arith::ExtUIOp::create(b, word, value);
    return arith::TruncIOp::create(b, type, shuffle(b, wide, offset));
  }
  Value shift = b.constant(type, 32);
  Value low = arith::TruncIOp::create(b, word, value);
  Value high = arith::TruncIOp::create(b, word, b.shr(value, shift));
  low = arith::ExtUIOp::create(b, type, shuffle(b, low, offset));
  high = arith::ExtUIOp::create(b, type, shuffle(b, high, offset));
  return b.orBits(low, b.shl(high, shift));
}

namespace {
class GPULowering : public TargetLowering {
public:
  unsigned getNumThreads() const override { return kWarpSize; }

  /// Returns the number of elements of a 16-byte access. Returns 1 for sums,
  /// because thread j must have element j.
  unsigned getWidth(unsigned, unsigned largest, bool hasSum) const override {
    return hasSum ? 1 : std::max(1u, 128 / std::max(8u, largest));
  }

  bool hasAlignedBuffers() const override { return true; }

  bool sharesLaunches() const override { return true; }

  int64_t getMinChunkElements() const override { return 1024; }

  FunctionFrame beginFunction(ArithmeticBuilder &b,
                              const FunctionRequest &request) override;

  void endFunction(ArithmeticBuilder &b, FunctionFrame &frame) override {
    b.setInsertionPointToEnd(&frame.function->getRegion(0).front());
    gpu::ReturnOp::create(b);
    b.setInsertionPointAfter(frame.function);
  }

  /// Reduces in a butterfly: every thread combines the same pairs in the same
  /// order.
  Value combineThreads(ArithmeticBuilder &b, const FunctionFrame &frame,
                       Value value, Combine combine) const override {
    unsigned threads = frame.threadsPerItem ? frame.threadsPerItem : kWarpSize;
    for (unsigned offset = threads / 2; offset != 0; offset /= 2)
      value = combine(value, shuffle(b, value, offset));
    return value;
  }

  int64_t getMaxSharedBytes() const override {
    return kSharedBytes / kWarpsPerBlock;
  }

  Value createShared(ArithmeticBuilder &b, const FunctionFrame &frame,
                     Type type, int64_t count) const override;

  void synchronize(ArithmeticBuilder &b) const override {
    emitExecutionBarrier(b);
  }

  Value ballot(ArithmeticBuilder &b, Value condition) const override {
    return NVVM::VoteSyncOp::create(b, b.getI32Type(), b.word(-1), condition,
                                    NVVM::VoteSyncKind::ballot);
  }

  unsigned getNumBlockWarps() const override { return kWarpsPerBlock; }

  Value createBlockShared(ArithmeticBuilder &b, const FunctionFrame &frame,
                          int64_t bytes) const override;

  unsigned getNumFinishWarps() const override { return kFinishWarps; }

  void synchronizeWarps(ArithmeticBuilder &b) const override {
    gpu::BarrierOp::create(b);
  }

  void emitExecutionBarrier(ArithmeticBuilder &b) const override {
    NVVM::SyncWarpOp::create(b, b.word(-1));
  }

private:
  void beginBucket(ArithmeticBuilder &b, const FunctionRequest &request,
                   FunctionFrame &frame, Value block, Value warp);
};
} // namespace

static int64_t getNumWarps(int64_t numChunks) {
  return std::clamp<int64_t>(numChunks, 1, kWarpsPerBlock);
}

GPULaunch mlir::fp8::getGPULaunch(int64_t numItems, int64_t grain,
                                  int64_t blockWarps) {
  int64_t numChunks = llvm::divideCeil(numItems, grain);
  int64_t warps = blockWarps ? blockWarps : getNumWarps(numChunks);
  return {int64_t(llvm::divideCeil(numChunks, warps)),
          int32_t(warps * kWarpSize)};
}

GPULaunch mlir::fp8::getGPUFinishLaunch(int64_t numTensors) {
  return {numTensors, int32_t(kFinishWarps * kWarpSize)};
}

/// Number of words per entry of the chunk table. getRowWords() returns the
/// number of words per row of the tensor table.
static constexpr int64_t kChunkWords = 2;
static int64_t getRowWords(size_t numPointers) { return 1 + numPointers; }

GPUBucketTables::GPUBucketTables(ArrayRef<int64_t> sizes, int64_t grain,
                                 ArrayRef<void *> pointers) {
  for (auto [tensor, size] : llvm::enumerate(sizes))
    for (int64_t begin = 0; begin < size; begin += grain)
      llvm::append_values(chunks, int64_t(tensor), begin);
  int64_t numBlocks =
      llvm::divideCeil(chunks.size(), kChunkWords * kWarpsPerBlock);
  while (chunks.size() < size_t(numBlocks) * kChunkWords * kWarpsPerBlock)
    llvm::append_values(chunks, int64_t(-1), int64_t(0));
  size_t numPointers = pointers.size() / sizes.size();
  for (auto [tensor, size] : llvm::enumerate(sizes)) {
    tensors.push_back(size);
    for (void *pointer : pointers.slice(tensor * numPointers, numPointers))
      tensors.push_back(reinterpret_cast<intptr_t>(pointer));
  }
  main = {numBlocks, kWarpsPerBlock * kWarpSize};
  finish = getGPUFinishLaunch(int64_t(sizes.size()));
}

/// Creates a variable in the module, before the function.
Value GPULowering::createBlockShared(ArithmeticBuilder &b,
                                     const FunctionFrame &frame,
                                     int64_t bytes) const {
  auto function = cast<gpu::GPUFuncOp>(frame.function);
  Operation *module = function->getParentOp();
  std::string name;
  for (unsigned i = 0;
       name.empty() || SymbolTable::lookupSymbolIn(module, name); ++i)
    name = (function.getName() + "_shared_" + Twine(i)).str();
  auto type = LLVM::LLVMArrayType::get(b.getI8Type(), bytes);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(function);
  auto variable = LLVM::GlobalOp::create(
      b, type, /*isConstant=*/false, LLVM::Linkage::Internal, name, Attribute(),
      kSharedVariableAlignment, kSharedAddressSpace);
  b.setInsertionPointToStart(&function.front());
  return LLVM::AddressOfOp::create(b, variable);
}

Value GPULowering::createShared(ArithmeticBuilder &b,
                                const FunctionFrame &frame, Type type,
                                int64_t count) const {
  Value first = createBlockShared(
      b, frame, count * getByteWidth(type) * frame.chunksPerBlock);
  Value offset = b.mul(frame.chunkInBlock, count);
  return LLVM::GEPOp::create(b, first.getType(), type, first,
                             ValueRange{offset});
}

static Value getId(ArithmeticBuilder &b, Value index) {
  return arith::IndexCastUIOp::create(b, b.getI64Type(), index);
}

static Type getPointerType(ArithmeticBuilder &b) {
  return LLVM::LLVMPointerType::get(b.getContext(), kGlobalAddressSpace);
}

/// Loads the word at `index` + `offset` of a table.
static Value loadWord(ArithmeticBuilder &b, Value table, Value index,
                      int32_t offset, Type type) {
  Value row = LLVM::GEPOp::create(b, table.getType(), b.getI64Type(), table,
                                  ValueRange{index});
  Value address = LLVM::GEPOp::create(b, table.getType(), b.getI64Type(), row,
                                      ArrayRef<LLVM::GEPArg>{offset});
  return LLVM::LoadOp::create(b, type, address, /*alignment=*/8);
}

/// Finds the tensor and the chunk of this warp. `frame.pointers` initially
/// holds the addresses of the tables.
void GPULowering::beginBucket(ArithmeticBuilder &b,
                              const FunctionRequest &request,
                              FunctionFrame &frame, Value block, Value warp) {
  Type i64 = b.getI64Type();
  Value chunks = frame.pointers[0], tensors = frame.pointers[1];
  Value tensor = block;
  if (!request.isFinish) {
    Value entry = b.add(b.mul(block, kWarpsPerBlock), warp);
    entry = b.mul(entry, kChunkWords);
    tensor = loadWord(b, chunks, entry, 0, i64);
    frame.begin = loadWord(b, chunks, entry, 1, i64);
    Value isChunk = b.compare(arith::CmpIPredicate::sge, tensor, 0);
    auto ifOp = scf::IfOp::create(b, isChunk, /*withElseRegion=*/false);
    b.setInsertionPointToStart(ifOp.thenBlock());
  }
  Value row = b.mul(tensor, getRowWords(request.numPointers));
  frame.numItems = loadWord(b, tensors, row, 0, i64);
  frame.pointers.clear();
  for (unsigned i = 0; i < request.numPointers; ++i)
    frame.pointers.push_back(
        loadWord(b, tensors, row, 1 + i, getPointerType(b)));
  if (request.isFinish) {
    frame.begin = frame.chunk = b.constant(b.getI64Type(), 0);
    frame.end = b.constant(b.getI64Type(), 1);
    return;
  }
  frame.chunk = b.div(frame.begin, request.grain);
  frame.end = b.min(b.add(frame.begin, request.grain), frame.numItems);
}

FunctionFrame GPULowering::beginFunction(ArithmeticBuilder &b,
                                         const FunctionRequest &request) {
  FunctionFrame frame;
  int64_t numChunks = llvm::divideCeil(request.numItems, request.grain);
  int64_t warps =
      request.blockWarps ? request.blockWarps : getNumWarps(numChunks);
  if (request.isFinish)
    warps = kFinishWarps;
  else if (request.isBucketed)
    warps = kWarpsPerBlock;

  Type pointer = getPointerType(b);
  SmallVector<Type> types(request.isBucketed ? 2 : request.numPointers,
                          pointer);
  auto function = gpu::GPUFuncOp::create(b, request.name,
                                         b.getFunctionType(types, TypeRange()));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), b.getUnitAttr());
  function.setKnownBlockSizeAttr(
      b.getDenseI32ArrayAttr({int32_t(warps * kWarpSize), 1, 1}));
  frame.function = function;
  b.setInsertionPointToStart(&function.front());
  llvm::append_range(frame.pointers, function.getArguments());

  Value thread = getId(b, gpu::ThreadIdOp::create(b, gpu::Dimension::x));
  Value block = getId(b, gpu::BlockIdOp::create(b, gpu::Dimension::x));
  frame.lane =
      arith::RemUIOp::create(b, thread, b.constant(b.getI64Type(), kWarpSize));
  Value warp = b.div(thread, kWarpSize);
  frame.chunkInBlock = warp;
  frame.chunksPerBlock = warps;
  if (request.isFinish)
    frame.warp = warp;
  if (request.isBucketed) {
    beginBucket(b, request, frame, block, warp);
    return frame;
  }
  if (request.isFinish) {
    frame.begin = frame.chunk = b.constant(b.getI64Type(), 0);
    frame.end = b.constant(b.getI64Type(), 1);
    return frame;
  }
  frame.chunk = b.add(b.mul(block, warps), warp);
  frame.begin = b.mul(frame.chunk, request.grain);
  frame.end = b.min(b.add(frame.begin, request.grain), request.numItems);
  if (numChunks % warps == 0)
    return frame;
  Value isChunk = b.less(frame.chunk, numChunks);
  auto ifOp = scf::IfOp::create(b, isChunk, /*withElseRegion=*/false);
  b.setInsertionPointToStart(ifOp.thenBlock());
  return frame;
}

std::unique_ptr<TargetLowering> mlir::fp8::createGPULowering() {
  return std::make_unique<GPULowering>();
}
