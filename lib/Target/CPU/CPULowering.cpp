//===- CPULowering.cpp - kernels as CPU functions -------------------------===//
//
// A function is an fp8rt_cpu_kernel: (begin, end, pointers, sizes). Shapes are
// static. For a bucket, sizes[0] is the number of work items of the tensor, and
// the pointers of the tensor are followed by the pointers of the next tensor.
//
//===----------------------------------------------------------------------===//

#include "fp8/Target/CPU/CPULowering.h"
#include "fp8/Codegen/ThreadTarget.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
class CPULowering : public ThreadTarget {
public:
  CPULowering(unsigned vectorBits, const CPUTuning &tuning)
      : ThreadTarget(vectorBits), tuning(tuning) {}

  FunctionFrame beginFunction(ArithmeticBuilder &b,
                              const FunctionRequest &request) override {
    FunctionFrame frame;
    Type i64 = b.getI64Type();
    Type pointer = LLVM::LLVMPointerType::get(b.getContext());
    auto function = func::FuncOp::create(
        b, request.name,
        b.getFunctionType({i64, i64, pointer, pointer}, TypeRange()));
    frame.function = function;
    Block *entry = function.addEntryBlock();
    b.setInsertionPointToStart(entry);
    frame.begin = entry->getArgument(0);
    frame.end = entry->getArgument(1);
    frame.chunk = b.div(frame.begin, request.grain);
    auto loadPointer = [&](unsigned i) -> Value {
      Value address =
          LLVM::GEPOp::create(b, pointer, pointer, entry->getArgument(2),
                              ArrayRef<LLVM::GEPArg>{int32_t(i)});
      return LLVM::LoadOp::create(b, pointer, address);
    };
    for (unsigned i = 0; i < request.numPointers; ++i)
      frame.pointers.push_back(loadPointer(i));
    if (!request.isBucketed)
      return frame;
    frame.numItems = LLVM::LoadOp::create(b, i64, entry->getArgument(3));
    if (!request.isFinish)
      for (unsigned i = 0; i < request.numPointers; ++i)
        frame.nextPointers.push_back(loadPointer(request.numPointers + i));
    return frame;
  }

  void endFunction(ArithmeticBuilder &b, FunctionFrame &frame) override {
    func::ReturnOp::create(b);
    b.setInsertionPointAfter(frame.function);
  }

  /// Makes the number of active elements of a mask opaque, with empty inline
  /// assembly. LLVM 22 miscompiles the masked store of a truncated vector if
  /// the mask is known to have one element: it stores the element before
  /// truncation, which overwrites three bytes next to a byte.
  Value hideValue(ArithmeticBuilder &b, Value value) const override {
    return LLVM::InlineAsmOp::create(
               b, value.getType(), ValueRange{value}, /*asm_string=*/"",
               /*constraints=*/"=r,0", /*has_side_effects=*/false,
               /*is_align_stack=*/false, LLVM::TailCallKind::None,
               LLVM::AsmDialectAttr(), /*operand_attrs=*/ArrayAttr())
        .getResult(0);
  }

  CPUTuning getTuning() const override { return tuning; }

  void endStreams(ArithmeticBuilder &b) const override {
    LLVM::CallIntrinsicOp::create(b, b.getStringAttr("llvm.x86.sse.sfence"),
                                  ValueRange());
  }

private:
  CPUTuning tuning;
};
} // namespace

std::unique_ptr<TargetLowering>
mlir::fp8::createCPULowering(unsigned vectorBits, const CPUTuning &tuning) {
  return std::make_unique<CPULowering>(vectorBits, tuning);
}
