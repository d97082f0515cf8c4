//===- KernelRunner.h - one kernel on every target --------------*- C++ -*-===//
//
// Runs a function on tensors around one fp8.kernel in two ways: the reference
// evaluator runs the body without the kernel, and every target runs emitted
// code.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TEST_UNIT_EMITTER_KERNELRUNNER_H
#define FP8_TEST_UNIT_EMITTER_KERNELRUNNER_H

#include "fp8/Codegen/Emitter.h"
#include "fp8/Reference/Evaluator.h"
#include "fp8/Sim/Simulator.h"
#include "fp8/Target/CPU/KernelJIT.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::fp8::test {

using Tensors = std::vector<HostTensor>;

/// The context that all tests share, with every dialect loaded.
MLIRContext &getContext();

/// The NaNs that a result in f32 may be. Arithmetic may return any NaN, but a
/// maximum must return 0x7FC00000.
enum class NaNs { Any, Canonical };

/// The kernel of function `main` of a text. The operands of the kernel are the
/// arguments of the function.
class KernelRunner {
public:
  /// Reports parse and compile errors to the test.
  explicit KernelRunner(StringRef text);

  bool isValid() const {
    return reference && !compiled.empty() && !simulated.empty();
  }

  /// Returns arguments of the kernel's types: normal numbers and, under even
  /// seeds, special values; and indices below `indexBound`.
  Tensors makeArguments(unsigned seed, int64_t indexBound = 1) const;

  /// Runs every target and expects the bits of the reference. If a result may
  /// overwrite an operand, the code for CPUs also runs in place.
  void check(const Tensors &arguments, unsigned seed = 0,
             NaNs nans = NaNs::Any) const;

private:
  /// The kernel in the simulator, compiled for a chip.
  struct Simulated {
    std::string chip;
    std::unique_ptr<fp8sim::Simulator> simulator;
  };
  /// Compiles the kernel for each chip of the simulator, or for one of them if
  /// `turn` selects it.
  void compileForSimulator(std::optional<uint64_t> turn);
  Tensors runSimulated(fp8sim::Simulator &simulator,
                       const Tensors &arguments) const;

  struct Compiled {
    std::string target;
    EmittedKernel emitted;
    std::unique_ptr<KernelJIT> jit;
    /// True if the code has a second version, for results that begin at a cache
    /// line.
    bool streams = false;
  };
  void compileForCPU(unsigned vectorBits, const CPUTuning &tuning = {});
  /// Operands, counted from the first input.
  struct SharedBuffer {
    size_t input, init;
  };
  std::optional<SharedBuffer> findSharedBuffer() const;
  Tensors runCompiled(const Compiled &kernel, const Tensors &arguments,
                      unsigned seed, std::optional<SharedBuffer> shared,
                      bool isAligned) const;

  OwningOpRef<ModuleOp> module;
  // Generated accessors are not const.
  mutable KernelOp kernel;
  std::unique_ptr<Program> reference;
  std::vector<Compiled> compiled;
  EmittedKernel emittedForGPU;
  std::vector<Simulated> simulated;
};

} // namespace mlir::fp8::test

#endif // FP8_TEST_UNIT_EMITTER_KERNELRUNNER_H
