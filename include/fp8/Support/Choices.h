//===- Choices.h - option values, declared once -----------------*- C++ -*-===//
//
// A choice is an enum whose values are described by a table. Each row contains
// a value, its spelling and its help text. Command lines, pass options, errors
// and C++ code use the same table.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_SUPPORT_CHOICES_H
#define FP8_SUPPORT_CHOICES_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"

#include <optional>

namespace mlir::fp8 {

/// A row of the table: a value, its spelling, and one line of help text.
template <typename Enum>
struct Choice {
  Enum value;
  llvm::StringLiteral name, help;
};

/// The table of `Enum`, in the order in which help texts and errors list the
/// values. Each enum has a specialization next to its definition, with a
/// constexpr array `rows`.
template <typename Enum>
struct Choices;

/// Returns the spelling of `value`.
template <typename Enum>
llvm::StringRef stringifyChoice(Enum value) {
  for (const auto &row : Choices<Enum>::rows)
    if (row.value == value)
      return row.name;
  llvm_unreachable("every value has a row");
}

/// Returns the value with the spelling `text`, or std::nullopt if there is
/// none.
template <typename Enum>
std::optional<Enum> parseChoice(llvm::StringRef text) {
  for (const auto &row : Choices<Enum>::rows)
    if (row.name == text)
      return row.value;
  return std::nullopt;
}

/// Returns all spellings of `Enum`, separated by commas.
template <typename Enum>
std::string listChoices() {
  return llvm::join(llvm::map_range(Choices<Enum>::rows,
                                    [](const auto &row) { return row.name; }),
                    ", ");
}

} // namespace mlir::fp8

#endif // FP8_SUPPORT_CHOICES_H
