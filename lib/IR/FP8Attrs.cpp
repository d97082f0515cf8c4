//===- FP8Attrs.cpp - attributes of the fp8 dialect -----------------------===//
//
// A comment `<attribute>_cN` marks the check of constraint (CN) in the
// description of that attribute.
//
//===----------------------------------------------------------------------===//

#include "UpdateOperands.h"
#include "fp8/IR/FP8.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::fp8;

#include "fp8/IR/FP8Enums.cpp.inc"

/// Parses a keyword of an enum whose cases have the values 0, 1, 2 and so on.
template <typename EnumT>
static ParseResult parseEnumKeyword(AsmParser &parser, EnumT &value) {
  SMLoc loc = parser.getCurrentLocation();
  std::string keyword;
  if (parser.parseKeywordOrString(&keyword))
    return failure();
  if (std::optional<EnumT> known = symbolizeEnum<EnumT>(keyword)) {
    value = *known;
    return success();
  }
  InFlightDiagnostic diag = parser.emitError(loc, "expected one of [");
  llvm::ListSeparator separator;
  for (uint32_t i = 0; !stringifyEnum(static_cast<EnumT>(i)).empty(); ++i)
    diag << StringRef(separator) << stringifyEnum(static_cast<EnumT>(i));
  return diag << "], but got '" << keyword << "'";
}

template <typename EnumT>
static void printEnumKeyword(AsmPrinter &printer, EnumT value) {
  printer << stringifyEnum(value);
}
#define GET_ATTRDEF_CLASSES
#include "fp8/IR/FP8Attrs.cpp.inc"

void FP8Dialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "fp8/IR/FP8Attrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// GranularityAttr
//===----------------------------------------------------------------------===//

LogicalResult
GranularityAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                        GranularityKind kind, ArrayRef<int64_t> sizes) {
  if (kind == GranularityKind::MX) {
    if (sizes.empty() || sizes == ArrayRef<int64_t>{32, 1})
      return success();
    InFlightDiagnostic diag =
        emitError()
        << "expected 'mx' to have the sizes 32x1, or none, but got ";
    llvm::interleave(sizes, diag, "x");
    return diag; // granularity_c3
  }
  size_t expected = kind == GranularityKind::Block   ? 2
                    : kind == GranularityKind::Group ? 1
                                                     : 0;
  if (sizes.size() != expected) // granularity_c1
    return emitError() << "expected '" << stringifyGranularityKind(kind)
                       << "' to have " << expected << " sizes, but got "
                       << sizes.size();
  for (int64_t size : sizes)
    if (size <= 0) // granularity_c2
      return emitError() << "expected a positive size, but got " << size;
  return success();
}

Attribute GranularityAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  FailureOr<GranularityKind> kind = FieldParser<GranularityKind>::parse(parser);
  if (failed(kind))
    return {};
  SmallVector<int64_t> sizes;
  // The sizes of `mx` may be absent.
  if (*kind == GranularityKind::MX && succeeded(parser.parseOptionalGreater()))
    return GranularityAttr::get(parser.getContext(), *kind);
  if ((*kind == GranularityKind::Block || *kind == GranularityKind::MX) &&
      parser.parseDimensionList(sizes, /*allowDynamic=*/false,
                                /*withTrailingX=*/false))
    return {};
  if (*kind == GranularityKind::Group &&
      parser.parseInteger(sizes.emplace_back()))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<GranularityAttr>(loc, parser.getContext(), *kind,
                                            sizes);
}

void GranularityAttr::print(AsmPrinter &printer) const {
  printer << "<" << stringifyGranularityKind(getKind());
  if (!getSizes().empty()) {
    printer << " ";
    printer.printDimensionList(getSizes());
  }
  printer << ">";
}

//===----------------------------------------------------------------------===//
// ScalingAttr
//===----------------------------------------------------------------------===//

LogicalResult ScalingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  int64_t margin, bool, APFloat epsilon) {
  if (margin < 0 || margin > 127) // scaling_c1
    return emitError() << "expected a margin from 0 to 127, but got " << margin;
  if (!epsilon.isFinite() ||
      (epsilon.isNegative() && !epsilon.isZero())) // scaling_c2
    return emitError() << "expected an epsilon that is finite and not "
                          "negative, but got "
                       << epsilon.convertToFloat();
  return success();
}

/// Parses `key = value` pairs in any order, each at most once, up to `>`.
static ParseResult
parseFields(AsmParser &parser, ArrayRef<StringRef> keys,
            function_ref<ParseResult(StringRef)> parseValue) {
  if (parser.parseLess())
    return failure();
  SmallVector<StringRef> seen;
  if (succeeded(parser.parseOptionalGreater()))
    return success();
  do {
    SMLoc loc = parser.getCurrentLocation();
    StringRef key;
    if (parser.parseKeyword(&key))
      return failure();
    if (!llvm::is_contained(keys, key)) {
      InFlightDiagnostic diag = parser.emitError(loc, "expected one of ");
      llvm::interleaveComma(keys, diag);
      return diag << ", but found '" << key << "'";
    }
    if (llvm::is_contained(seen, key))
      return parser.emitError(loc, "expected '")
             << key << "' at most once, but found it again";
    seen.push_back(key);
    if (parser.parseEqual() || parseValue(key))
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  return parser.parseGreater();
}

static ParseResult parseBool(AsmParser &parser, bool &value) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  if (keyword != "true" && keyword != "false")
    return parser.emitError(loc, "expected 'true' or 'false', but found '")
           << keyword << "'";
  value = keyword == "true";
  return success();
}

template <typename T>
static ParseResult parseField(AsmParser &parser, T &value) {
  FailureOr<T> parsed = FieldParser<T>::parse(parser);
  if (failed(parsed))
    return failure();
  value = *parsed;
  return success();
}

Attribute ScalingAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t margin = 0;
  bool pow2 = false;
  APFloat epsilon(0.0f);
  if (parseFields(parser, {"margin", "pow2", "epsilon"}, [&](StringRef key) {
        if (key == "margin")
          return parser.parseInteger(margin);
        if (key == "pow2")
          return parseBool(parser, pow2);
        return parser.parseFloat(APFloat::IEEEsingle(), epsilon);
      }))
    return {};
  return parser.getChecked<ScalingAttr>(loc, parser.getContext(), margin, pow2,
                                        epsilon);
}

void ScalingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::ListSeparator separator;
  if (getMargin() != 0)
    printer << StringRef(separator) << "margin = " << getMargin();
  if (getPow2())
    printer << StringRef(separator) << "pow2 = true";
  if (!getEpsilon().isZero()) {
    printer << StringRef(separator) << "epsilon = ";
    printer.printFloat(getEpsilon());
  }
  printer << ">";
}

//===----------------------------------------------------------------------===//
// CopyAttr
//===----------------------------------------------------------------------===//

/// Checks the format and the granularity with which a plane of a state is
/// encoded.
static LogicalResult
verifyEncoding(function_ref<InFlightDiagnostic()> emitError, Format format,
               GranularityAttr granularity) {
  if (format == Format::E4M11 || format == Format::E4M19) // copy_c4, storage_c9
    return emitError() << "expected a format of stored planes, but got "
                       << stringifyFormat(format)
                       << ", which is stored as e4m3 with a split residual";
  if (!granularity || granularity.isTensor())
    return success();
  if (!isEightBit(format)) // copy_c3, storage_c7
    return emitError() << "expected " << stringifyFormat(format)
                       << " to have the granularity tensor, but got "
                       << stringifyGranularityKind(granularity.getKind());
  if (granularity.getKind() == GranularityKind::MX &&
      isUnsigned(format)) // copy_c2, storage_c3
    return emitError() << "expected e4m3 or e5m2 with the granularity mx, but "
                          "got "
                       << stringifyFormat(format);
  return success();
}

LogicalResult CopyAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               Format format, bool transposed,
                               GranularityAttr granularity) {
  if (transposed && granularity &&
      granularity.getKind() == GranularityKind::Group) // copy_c1
    return emitError() << "expected a transposed copy of granularity tensor, "
                          "row, block or mx, but got group";
  return verifyEncoding(emitError, format, granularity);
}

//===----------------------------------------------------------------------===//
// StorageAttr
//===----------------------------------------------------------------------===//

static bool isSplit(ResidualKind residual) {
  return residual == ResidualKind::Split8 || residual == ResidualKind::Split16;
}

LogicalResult StorageAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  Format format, GranularityAttr granularity,
                                  bool pow2Scale, StorageTransform transform,
                                  RoundingMode rounding, ResidualKind residual,
                                  ComputeView compute,
                                  std::optional<uint32_t> stream,
                                  ArrayRef<CopyAttr>) {
  StringRef name = stringifyFormat(format);
  bool isF32 = format == Format::F32;
  if ((isF32 || isUnsigned(format)) &&
      residual != ResidualKind::None) // storage_c1, storage_c6
    return emitError() << "expected " << name
                       << " to have no residual, but got "
                       << stringifyResidualKind(residual);
  if (isF32 && transform != StorageTransform::None) // storage_c1
    return emitError() << "expected f32 to have no transform, but got "
                       << stringifyStorageTransform(transform);
  if (isF32 && rounding != RoundingMode::NearestEven) // storage_c1
    return emitError() << "expected f32 to round to nearest_even, but got "
                       << stringifyRoundingMode(rounding);
  if (isSplit(residual) && format != Format::E4M3) // storage_c2
    return emitError() << "expected a main plane of e4m3 with the residual "
                       << stringifyResidualKind(residual) << ", but got "
                       << name;
  if (failed(verifyEncoding(emitError, format, granularity)))
    return failure();
  if (stream.has_value() !=
      (rounding != RoundingMode::NearestEven)) // storage_c4
    return emitError() << "expected 'stream' if and only if rounding is "
                          "stochastic, but rounding is "
                       << stringifyRoundingMode(rounding) << " and 'stream' is "
                       << (stream ? "present" : "absent");
  if (compute == ComputeView::Full &&
      residual == ResidualKind::None) // storage_c5
    return emitError() << "expected a residual under compute = full, but "
                          "there is none";
  bool makesScale = granularity && !granularity.isTensor() &&
                    granularity.getKind() != GranularityKind::MX;
  if (pow2Scale && !makesScale) // storage_c8
    return emitError()
           << "expected pow2_scale under the granularity row, block "
              "or group, but it is "
           << stringifyGranularityKind(granularity ? granularity.getKind()
                                                   : GranularityKind::Tensor);
  return success();
}

Attribute StorageAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::optional<Format> format;
  GranularityAttr granularity;
  bool pow2Scale = false;
  auto transform = StorageTransform::None;
  auto rounding = RoundingMode::NearestEven;
  auto residual = ResidualKind::None;
  auto compute = ComputeView::Main;
  std::optional<uint32_t> stream;
  SmallVector<CopyAttr> copies;
  auto parseValue = [&](StringRef key) -> ParseResult {
    if (key == "format")
      return parseField(parser, format.emplace());
    if (key == "granularity")
      return parser.parseCustomAttributeWithFallback(granularity);
    if (key == "pow2_scale")
      return parseBool(parser, pow2Scale);
    if (key == "transform")
      return parseField(parser, transform);
    if (key == "rounding")
      return parseField(parser, rounding);
    if (key == "residual")
      return parseField(parser, residual);
    if (key == "compute")
      return parseField(parser, compute);
    if (key == "stream")
      return parser.parseInteger(stream.emplace());
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
      return parser.parseCustomAttributeWithFallback(copies.emplace_back());
    });
  };
  if (parseFields(parser,
                  {"format", "granularity", "pow2_scale", "transform",
                   "rounding", "residual", "compute", "stream", "copies"},
                  parseValue))
    return {};
  if (!format) {
    parser.emitError(loc, "expected a format");
    return {};
  }
  return parser.getChecked<StorageAttr>(
      loc, parser.getContext(), *format, granularity, pow2Scale, transform,
      rounding, residual, compute, stream, copies);
}

void StorageAttr::print(AsmPrinter &printer) const {
  printer << "<format = " << stringifyFormat(getFormat());
  if (getGranularity()) {
    printer << ", granularity = ";
    printer.printStrippedAttrOrType(getGranularity());
  }
  if (getPow2Scale())
    printer << ", pow2_scale = true";
  if (getTransform() != StorageTransform::None)
    printer << ", transform = " << stringifyStorageTransform(getTransform());
  if (getRounding() != RoundingMode::NearestEven)
    printer << ", rounding = " << stringifyRoundingMode(getRounding());
  if (getResidual() != ResidualKind::None)
    printer << ", residual = " << stringifyResidualKind(getResidual());
  if (getCompute() != ComputeView::Main)
    printer << ", compute = " << stringifyComputeView(getCompute());
  if (getStream())
    printer << ", stream = " << *getStream();
  if (!getCopies().empty()) {
    printer << ", copies = [";
    printer.printStrippedAttrOrType(getCopies());
    printer << "]";
  }
  printer << ">";
}

bool StorageAttr::isPlain() const {
  return !isEightBit(getFormat()) && !hasTensorScale(*this) &&
         getTransform() == StorageTransform::None &&
         getRounding() == RoundingMode::NearestEven &&
         getResidual() == ResidualKind::None && getCopies().empty();
}

//===----------------------------------------------------------------------===//
// StreamOrderAttr
//===----------------------------------------------------------------------===//

LogicalResult
StreamOrderAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                        int64_t stream, ArrayRef<int64_t> waits,
                        std::optional<int64_t> event) {
  if (stream < 0) // stream_order_c1
    return emitError() << "expected a stream that is not negative, but got "
                       << stream;
  if (event.value_or(0) < 0) // stream_order_c1
    return emitError() << "expected an event that is not negative, but got "
                       << *event;
  int64_t last = -1;
  for (int64_t wait : waits) {
    if (wait <= last) // stream_order_c1, stream_order_c2
      return emitError() << "expected nonnegative events in ascending order "
                            "after 'waits', but got "
                         << wait << " after " << last;
    last = wait;
  }
  return success();
}
