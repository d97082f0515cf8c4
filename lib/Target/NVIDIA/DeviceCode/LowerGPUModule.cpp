//===- LowerGPUModule.cpp - gpu.module to the LLVM and NVVM dialects ------===//
//
// Lowers a gpu.module with upstream passes, after one pass of this project.
// Upstream's convert-gpu-to-nvvm turns every math op into a call of libdevice,
// which requires a CUDA installation and whose sqrt is approximate.
// PrepareDeviceOps therefore turns exact ops into LLVM intrinsics first. All
// other math ops are rejected.
//
//===----------------------------------------------------------------------===//

#include "fp8/Target/NVIDIA/DeviceCode.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/NVGPUToNVVM/NVGPUToNVVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

/// Returns the LLVM intrinsic that computes `op` exactly on every target, or
/// "".
static StringRef getExactIntrinsic(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case([](math::SqrtOp) { return "llvm.sqrt"; })
      .Case([](math::FmaOp) { return "llvm.fma"; })
      .Case([](math::AbsFOp) { return "llvm.fabs"; })
      .Case([](math::CopySignOp) { return "llvm.copysign"; })
      .Case([](math::FloorOp) { return "llvm.floor"; })
      .Case([](math::CeilOp) { return "llvm.ceil"; })
      .Case([](math::TruncOp) { return "llvm.trunc"; })
      .Case([](math::RoundOp) { return "llvm.round"; })
      .Case([](math::RoundEvenOp) { return "llvm.roundeven"; })
      .Case([](math::CtPopOp) { return "llvm.ctpop"; })
      .Case([](arith::MaxNumFOp) { return "llvm.maxnum"; })
      .Case([](arith::MinNumFOp) { return "llvm.minnum"; })
      .Default([](Operation *) { return ""; });
}

static Value callIntrinsic(OpBuilder &b, Location loc, StringRef name,
                           Type type, ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(b, loc, type, b.getStringAttr(name),
                                       operands)
      .getResult(0);
}

/// Calls an intrinsic. Intrinsics take scalars and rank-1 vectors; vectors of
/// higher rank are split into rows.
static Value emitRows(OpBuilder &b, Location loc, StringRef name, Type type,
                      ValueRange operands) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || vector.getRank() == 1)
    return callIntrinsic(b, loc, name, type, operands);
  if (vector.getRank() == 0) {
    auto flat = VectorType::get({1}, vector.getElementType());
    SmallVector<Value> casts = llvm::map_to_vector(operands, [&](Value v) {
      return Value(vector::ShapeCastOp::create(b, loc, flat, v));
    });
    Value result = callIntrinsic(b, loc, name, flat, casts);
    return vector::ShapeCastOp::create(b, loc, vector, result);
  }
  Value result = ub::PoisonOp::create(b, loc, vector);
  auto row = VectorType::Builder(vector).dropDim(0);
  for (int64_t i = 0, e = vector.getDimSize(0); i < e; ++i) {
    SmallVector<Value> parts = llvm::map_to_vector(operands, [&](Value v) {
      return Value(vector::ExtractOp::create(b, loc, v, i));
    });
    Value part = emitRows(b, loc, name, VectorType(row), parts);
    result = vector::InsertOp::create(b, loc, part, result, i);
  }
  return result;
}

namespace {
/// Prepares the body for upstream's conversions. Exact math becomes intrinsics,
/// reductions across threads become shuffles, and floor and ceil divisions
/// become divisions.
struct PrepareDeviceOps
    : PassWrapper<PrepareDeviceOps, OperationPass<gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrepareDeviceOps)

  StringRef getName() const override { return "FP8PrepareDeviceOps"; }

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, LLVM::LLVMDialect, ub::UBDialect,
                    vector::VectorDialect>();
  }

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    populateGpuBreakDownSubgroupReducePatterns(patterns);
    populateGpuLowerSubgroupReduceToShufflePatterns(patterns,
                                                    /*subgroupSize=*/32);
    populateGpuLowerClusteredSubgroupReduceToShufflePatterns(
        patterns, /*subgroupSize=*/32);
    populateGpuRewritePatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))) ||
        failed(rewriteMath()))
      signalPassFailure();
  }

  LogicalResult rewriteMath() {
    WalkResult walk = getOperation()->walk([&](Operation *op) {
      if (!isa_and_nonnull<math::MathDialect>(op->getDialect()) &&
          !isa<arith::MaxNumFOp, arith::MinNumFOp, arith::RemFOp>(op))
        return WalkResult::advance();
      StringRef name = getExactIntrinsic(op);
      if (name.empty()) {
        InFlightDiagnostic diag = op->emitError("unsupported in device code: '")
                                  << op->getName() << "'";
        diag.attachNote() << "supported are sqrt, fma, absf, copysign, floor, "
                             "ceil, trunc, round, roundeven and ctpop of math; "
                             "the others need an expansion into arith first "
                             "(fp8-expand-math)";
        return WalkResult::interrupt();
      }
      OpBuilder b(op);
      Value result = emitRows(b, op->getLoc(), name, op->getResult(0).getType(),
                              op->getOperands());
      op->getResult(0).replaceAllUsesWith(result);
      op->erase();
      return WalkResult::advance();
    });
    return failure(walk.wasInterrupted());
  }
};
} // namespace

void fp8::buildLowerGPUModulePipeline(OpPassManager &pm) {
  pm.addPass(std::make_unique<PrepareDeviceOps>());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createConvertVectorToSCFPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertNVGPUToNVVMPass());
  pm.addPass(createConvertVectorToLLVMPass());
  ConvertGpuOpsToNVVMOpsOptions options;
  options.hasRedux = true;
  pm.addPass(createConvertGpuOpsToNVVMOps(options));
  pm.addPass(createConvertNVVMToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}
