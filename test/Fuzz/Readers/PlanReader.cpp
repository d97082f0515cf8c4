//===- PlanReader.cpp - plans of steps, from modules in Planned form ------===//

#include "Reader.h"
#include "fp8/Execution/StepPlan.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

static constexpr StringLiteral kModule = R"mlir(
#lhs = affine_map<(d0, d1, d2) -> (d0, d2)>
#rhs = affine_map<(d0, d1, d2) -> (d2, d1)>
#out = affine_map<(d0, d1, d2) -> (d0, d1)>
memref.global "private" constant @table : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
memref.global "private" constant @flags : memref<3xi1> = dense<[true, false, true]>
func.func @step(%x: memref<4x8xf32>, %w: memref<8x4xf32>, %v: memref<4xf32, strided<[2], offset: 1>>, %y: memref<4x4xf32>, %z: memref<f32>, %arena: memref<64xi8> {llvm.dereferenceable = 64 : i64}) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %a = memref.view %arena[%c0][] : memref<64xi8> to memref<4xf32>
  %b = memref.view %arena[%c32][] : memref<64xi8> to memref<8xf32>
  %part = memref.subview %b[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
  %t = memref.get_global @table : memref<4xf32>
  %f = memref.get_global @flags : memref<3xi1>
  fp8.gemm [#lhs, #rhs, #out] %x, %w outs(%y : memref<4x4xf32>) : memref<4x8xf32>, memref<8x4xf32>
  fp8.launch @body items 4 grain 2 ins(%v, %t : memref<4xf32, strided<[2], offset: 1>>, memref<4xf32>) outs(%a : memref<4xf32>)
  fp8.launch @body items 4 grain 4 ins(%a, %f : memref<4xf32>, memref<3xi1>) outs(%part : memref<4xf32, strided<[1], offset: 2>>)
  fp8.launch @body finish @body items 4 grain 4096 ins(%part : memref<4xf32, strided<[1], offset: 2>>) outs(%z : memref<f32>) scratch(%a : memref<4xf32>)
  return
}
func.func @body(%begin: i64, %end: i64, %pointers: !llvm.ptr, %sizes: !llvm.ptr) {
  return
}
)mlir";

/// Returns the size of the memory of `buffer`'s base, in bytes.
static int64_t getRoom(const StepPlan &plan, func::FuncOp function,
                       const BufferRef &buffer) {
  if (buffer.base == BufferRef::Constant)
    return static_cast<int64_t>(plan.constants[buffer.index].bytes().size());
  if (buffer.index + 1 == function.getNumArguments())
    return plan.arenaBytes;
  auto type = cast<MemRefType>(function.getArgumentTypes()[buffer.index]);
  auto [strides, offset] = type.getStridesAndOffset();
  int64_t last = offset;
  for (auto [extent, stride] : llvm::zip_equal(type.getShape(), strides))
    last += (extent - 1) * stride;
  return (last + 1) * *HostTensor::getElementSize(type.getElementType());
}

/// Fails unless all buffers of an accepted plan are inside of its arguments,
/// arena and constants.
static void checkPlan(const StepPlan &plan, func::FuncOp function) {
  for (const PlannedStep &step : plan.steps)
    for (const std::optional<BufferRef> &buffer : step.buffers) {
      if (!buffer)
        continue;
      if (buffer->base == BufferRef::Constant
              ? buffer->index >= plan.constants.size()
              : buffer->index >= function.getNumArguments())
        llvm::report_fatal_error("a plan has a buffer of no argument");
      if (buffer->bytes != 0 &&
          (buffer->offset < 0 || buffer->bytes < 0 ||
           buffer->offset > getRoom(plan, function, *buffer) - buffer->bytes))
        llvm::report_fatal_error("a plan has a buffer outside of its argument");
    }
}

namespace {
class PlanReader : public Reader {
public:
  explicit PlanReader(MLIRContext *context) : context(context) {}

  StringRef getName() const override { return "plan"; }

  std::vector<std::string> getSeeds() override { return {kModule.str()}; }

  bool read(StringRef bytes, std::string &message) override {
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diag) {
      if (message.empty() && diag.getSeverity() == DiagnosticSeverity::Error)
        message = diag.str();
      return success();
    });
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(bytes, context);
    if (!module)
      return false;
    auto function = module->lookupSymbol<func::FuncOp>("step");
    if (!function || function.isExternal()) {
      message = "no step";
      return false;
    }
    FailureOr<StepPlan> plan = StepPlan::read(function);
    if (failed(plan))
      return false;
    checkPlan(*plan, function);
    if (failed(plan->drawOrder(/*seed=*/1)))
      return false;
    if (!message.empty())
      llvm::report_fatal_error("a plan was read with an error");
    return true;
  }

  std::vector<std::string> getTokens() override {
    return {"0",
            "-1",
            "64",
            "memref<4xf32>",
            "memref<?xf32>",
            "memref<64xi8>",
            "strided<[1], offset: 60>",
            "strided<[?], offset: ?>",
            "%arena",
            "%c32",
            "%a",
            "{fp8.stream = 1 : i64}"};
  }

private:
  MLIRContext *context;
};
} // namespace

std::unique_ptr<Reader> fuzz::createPlanReader(MLIRContext *context) {
  return std::make_unique<PlanReader>(context);
}
