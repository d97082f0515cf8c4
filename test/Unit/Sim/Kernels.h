//===- Kernels.h - simulators of kernels in MLIR text -----------*- C++ -*-===//
#ifndef FP8_TEST_UNIT_SIM_KERNELS_H
#define FP8_TEST_UNIT_SIM_KERNELS_H

#include "fp8/Sim/Simulator.h"
#include "fp8/Target/NVIDIA/DeviceCode.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

/// Compiles the gpu.module in `op` for sm_90a and makes a simulator of it.
inline std::unique_ptr<fp8sim::Simulator>
makeSimulator(mlir::OwningOpRef<mlir::ModuleOp> op,
              const fp8sim::Options &options) {
  using namespace mlir;
  if (!op)
    return nullptr;
  auto module = *op->getOps<gpu::GPUModuleOp>().begin();
  auto target =
      fp8::getDeviceTarget("sm_90a", 0, [&] { return module.emitError(); });
  FailureOr<fp8::DeviceModule> device = fp8::compileToDeviceIR(module, *target);
  if (failed(device))
    return nullptr;
  auto simulator = fp8sim::Simulator::create(
      std::move(device->context), std::move(device->module), options);
  if (simulator)
    return std::move(*simulator);
  ADD_FAILURE() << toString(simulator.takeError());
  return nullptr;
}

inline mlir::MLIRContext &getContext() {
  static mlir::MLIRContext *context = [] {
    mlir::DialectRegistry registry;
    mlir::fp8::registerDeviceCodeInput(registry);
    return new mlir::MLIRContext(registry);
  }();
  return *context;
}

inline std::unique_ptr<fp8sim::Simulator>
simulateText(llvm::StringRef text, const fp8sim::Options &options = {}) {
  return makeSimulator(
      mlir::parseSourceString<mlir::ModuleOp>(text, &getContext()), options);
}

/// A file of test/Sim.
inline std::unique_ptr<fp8sim::Simulator>
simulateFile(llvm::StringRef name, const fp8sim::Options &options = {}) {
  return makeSimulator(mlir::parseSourceFile<mlir::ModuleOp>(
                           (FP8_SIM_KERNELS "/" + name).str(), &getContext()),
                       options);
}

/// Launches, and fails the test on errors and reports.
template <typename... Arguments>
void launch(fp8sim::Simulator &simulator, llvm::StringRef kernel,
            fp8sim::Dim3 grid, fp8sim::Dim3 block, Arguments... arguments) {
  llvm::Error error = simulator.launch(kernel, grid, block, 0, {arguments...});
  if (error)
    ADD_FAILURE() << toString(std::move(error));
  for (const fp8sim::Report &report : simulator.getReports())
    ADD_FAILURE() << report.message;
}

#endif // FP8_TEST_UNIT_SIM_KERNELS_H
