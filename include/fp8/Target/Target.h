//===- Target.h - the ways to run a step ------------------------*- C++ -*-===//
//
// A target lies in one folder of lib/Target: its lowering, its passes, its
// program and its options. Tools ask this registry, and know no target by name.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TARGET_TARGET_H
#define FP8_TARGET_TARGET_H

#include "fp8/Analysis/StepReport.h"
#include "fp8/Host/Program.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassOptions.h"
#include "llvm/Support/Error.h"

namespace mlir::fp8 {

/// The options of a target. Subclasses declare them as passes declare theirs.
class TargetOptions : public PassPipelineOptions<TargetOptions> {
public:
  virtual ~TargetOptions() = default;

  /// Returns true if the target has an option of this name.
  bool has(StringRef name) const { return OptionsMap.contains(name); }
};

/// The programs of one run. Programs of one signature may share memory: what
/// one of them leaves in its states the next one reads.
class TargetSession {
public:
  virtual ~TargetSession() = default;

  /// Compiles `function` of `module`, in Model or Scaled form. The module stays
  /// as it is. Fills `report`, unless it is null or the target plans no memory.
  /// Errors are diagnostics: a missing function, a type that no host tensor
  /// has, an unsupported op, a missing library or device.
  virtual FailureOr<std::unique_ptr<Program>>
  createProgram(ModuleOp module, StringRef function, StepReport *report) = 0;
};

/// One way to run a step.
class Target {
public:
  /// Properties that tools ask for.
  struct Properties {
    /// Whether programs come with a StepReport.
    bool plansMemory = false;
    /// Whether values between the ops of a step can become results.
    bool keepsAllTensors = false;
  };

  /// Both texts live as long as the process.
  Target(StringLiteral name, StringLiteral help, Properties properties)
      : name(name), help(help), properties(properties) {}
  virtual ~Target() = default;

  StringRef getName() const { return name; }
  StringRef getHelp() const { return help; }
  const Properties &getProperties() const { return properties; }

  /// Returns the options of the target at their defaults.
  virtual std::unique_ptr<TargetOptions> createOptions() const {
    return std::make_unique<TargetOptions>();
  }

  /// Checks values of options that their parsers cannot check.
  virtual llvm::Error verifyOptions(const TargetOptions &options) const {
    return llvm::Error::success();
  }

  /// Begins a run. `options` come from createOptions(). Errors are diagnostics
  /// at `loc`, such as a missing device.
  virtual FailureOr<std::unique_ptr<TargetSession>>
  open(Location loc, const TargetOptions &options) const = 0;

private:
  StringRef name, help;
  Properties properties;
};

/// Adds a target. `alias` is a second name, or empty.
void registerTarget(std::unique_ptr<Target> target, StringRef alias = "");

/// Returns the target of this name or alias, or null.
const Target *lookupTarget(StringRef name);

/// Returns all targets, sorted by their names.
SmallVector<const Target *> getTargets();

/// Registers every target of the build. Later calls do nothing.
void registerAllTargets();

/// A session whose programs share nothing: each comes from one function.
class SimpleSession : public TargetSession {
public:
  using Create = std::function<FailureOr<std::unique_ptr<Program>>(
      ModuleOp, StringRef, StepReport *)>;

  explicit SimpleSession(Create create) : create(std::move(create)) {}

  FailureOr<std::unique_ptr<Program>>
  createProgram(ModuleOp module, StringRef function,
                StepReport *report) override {
    return create(module, function, report);
  }

private:
  Create create;
};

} // namespace mlir::fp8

#endif // FP8_TARGET_TARGET_H
