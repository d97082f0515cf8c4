//===- Targets.h - every way to run a function ------------------*- C++ -*-===//
#ifndef FP8_TEST_UNIT_EXECUTION_TARGETS_H
#define FP8_TEST_UNIT_EXECUTION_TARGETS_H

#include "fp8/Reference/Evaluator.h"
#include "fp8/Target/CPU/CPUProgram.h"
#include "fp8/Target/Simulator/SimProgram.h"
#include "fp8/Target/Upstream/UpstreamProgram.h"
#include "gtest/gtest.h"

namespace mlir::fp8::test {

struct Target {
  const char *name;
  FailureOr<std::unique_ptr<Program>> (*create)(ModuleOp, StringRef);
};

inline const Target kReference = {"reference", createReferenceProgram};
inline const Target kStock = {"stock", createUpstreamProgram};
inline const Target kCPU = {"cpu", [](ModuleOp module, StringRef function) {
                              return createCPUProgram(module, function);
                            }};
/// Codes in integer arithmetic, and in instructions.
inline const Target kSim80 = {
    "sim_sm_80", [](ModuleOp module, StringRef function) {
      return createSimProgram(module, function, {"sm_80"});
    }};
inline const Target kSim90 = {
    "sim_sm_90a", [](ModuleOp module, StringRef function) {
      return createSimProgram(module, function, {"sm_90a"});
    }};

/// For the names of parameterized tests, and for messages.
inline std::string getName(const testing::TestParamInfo<Target> &info) {
  return info.param.name;
}
inline void PrintTo(const Target &target, std::ostream *os) {
  *os << target.name;
}

} // namespace mlir::fp8::test

#endif // FP8_TEST_UNIT_EXECUTION_TARGETS_H
