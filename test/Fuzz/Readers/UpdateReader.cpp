//===- UpdateReader.cpp - updates without shapes, from three examples -----===//

#include "Reader.h"
#include "fp8/Execution/UpdatePlan.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

/// Tensors a, b and c, each with a gradient g and a scale s.
static constexpr StringLiteral kUpdateModule = R"mlir(
memref.global "private" constant @key0 : memref<i32> = dense<5>
memref.global "private" constant @key1 : memref<i32> = dense<7>
memref.global "private" constant @key2 : memref<i32> = dense<9>
memref.global "private" constant @half : memref<f32> = dense<0.5>
func.func @step(%a: memref<300xf32> {fp8.in_place, fp8.name = "a"}, %b: memref<700xf32> {fp8.in_place, fp8.name = "b"}, %c: memref<900xf32> {fp8.in_place, fp8.name = "c"}, %ag: memref<300xf32> {fp8.name = "a.g"}, %bg: memref<700xf32> {fp8.name = "b.g"}, %cg: memref<900xf32> {fp8.name = "c.g"}, %as: memref<f32> {fp8.name = "a.s"}, %bs: memref<f32> {fp8.name = "b.s"}, %cs: memref<f32> {fp8.name = "c.s"}, %r: memref<f32> {fp8.name = "r"}, %an: memref<f32> {fp8.result = "a.s"}, %bn: memref<f32> {fp8.result = "b.s"}, %cn: memref<f32> {fp8.result = "c.s"}, %arena: memref<768xi8> {llvm.dereferenceable = 768 : i64}) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c192 = arith.constant 192 : index
  %c256 = arith.constant 256 : index
  %c384 = arith.constant 384 : index
  %c576 = arith.constant 576 : index
  %rate = memref.view %arena[%c0][] : memref<768xi8> to memref<f32>
  %m0 = memref.view %arena[%c64][] : memref<768xi8> to memref<f32>
  %m1 = memref.view %arena[%c128][] : memref<768xi8> to memref<f32>
  %m2 = memref.view %arena[%c192][] : memref<768xi8> to memref<f32>
  %p0 = memref.view %arena[%c256][] : memref<768xi8> to memref<10xf32>
  %p1 = memref.view %arena[%c384][] : memref<768xi8> to memref<22xf32>
  %p2 = memref.view %arena[%c576][] : memref<768xi8> to memref<29xf32>
  %k0 = memref.get_global @key0 : memref<i32>
  %k1 = memref.get_global @key1 : memref<i32>
  %k2 = memref.get_global @key2 : memref<i32>
  %h = memref.get_global @half : memref<f32>
  fp8.launch @body items 1 grain 1 ins(%r, %h : memref<f32>, memref<f32>) outs(%rate : memref<f32>)
  fp8.launch @body finish @body items 1900 of [900, 300, 700] grain 32 ins(%cg, %ag, %bg : memref<900xf32>, memref<300xf32>, memref<700xf32>) outs(%m2, %m0, %m1 : memref<f32>, memref<f32>, memref<f32>) scratch(%p2, %p0, %p1 : memref<29xf32>, memref<10xf32>, memref<22xf32>)
  fp8.launch @body items 1900 of [300, 700, 900] grain 4096 ins(%a, %ag, %rate, %m0, %k0, %b, %bg, %rate, %m1, %k1, %c, %cg, %rate, %m2, %k2 : memref<300xf32>, memref<300xf32>, memref<f32>, memref<f32>, memref<i32>, memref<700xf32>, memref<700xf32>, memref<f32>, memref<f32>, memref<i32>, memref<900xf32>, memref<900xf32>, memref<f32>, memref<f32>, memref<i32>) outs(%a, %b, %c : memref<300xf32>, memref<700xf32>, memref<900xf32>)
  fp8.launch @body items 3 of [1, 1, 1] grain 1 ins(%as, %h, %bs, %h, %cs, %h : memref<f32>, memref<f32>, memref<f32>, memref<f32>, memref<f32>, memref<f32>) outs(%an, %bn, %cn : memref<f32>, memref<f32>, memref<f32>)
  return
}
func.func @body(%begin: i64, %end: i64, %pointers: !llvm.ptr, %sizes: !llvm.ptr) {
  return
}
)mlir";

/// Fails unless the operand refers to an existing part of the plan.
static void checkOperand(const UpdatePlan &plan, const UpdateOperand &operand) {
  auto isIn = [](int64_t offset, int64_t end) {
    return offset >= 0 && offset < end;
  };
  bool isFine = false;
  switch (operand.kind) {
  case FP8RT_UPDATE_PLANE:
    isFine = operand.index < plan.planes.size();
    break;
  case FP8RT_UPDATE_SCALAR:
    isFine = operand.index < plan.scalars.size();
    break;
  case FP8RT_UPDATE_SHARED:
    isFine = isIn(operand.offset, plan.sharedBytes);
    break;
  case FP8RT_UPDATE_OWN:
    isFine = isIn(operand.offset, plan.ownBytes);
    break;
  case FP8RT_UPDATE_CONSTANT:
    isFine =
        operand.index < plan.constants.size() &&
        isIn(operand.offset, plan.constants[operand.index].bytes().size() + 1);
    break;
  case FP8RT_UPDATE_PARTIALS:
    isFine = operand.items > 0 && operand.bytes >= 0;
    break;
  case FP8RT_UPDATE_KIND_FORCE_32_BIT:
    break;
  }
  if (!isFine)
    llvm::report_fatal_error("an update has an operand that does not exist");
}

static void checkPlan(const UpdatePlan &plan) {
  for (const UpdateLaunch &launch : plan.launches) {
    if (launch.grain < 1 || launch.numItems < 0 ||
        launch.operands.size() < launch.numInputs + launch.numOutputs)
      llvm::report_fatal_error("an update has a launch that cannot run");
    for (const UpdateOperand &operand : launch.operands)
      checkOperand(plan, operand);
  }
  for (const fp8rt_update_copy &copy : plan.copies)
    if (copy.plane < 0 ||
        static_cast<size_t>(copy.plane) >= plan.planes.size() ||
        copy.offset < 0 || copy.offset + copy.bytes > plan.ownBytes)
      llvm::report_fatal_error("an update copies what does not exist");
}

namespace {
class UpdateReader : public Reader {
public:
  explicit UpdateReader(MLIRContext *context) : context(context) {}

  StringRef getName() const override { return "update"; }

  std::vector<std::string> getSeeds() override { return {kUpdateModule.str()}; }

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
    auto signature = StepSignature::read(function, "fuzz_");
    if (failed(signature))
      return false;
    std::vector<ExampleTensor> tensors = {{"a", 300}, {"b", 700}, {"c", 900}};
    FailureOr<UpdatePlan> plan =
        UpdatePlan::read(function, *signature, tensors);
    if (failed(plan))
      return false;
    checkPlan(*plan);
    if (!message.empty())
      llvm::report_fatal_error("an update was read with an error");
    return true;
  }

  std::vector<std::string> getTokens() override {
    return {"0",
            "-1",
            "%arena",
            "%a",
            "%bg",
            "%k1",
            "%p2",
            "%m1",
            "%rate",
            "%cn",
            "memref<f32>",
            "memref<900xf32>",
            "of []",
            "dense<0>",
            "\"a\"",
            "\"a.s\"",
            "fp8.in_place, "};
  }

private:
  MLIRContext *context;
};
} // namespace

std::unique_ptr<Reader> fuzz::createUpdateReader(MLIRContext *context) {
  return std::make_unique<UpdateReader>(context);
}
