//===- Target.h - targets that run a step -----------------------*- C++ -*-===//
//
// A target is one folder of lib/Target with its lowering, passes, program and
// options. Tools use this registry and do not refer to targets by name.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TARGET_TARGET_H
#define FP8_TARGET_TARGET_H

#include "fp8/Analysis/StepReport.h"
#include "fp8/Host/Program.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassOptions.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <vector>

namespace mlir::fp8 {

/// The options of a target. Subclasses declare them like options of a pass.
class TargetOptions : public PassPipelineOptions<TargetOptions> {
public:
  virtual ~TargetOptions() = default;

  /// Returns true if the target has an option of this name.
  bool has(StringRef name) const { return OptionsMap.contains(name); }
};

/// Compiles `function` of `module`, in Model or Scaled form. Does not modify
/// the module. Fills `report`, unless it is null or the target plans no memory.
/// Errors are diagnostics: a missing function, a type without a host tensor, an
/// unsupported op, a missing library or device.
using ProgramFactory = std::function<FailureOr<std::unique_ptr<Program>>(
    ModuleOp module, StringRef function, StepReport *report)>;

/// A backend that compiles and runs a step.
class Target {
public:
  /// Properties that tools query.
  struct Properties {
    /// True if programs come with a StepReport.
    bool plansMemory = false;
    /// True if intermediate values of a step can become results.
    bool keepsAllTensors = false;
    /// True if programs run collectives of several ranks.
    bool runsCollectives = false;
    /// True if programs read and write memory of the host.
    bool usesHostMemory = true;
  };

  /// `name` and `help` must live as long as the process.
  Target(StringLiteral name, StringLiteral help, Properties properties)
      : name(name), help(help), properties(properties) {}
  virtual ~Target() = default;

  StringRef getName() const { return name; }
  StringRef getHelp() const { return help; }
  const Properties &getProperties() const { return properties; }

  /// Returns the options of the target with their default values.
  virtual std::unique_ptr<TargetOptions> createOptions() const {
    return std::make_unique<TargetOptions>();
  }

  /// Checks option values that their parsers cannot check.
  virtual llvm::Error verifyOptions(const TargetOptions &options) const {
    return llvm::Error::success();
  }

  /// Starts a run and returns the factory of its programs. Programs with the
  /// same signature may share memory. Each program then reads the states that
  /// the previous program left. `options` come from createOptions(). Errors,
  /// such as a missing device, are diagnostics at `loc`.
  virtual FailureOr<ProgramFactory>
  open(Location loc, const TargetOptions &options) const = 0;

  /// Returns the reports of `functions`, which are in `module`, in their order.
  /// Requires a target that plans memory. By default, compiles the functions. A
  /// target whose reports do not depend on machine code only plans them.
  virtual FailureOr<std::vector<StepReport>>
  report(ModuleOp module, ArrayRef<StringRef> functions,
         const TargetOptions &options) const;

private:
  StringRef name, help;
  Properties properties;
};

/// Registers a target. `alias` is a second name, or empty.
void registerTarget(std::unique_ptr<Target> target, StringRef alias = "");

/// Returns the target of this name or alias, or null.
const Target *lookupTarget(StringRef name);

/// Returns all targets, sorted by name.
SmallVector<const Target *> getTargets();

/// Registers every target of the build. Later calls have no effect.
void registerAllTargets();

} // namespace mlir::fp8

#endif // FP8_TARGET_TARGET_H
