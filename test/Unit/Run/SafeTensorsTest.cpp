//===- SafeTensorsTest.cpp - Files of named tensors -----------------------===//

#include "Files/SafeTensors.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

namespace {

struct SafeTensorsTest : testing::Test {
  /// Returns the error of reading `bytes`, or "".
  std::string read(StringRef bytes) {
    auto file = SafeTensors::parse(
        llvm::MemoryBuffer::getMemBufferCopy(bytes, "file"), &context);
    return file ? "" : llvm::toString(file.takeError());
  }

  /// Returns a file with this header, valid or not, and `dataSize` bytes of
  /// data.
  static std::string makeFile(StringRef header, size_t dataSize = 0) {
    std::string file(8, '\0');
    llvm::support::endian::write64le(file.data(), header.size());
    return file + header.str() + std::string(dataSize, '\x01');
  }

  HostTensor allocate(ArrayRef<int64_t> shape, Type elementType) {
    return std::move(
        *HostTensor::allocate(RankedTensorType::get(shape, elementType), [&] {
          return mlir::emitError(builder.getUnknownLoc());
        }));
  }

  /// A valid file of three tensors.
  std::string writeSample() {
    HostTensor codes = allocate({5}, Float8E4M3FNType::get(&context));
    codes.fill(2.0);
    HostTensor weights = allocate({2, 3}, builder.getF32Type());
    weights.fill(0.5);
    HostTensor none = allocate({0, 7}, builder.getI64Type());
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    writeSafeTensors(os,
                     {{"codes", &codes}, {"weights", &weights}, {"no", &none}});
    return bytes;
  }

  MLIRContext context;
  Builder builder{&context};
};

TEST_F(SafeTensorsTest, RoundTrip) {
  std::string bytes = writeSample();
  auto file = SafeTensors::parse(
      llvm::MemoryBuffer::getMemBufferCopy(bytes, "file"), &context);
  ASSERT_TRUE(static_cast<bool>(file)) << llvm::toString(file.takeError());
  EXPECT_EQ(file->getTensors().size(), 3u);
  const TensorView *weights = file->find("weights");
  ASSERT_NE(weights, nullptr);
  EXPECT_EQ(weights->type, RankedTensorType::get({2, 3}, builder.getF32Type()));
  float value;
  memcpy(&value, weights->bytes.data() + 20, sizeof(value));
  EXPECT_EQ(value, 0.5f);
  EXPECT_EQ(file->find("codes")->bytes.size(), 5u);
  EXPECT_EQ(file->find("codes")->bytes[4], 0x40);
  EXPECT_TRUE(file->find("no")->bytes.empty());
  EXPECT_EQ(file->find("nothing"), nullptr);
}

TEST_F(SafeTensorsTest, EveryElementType) {
  Type types[] = {builder.getF64Type(),
                  builder.getF32Type(),
                  builder.getF16Type(),
                  builder.getBF16Type(),
                  Float8E4M3FNType::get(&context),
                  Float8E5M2Type::get(&context),
                  Float8E8M0FNUType::get(&context),
                  builder.getI64Type(),
                  builder.getI32Type(),
                  builder.getI16Type(),
                  builder.getI8Type(),
                  builder.getIntegerType(8, /*isSigned=*/false),
                  builder.getI1Type()};
  for (Type type : types) {
    HostTensor tensor = allocate({3}, type);
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    writeSafeTensors(os, {{"t", &tensor}});
    auto file = SafeTensors::parse(
        llvm::MemoryBuffer::getMemBufferCopy(bytes, "file"), &context);
    ASSERT_TRUE(static_cast<bool>(file)) << llvm::toString(file.takeError());
    EXPECT_EQ(file->find("t")->type.getElementType(), type);
  }
}

TEST_F(SafeTensorsTest, MetadataIsAllowed) {
  EXPECT_EQ(read(makeFile(R"({"__metadata__":{"format":"pt"}})")), "");
  EXPECT_EQ(read(makeFile(R"({"__metadata__":{"format":1}})")),
            "file: expected __metadata__ to map names to strings, but 'format' "
            "is not a string");
}

TEST_F(SafeTensorsTest, NamesWhatIsWrong) {
  EXPECT_EQ(read("abc"), "file: expected a header length of 8 bytes, but the "
                         "file has 3 bytes");
  EXPECT_EQ(read(StringRef("\xff\0\0\0\0\0\0\0", 8)),
            "file: expected a header of 255 bytes, but the file ends after 0: "
            "it is incomplete");
  EXPECT_EQ(read("\x89PNG\r\n\x1a\n0123"),
            "file: expected a header of at most 100000000 bytes, but its "
            "length is 727905341920923785: this is not a safetensors file");
  EXPECT_EQ(read(makeFile("[]")),
            "file: expected the header to be a JSON object, which begins with "
            "'{'");
  EXPECT_EQ(read(makeFile(R"({"a":{"dtype":"F4","shape":[],)"
                          R"("data_offsets":[0,0]}})")),
            "file: tensor 'a': unsupported dtype 'F4'; supported are F64, F32, "
            "F16, BF16, F8_E4M3, F8_E5M2, F8_E8M0, I64, I32, I16, I8, U64, "
            "U32, U16, U8 and BOOL");
  EXPECT_EQ(read(makeFile(R"({"a":{"dtype":"F32","shape":[2,-1],)"
                          R"("data_offsets":[0,0]}})")),
            "file: tensor 'a': expected shape[1] to be an integer that is not "
            "negative");
  EXPECT_EQ(read(makeFile(R"({"a":{"dtype":"F32","shape":[2],)"
                          R"("data_offsets":[8,0]}})",
                          8)),
            "file: tensor 'a': expected data_offsets to be a begin and an end "
            "that is not smaller");
  EXPECT_EQ(read(makeFile(R"({"a":{"dtype":"F32","shape":[2],)"
                          R"("data_offsets":[0,12]}})",
                          12)),
            "file: tensor 'a': expected 8 bytes of data for tensor<2xf32>, but "
            "data_offsets are [0, 12]");
  EXPECT_EQ(
      read(makeFile(R"({"a":{"dtype":"F64","shape":[4294967296,4294967296],)"
                    R"("data_offsets":[0,0]}})")),
      "file: tensor 'a': expected more bytes than a file can have of data for "
      "tensor<4294967296x4294967296xf64>, but data_offsets are [0, 0]");
}

TEST_F(SafeTensorsTest, EveryByteBelongsToOneTensor) {
  auto twoTensors = [](int begin, size_t dataSize) {
    std::string second =
        "[" + std::to_string(begin) + "," + std::to_string(begin + 4) + "]";
    return makeFile(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                    R"("b":{"dtype":"F32","shape":[],"data_offsets":)" +
                        second + "}}",
                    dataSize);
  };
  EXPECT_EQ(read(twoTensors(8, 12)), "");
  EXPECT_EQ(read(twoTensors(4, 12)),
            "file: tensor 'b': expected its data to begin where the data "
            "before it ends, at 8, but it begins at 4");
  EXPECT_EQ(read(twoTensors(12, 16)),
            "file: tensor 'b': expected its data to begin where the data "
            "before it ends, at 8, but it begins at 12");
  EXPECT_EQ(read(twoTensors(8, 11)),
            "file: tensor 'b': expected its data to end at 12, but the data of "
            "the file ends at 11");
  EXPECT_EQ(read(twoTensors(8, 13)),
            "file: expected 12 bytes of data, but there are 13");
}

/// Files that the reference implementation rejects, and duplicate keys, which
/// the format forbids.
TEST_F(SafeTensorsTest, HeaderIsStrictJSON) {
  auto readTensor = [&](const std::string &members) {
    return read(makeFile("{\"a\":{" + members + "}}", 4));
  };
  std::string valid = R"("dtype":"F32","shape":[1],"data_offsets":[0,4])";
  EXPECT_EQ(readTensor(valid), "");
  EXPECT_EQ(readTensor(valid + R"(,"x":[null,true,-1.5e+3,"\ud83d\ude00"])"),
            "");
  EXPECT_EQ(read(makeFile("{\"a\" :\n{\t" + valid + "\r} } \n ", 4)), "");
  EXPECT_EQ(read(makeFile(" {\"a\":{" + valid + "}}", 4)),
            "file: expected the header to be a JSON object, which begins with "
            "'{'");

  std::pair<const char *, const char *> syntax[] = {
      {R"("shape":[01])", "']' at byte 16"},
      {R"("shape":[1.])", "digit at byte 17"},
      {R"("x":1e)", "digit at byte 12"},
      {R"("x":+1)", "number at byte 10"},
      {R"("x":[1 2])", "']' at byte 13"},
      {R"("x":1,)", "string at byte 12"},
      {R"("x":nul)", "number at byte 10"},
      {R"('x':1)", "string at byte 6"},
      {"\"x\":\"\n\"", "character of a string at byte 11"},
      {R"("\x":1)", "escape at byte 8"},
      {R"("\u12g4":1)", "hexadecimal digit at byte 11"},
      {R"("\ud800":1)", "second half of a character at byte 13"},
      {R"("\ud800\u0041":1)", "second half of a character at byte 19"},
      {R"("\udc00":1)", "first half of a character at byte 13"},
  };
  for (auto [members, missing] : syntax)
    EXPECT_EQ(readTensor(members),
              std::string("file: expected a header in JSON, but there is no ") +
                  missing)
        << members;
  EXPECT_EQ(read(makeFile("{}{}")),
            "file: expected a header in JSON, but there is no end at byte 2");
  EXPECT_EQ(read(makeFile("{\"\xff\":{}}")),
            "file: expected a header in JSON, but byte 2 is not UTF-8");

  const char *noInteger = "file: tensor 'a': expected shape[0] to be an "
                          "integer that is not negative";
  for (const char *size :
       {"1.0", "1e0", "-0", "\"1\"", "null", "9223372036854775808"})
    EXPECT_EQ(readTensor(std::string("\"shape\":[") + size + "]"), noInteger);
  EXPECT_EQ(readTensor(R"("data_offsets":[0,4.0])"),
            "file: tensor 'a': expected data_offsets to be integers that are "
            "not negative");
  EXPECT_EQ(readTensor(R"("data_offsets":[0,4,5])"),
            "file: tensor 'a': expected two data_offsets, but there are more");
  std::string sizes = "1";
  for (size_t i = 0; i < kMaxRank; ++i)
    sizes += ",1";
  EXPECT_EQ(readTensor("\"shape\":[" + sizes + "]"),
            "file: tensor 'a': expected a shape of at most 64 sizes, but it "
            "has more");

  EXPECT_EQ(readTensor(valid + R"(,"dtype":"F32")"),
            "file: tensor 'a': expected one dtype, but there are two");
  EXPECT_EQ(
      read(makeFile("{\"a\":{" + valid + "},\"\\u0061\":{" + valid + "}}", 4)),
      "file: tensor 'a': expected one tensor of that name, but there "
      "are two");
  EXPECT_EQ(read(makeFile(R"({"__metadata__":{},"__metadata__":{}})")),
            "file: expected one __metadata__, but there are two");
  EXPECT_EQ(read(makeFile(R"({"__metadata__":{"k":"1","k":"1"}})")),
            "file: expected 'k' of __metadata__ once, but it is there twice");
}

TEST_F(SafeTensorsTest, DeepNestingDoesNotOverflowTheStack) {
  EXPECT_EQ(read(makeFile("{" + std::string(1'000'000, '['))),
            "file: expected a header of at most 3 nested JSON levels, but byte "
            "3 opens another");
  // Brackets in a name do not count as nesting.
  EXPECT_EQ(read(makeFile(R"({"[[\"[[":{"dtype":"I8","shape":[],)"
                          R"("data_offsets":[0,1]}})",
                          1)),
            "");
}

TEST_F(SafeTensorsTest, EveryTruncationIsAnError) {
  std::string bytes = writeSample();
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_NE(read(StringRef(bytes).take_front(size)), "") << size;
}

/// A changed byte causes an error, or tensors whose data are inside of the
/// file.
TEST_F(SafeTensorsTest, EveryByteFlipIsHandled) {
  std::string bytes = writeSample();
  std::mt19937 random(1);
  auto check = [&](const std::string &changed) {
    auto buffer = llvm::MemoryBuffer::getMemBufferCopy(changed, "file");
    const char *begin = buffer->getBufferStart();
    const char *end = buffer->getBufferEnd();
    auto file = SafeTensors::parse(std::move(buffer), &context);
    if (!file) {
      EXPECT_NE(llvm::toString(file.takeError()), "");
      return;
    }
    for (const TensorView &tensor : file->getTensors()) {
      EXPECT_GE(tensor.bytes.begin(), begin);
      EXPECT_LE(tensor.bytes.end(), end);
      EXPECT_EQ(tensor.bytes.size(), *getByteSize(tensor.type));
    }
  };
  for (size_t i = 0; i < bytes.size(); ++i)
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string changed = bytes;
      changed[i] ^= static_cast<char>(1u << bit);
      check(changed);
    }
  for (int round = 0; round < 2000; ++round) {
    std::string changed = bytes;
    for (int i = 0; i < 4; ++i)
      changed[random() % changed.size()] = static_cast<char>(random());
    check(changed);
  }
}

} // namespace
