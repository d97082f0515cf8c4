//===- StepHeader.cpp - C interface of compiled steps ---------------------===//

#include "fp8/Execution/StepHeader.h"
#include "fp8/Analysis/Entry.h"
#include "fp8/Execution/HeaderFile.h"
#include "fp8/Host/HostTensor.h"
#include "fp8/IR/FP8.h"
#include "fp8/IR/QuantizePolicy.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Names and types
//===----------------------------------------------------------------------===//

/// Returns true for names that included headers may define: macros, which are
/// in capitals, and types such as those of <stdint.h>.
static bool isFromHeaders(StringRef name) {
  bool isMacro = llvm::none_of(name, llvm::isLower) &&
                 llvm::count_if(name, llvm::isUpper) > 1;
  return isMacro || name.ends_with("_t");
}

/// Returns true for reserved words of C and C++, and for names used in the
/// signatures.
static bool isReserved(StringRef name) {
  static const llvm::StringSet<> words = {
      "alignas",  "alignof",  "arena",    "asm",       "auto",      "bool",
      "break",    "case",     "catch",    "char",      "class",     "const",
      "context",  "continue", "default",  "delete",    "do",        "double",
      "else",     "enum",     "explicit", "export",    "extern",    "false",
      "float",    "for",      "friend",   "goto",      "if",        "inline",
      "int",      "long",     "main",     "mutable",   "namespace", "new",
      "nullptr",  "operator", "private",  "protected", "public",    "register",
      "restrict", "return",   "short",    "signed",    "sizeof",    "static",
      "stream",   "struct",   "switch",   "template",  "this",      "throw",
      "true",     "try",      "typedef",  "typename",  "union",     "unsigned",
      "using",    "virtual",  "void",     "volatile",  "while",     "xor"};
  return words.contains(name) || isFromHeaders(name) ||
         name.starts_with("fp8rt") || name.starts_with("_");
}

static bool isIdentifier(StringRef name) {
  auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name, isPart) && !isReserved(name);
}

/// Returns a valid and unique C name: "layer.0/w" becomes "layer_0_w".
static std::string makeIdentifier(StringRef name, llvm::StringSet<> &taken) {
  std::string base = name.str();
  for (char &c : base)
    if (!llvm::isAlnum(c))
      c = '_';
  if (!isIdentifier(base))
    base = "arg_" + base;
  std::string unique = base;
  for (unsigned i = 1; !taken.insert(unique).second; ++i)
    unique = base + "_" + std::to_string(i);
  return unique;
}

/// Returns the C type of an element. Codes, f16 and bf16 are passed as their
/// bits.
static StringRef getCType(Type type) {
  if (type.isF32())
    return "float";
  if (type.isF64())
    return "double";
  if (type.isIndex())
    return "int64_t";
  bool isInteger = type.isInteger() && !type.isInteger(1);
  switch (type.getIntOrFloatBitWidth()) {
  case 1:
  case 8:
    return isInteger ? "int8_t" : "uint8_t";
  case 16:
    return isInteger ? "int16_t" : "uint16_t";
  case 32:
    return isInteger ? "int32_t" : "";
  case 64:
    return isInteger ? "int64_t" : "";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

static LogicalResult checkArgument(func::FuncOp function,
                                   BlockArgument argument) {
  auto type = dyn_cast<MemRefType>(argument.getType());
  bool isBuffer = type && type.hasStaticShape() &&
                  type.getLayout().isIdentity() &&
                  type.getElementType().isIntOrIndexOrFloat() &&
                  !getCType(type.getElementType()).empty();
  if (isBuffer && HostTensor::countBytes(type))
    return success();
  InFlightDiagnostic diag =
      emitError(function.getLoc(), "unsupported type of argument #")
      << argument.getArgNumber() << " of a C function: " << argument.getType();
  if (isBuffer && HostTensor::getElementSize(type.getElementType()))
    return diag << " has more elements than memory can hold";
  diag.attachNote() << "supported: contiguous buffers of static shape, of "
                       "floats and of integers of 1, 8, 16, 32 and 64 bits";
  return diag;
}

/// Formats ranges: "0 to 2, 7 to 7".
static std::string printRanges(ArrayRef<int64_t> ranges) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::ListSeparator separator;
  for (size_t i = 0; i + 1 < ranges.size(); i += 2)
    os << separator << ranges[i] << " to " << ranges[i + 1];
  return text;
}

static std::string getComment(func::FuncOp function, StringRef prefix) {
  std::string step = (prefix + kEntryName + "()").str();
  StringRef name = function.getName();
  if (auto ranges = function->getAttrOfType<DenseI64ArrayAttr>(kStepsAttrName))
    return "Instead of " + step + " at steps " + printRanges(ranges);
  if (name == "step0")
    return "Instead of " + step + " at step 0, before there are amaxes";
  if (name == "init")
    return "Once, before training: computes the initial states";
  if (name == "pack")
    return "Once, before training: converts f32 values to the states of " +
           step;
  if (name == "unpack")
    return "Converts the states of " + step + " to f32 values";
  return "";
}

FailureOr<StepSignature> StepSignature::read(func::FuncOp function,
                                             StringRef prefix) {
  StepSignature signature;
  signature.name = (prefix + function.getName()).str();
  signature.comment = getComment(function, prefix);
  if (!isIdentifier(signature.name)) {
    InFlightDiagnostic diag =
        mlir::emitError(
            function.getLoc(),
            "expected a function name that is valid in C, but got '")
        << signature.name << "'";
    diag.attachNote() << "--prefix= sets the start of the name, by default the "
                         "name of the file";
    return diag;
  }
  if (function.getNumResults() != 0 || function.getNumArguments() == 0)
    return emitError(function.getLoc(),
                     "expected a function without results whose last "
                     "argument is the arena");
  llvm::StringSet<> taken;
  taken.insert(signature.name);
  for (BlockArgument argument : function.getArguments().drop_back()) {
    if (failed(checkArgument(function, argument)))
      return failure();
    unsigned i = argument.getArgNumber();
    StepArgument entry;
    auto result =
        function.getArgAttrOfType<StringAttr>(i, FP8Dialect::kResultAttrName);
    if (function.getArgAttr(i, FP8Dialect::kInPlaceAttrName))
      entry.role = FP8RT_STATE;
    else if (result)
      entry.role = FP8RT_RESULT;
    entry.name = entry.role == FP8RT_RESULT ? result.str()
                                            : getArgumentName(function, i);
    entry.identifier = makeIdentifier(entry.name, taken);
    entry.type = cast<MemRefType>(argument.getType());
    entry.initial =
        function.getArgAttrOfType<FloatAttr>(i, FP8Dialect::kInitialAttrName);
    if (auto kind = function.getArgAttrOfType<StateKindAttr>(
            i, FP8Dialect::kStateAttrName))
      entry.kind = stringifyStateKind(kind.getValue());
    signature.arguments.push_back(std::move(entry));
  }
  return signature;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string printNumber(const llvm::APFloat &value) {
  if (value.isInfinity())
    return value.isNegative() ? "-INFINITY" : "INFINITY";
  llvm::SmallString<16> text;
  value.toString(text);
  return text.str().str();
}

/// Describes an argument: "4 x 8 f32, updated in place, starts as 1".
static std::string describe(const StepArgument &argument) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(argument.type.getShape(), os, " x ");
  os << (argument.type.getRank() == 0 ? "one " : " ")
     << argument.type.getElementType();
  if (argument.role == FP8RT_STATE)
    os << ", updated in place";
  if (argument.initial)
    os << ", starts as " << printNumber(argument.initial.getValue());
  if (argument.role == FP8RT_RESULT)
    os << ", written";
  // Add the original name if it is not valid in C.
  if (argument.name != argument.identifier)
    os << ": " << escapeComment(argument.name);
  return text;
}

static void printFunction(raw_ostream &os, const StepSignature &signature) {
  std::string macro = StringRef(signature.name).upper();
  os << "#define " << macro << "_ARENA_BYTES " << signature.arenaBytes << "\n"
     << "#define " << macro << "_ARENA_ALIGNMENT 64\n";
  if (!signature.comment.empty())
    os << "/* " << signature.comment << ". */\n";
  os << "fp8rt_status " << signature.name << "(\n"
     << "    fp8rt_context context, fp8rt_stream stream,\n";
  for (const StepArgument &argument : signature.arguments)
    os << "    " << (argument.role == FP8RT_INPUT ? "const " : "")
       << getCType(argument.type.getElementType()) << " *"
       << argument.identifier << ", /* " << describe(argument) << " */\n";
  os << "    void *arena);\n"
     << "extern const fp8rt_step " << signature.getDescName() << ";\n";
}

/// Prints the declaration of a GPU step, and an enum with the index of each
/// argument in the array of addresses.
static void printCompiled(raw_ostream &os, const StepSignature &signature) {
  if (!signature.comment.empty())
    os << "/* " << signature.comment << ". */\n";
  if (signature.hasExchanges)
    os << "/* Exchanges data with other ranks, which fp8rt_cuda_set_comm sets "
          "before\n * fp8rt_cuda_step_create. */\n";
  os << "extern const fp8rt_cuda_compiled " << signature.name << ";\n"
     << "enum {\n";
  for (const StepArgument &argument : signature.arguments)
    os << "  " << signature.name << "_arg_" << argument.identifier << ", /* "
       << describe(argument) << " */\n";
  os << "  " << signature.name << "_arg_arena, /* scratch memory */\n";
  if (signature.numConstants != 0)
    os << "  " << signature.name << "_arg_constants, /* "
       << signature.numConstants << " constants with values */\n";
  os << "  " << signature.name << "_num_arguments = "
     << signature.arguments.size() + 1 + signature.numConstants << "\n};\n";
}

/// Returns the text of a header for steps. Every line of `file.usage` ends with
/// a newline.
static std::string
printSteps(const HeaderFile &file, ArrayRef<StepSignature> signatures,
           function_ref<void(raw_ostream &, const StepSignature &)> print) {
  HeaderFile complete = file;
  complete.usage +=
      "Arguments are contiguous, in row-major order, and do not overlap.\n"
      "Arguments that are updated in place are also read. If a comment gives "
      "an initial\n"
      "value, set every element to it before the first step. The tables hold "
      "all that\n"
      "comments say about arguments.";
  complete.includes.push_back("fp8/Runtime/fp8rt_argument.h");
  return printHeaderFile(complete, [&](raw_ostream &os) {
    for (const StepSignature &signature : signatures) {
      print(os, signature);
      if (!signature.arguments.empty())
        os << "extern const fp8rt_argument " << signature.getTableName() << "["
           << signature.arguments.size() << "];\n\n";
    }
  });
}

std::string fp8::printHeader(StringRef name,
                             ArrayRef<StepSignature> signatures) {
  StringRef usage =
      "The arena is scratch memory\n"
      "of the size below: it holds no data between calls. Only one call at a "
      "time may use\n"
      "it. The description runs with an array of addresses, by "
      "fp8rt_run_step.\n";
  return printSteps(
      {name, "fp8-to-object", usage.str(), {"fp8/Runtime/fp8rt.h"}}, signatures,
      printFunction);
}

std::string fp8::printCUDAHeader(StringRef name,
                                 ArrayRef<StepSignature> signatures) {
  StringRef usage =
      "A step is data: the image for\n"
      "fp8rt_cuda_module_load, the description for fp8rt_cuda_step_create, and "
      "the\n"
      "size of each argument in GPU memory. An argument with a value is a "
      "constant of\n"
      "this value. The arena holds no data between runs, so steps can share "
      "one.\n";
  return printSteps(
      {name, "fp8-to-cuda-object", usage.str(), {"fp8/Runtime/fp8rt_cuda.h"}},
      signatures, printCompiled);
}
