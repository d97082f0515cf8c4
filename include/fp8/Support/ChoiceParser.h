//===- ChoiceParser.h - options whose errors list the choices ---*- C++ -*-===//
#ifndef FP8_SUPPORT_CHOICEPARSER_H
#define FP8_SUPPORT_CHOICEPARSER_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::fp8 {

/// Parses an option of an enum. What LLVM has for that says of a wrong value
/// that it cannot find it, and not what there is instead.
template <typename Choice>
class ChoiceParser : public llvm::cl::generic_parser_base {
public:
  using parser_data_type = Choice;

  explicit ChoiceParser(llvm::cl::Option &option)
      : generic_parser_base(option) {}

  /// Returns true after an error.
  bool parse(llvm::cl::Option &option, llvm::StringRef, llvm::StringRef text,
             Choice &choice) {
    const auto *found = llvm::find_if(
        Values, [&](const Value &value) { return value.Name == text; });
    if (found == Values.end())
      return option.error(
          "unsupported '" + text + "'; supported are " +
          llvm::join(llvm::map_range(
                         Values, [](const Value &value) { return value.Name; }),
                     ", "));
    choice = found->V.getValue();
    return false;
  }

  template <typename Number>
  void addLiteralOption(llvm::StringRef name, const Number &value,
                        llvm::StringRef help) {
    Values.push_back({name, help, static_cast<Choice>(value)});
  }

  unsigned getNumOptions() const override { return Values.size(); }
  llvm::StringRef getOption(unsigned i) const override {
    return Values[i].Name;
  }
  llvm::StringRef getDescription(unsigned i) const override {
    return Values[i].help;
  }
  const llvm::cl::GenericOptionValue &
  getOptionValue(unsigned i) const override {
    return Values[i].V;
  }

protected:
  struct Value {
    llvm::StringRef Name, help;
    llvm::cl::OptionValue<Choice> V;
  };
  /// MLIR prints pipelines by `Values`, `Name` and `V`.
  llvm::SmallVector<Value, 8> Values;
};

} // namespace mlir::fp8

#endif // FP8_SUPPORT_CHOICEPARSER_H
