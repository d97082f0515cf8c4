//===- ChoiceParser.h - options that list their choices ---------*- C++ -*-===//
#ifndef FP8_SUPPORT_CHOICEPARSER_H
#define FP8_SUPPORT_CHOICEPARSER_H

#include "fp8/Support/Choices.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::fp8 {

/// Records the errors of ChoiceParser on this thread during the lifetime of the
/// object. Otherwise, errors are printed to stderr.
class ChoiceErrors {
public:
  ChoiceErrors() : outer(current) { current = this; }
  ChoiceErrors(const ChoiceErrors &) = delete;
  ChoiceErrors &operator=(const ChoiceErrors &) = delete;
  ~ChoiceErrors() { current = outer; }

  /// Returns the last error, or an empty string.
  llvm::StringRef get() const { return text; }

  /// Reports the error `message` for `option`. Always returns true.
  static bool report(llvm::cl::Option &option, const llvm::Twine &message) {
    if (!current)
      return option.error(message);
    current->text = (option.ArgStr + ": " + message).str();
    return true;
  }

private:
  inline static thread_local ChoiceErrors *current = nullptr;
  ChoiceErrors *outer;
  std::string text;
};

/// Parses an option of an enum type that has Choices. Unlike LLVM's own parser,
/// it lists the supported values if a value is invalid.
template <typename Enum>
class ChoiceParser : public llvm::cl::generic_parser_base {
public:
  using parser_data_type = Enum;

  explicit ChoiceParser(llvm::cl::Option &option)
      : generic_parser_base(option) {
    for (const auto &row : Choices<Enum>::rows)
      Values.push_back({row.name, row.help, row.value});
  }

  /// Returns true on error, as parsers of llvm::cl do.
  bool parse(llvm::cl::Option &option, llvm::StringRef, llvm::StringRef text,
             Enum &choice) {
    std::optional<Enum> found = parseChoice<Enum>(text);
    if (!found)
      return ChoiceErrors::report(option, "unsupported '" + text +
                                              "'; supported are " +
                                              listChoices<Enum>());
    choice = *found;
    return false;
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
    llvm::cl::OptionValue<Enum> V;
  };
  /// MLIR uses the names `Values`, `Name` and `V` to print pipelines.
  llvm::SmallVector<Value, 8> Values;
};

} // namespace mlir::fp8

/// Allows options of passes and pipelines to have the enum type `TYPE`, because
/// llvm::cl selects the parser of an option by its type. Use this macro in the
/// global namespace.
#define FP8_CHOICE(TYPE)                                                       \
  template <>                                                                  \
  class llvm::cl::parser<mlir::fp8::TYPE>                                      \
      : public mlir::fp8::ChoiceParser<mlir::fp8::TYPE> {                      \
  public:                                                                      \
    explicit parser(llvm::cl::Option &option) : ChoiceParser(option) {}        \
  }

#endif // FP8_SUPPORT_CHOICEPARSER_H
