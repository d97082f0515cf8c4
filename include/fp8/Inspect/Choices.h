//===- Choices.h - forms and report formats ---------------------*- C++ -*-===//
#ifndef FP8_INSPECT_CHOICES_H
#define FP8_INSPECT_CHOICES_H

#include "fp8/Support/Choices.h"

namespace mlir::fp8 {

/// The forms of a graph during compilation, which --fp8-verify-form checks.
enum class Form { Model, Scaled, Sharded, Fused, Planned };

template <>
struct Choices<Form> {
  static constexpr Choice<Form> rows[] = {
      {Form::Model, "model", "Upstream ops on tensors"},
      {Form::Scaled, "scaled", "Scaled contractions, stored states"},
      {Form::Sharded, "sharded", "The program of one rank"},
      {Form::Fused, "fused", "Kernels on tensors"},
      {Form::Planned, "planned", "Kernels or launches on buffers"}};
};

/// The format of --fp8-report.
enum class ReportFormat { Table, JSON };

template <>
struct Choices<ReportFormat> {
  static constexpr Choice<ReportFormat> rows[] = {
      {ReportFormat::Table, "table", "For readers"},
      {ReportFormat::JSON, "json", "For programs"}};
};

} // namespace mlir::fp8

#endif // FP8_INSPECT_CHOICES_H
