//===- GPULowering.cpp - kernels as kernels of a GPU ----------------------===//
//
// One warp walks a chunk; its 32 threads are the lanes of the sum tree. The
// arguments of a kernel are its pointers.
//
//===----------------------------------------------------------------------===//

#include "fp8/Emitter/TargetLowering.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr unsigned kWarpSize = 32;
static constexpr unsigned kWarpsPerBlock = 4;
static constexpr unsigned kGlobalAddressSpace = 1;

namespace {
class GPULowering : public TargetLowering {
public:
  unsigned getNumLanes() const override { return kWarpSize; }

  /// Accesses of 16 bytes. A sum needs element j in thread j of the warp.
  unsigned getWidth(unsigned, unsigned largest, bool hasSum) const override {
    return hasSum ? 1 : std::max(1u, 128 / std::max(8u, largest));
  }

  bool hasAlignedBuffers() const override { return true; }

  int64_t getMinChunkElements() const override { return 1024; }

  FunctionFrame beginFunction(ImplicitLocOpBuilder &b,
                              const FunctionRequest &request) override;

  void endFunction(ImplicitLocOpBuilder &b, FunctionFrame &frame) override {
    b.setInsertionPointToEnd(&frame.function->getRegion(0).front());
    gpu::ReturnOp::create(b);
    b.setInsertionPointAfter(frame.function);
  }

  /// A butterfly: every thread adds the same pairs in the same order.
  Value combineThreads(ImplicitLocOpBuilder &b, const FunctionFrame &,
                       Value value, Combine combine) const override {
    for (unsigned offset = kWarpSize / 2; offset != 0; offset /= 2) {
      auto shuffle = gpu::ShuffleOp::create(b, value, offset, kWarpSize,
                                            gpu::ShuffleMode::XOR);
      value = combine(value, shuffle.getShuffleResult());
    }
    return value;
  }

  void synchronize(ImplicitLocOpBuilder &b) const override {
    gpu::BarrierOp::create(b);
  }

  void meetThreads(ImplicitLocOpBuilder &b) const override {
    NVVM::SyncWarpOp::create(
        b, arith::ConstantOp::create(b, b.getI32IntegerAttr(-1)));
  }
};
} // namespace

/// The finish is one warp, so that its barriers are those of a block.
static int64_t getNumWarps(int64_t numChunks) {
  return std::clamp<int64_t>(numChunks, 1, kWarpsPerBlock);
}

GPULaunch mlir::fp8::getGPULaunch(int64_t numItems, int64_t grain) {
  int64_t numChunks = llvm::divideCeil(numItems, grain);
  int64_t warps = getNumWarps(numChunks);
  return {int64_t(llvm::divideCeil(numChunks, warps)),
          int32_t(warps * kWarpSize)};
}

static Value getId(ImplicitLocOpBuilder &b, Value index) {
  return arith::IndexCastUIOp::create(b, b.getI64Type(), index);
}

FunctionFrame GPULowering::beginFunction(ImplicitLocOpBuilder &b,
                                         const FunctionRequest &request) {
  FunctionFrame frame;
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  };
  int64_t numChunks = llvm::divideCeil(request.numItems, request.grain);
  int64_t warps = getNumWarps(numChunks);

  Type pointer =
      LLVM::LLVMPointerType::get(b.getContext(), kGlobalAddressSpace);
  SmallVector<Type> types(request.numPointers, pointer);
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
  frame.lane = arith::RemUIOp::create(b, thread, constant(kWarpSize));
  Value warp = arith::DivUIOp::create(b, thread, constant(kWarpSize));
  frame.chunk = arith::AddIOp::create(
      b, arith::MulIOp::create(b, block, constant(warps)), warp);
  frame.begin = arith::MulIOp::create(b, frame.chunk, constant(request.grain));
  frame.end = arith::MinUIOp::create(
      b, arith::AddIOp::create(b, frame.begin, constant(request.grain)),
      constant(request.numItems));
  if (numChunks % warps == 0)
    return frame;
  Value isChunk = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                        frame.chunk, constant(numChunks));
  auto ifOp = scf::IfOp::create(b, isChunk, /*withElseRegion=*/false);
  b.setInsertionPointToStart(ifOp.thenBlock());
  return frame;
}

std::unique_ptr<TargetLowering> mlir::fp8::createGPULowering() {
  return std::make_unique<GPULowering>();
}
