//===- Damage.cpp - damaged bytes -----------------------------------------===//

#include "Damage.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

static constexpr size_t maxPiece = 32;

static void flipBit(std::string &bytes, Random &random) {
  bytes[random.below(bytes.size())] ^= static_cast<char>(1 << random.below(8));
}

static void setByte(std::string &bytes, Random &random) {
  const unsigned char values[] = {0,   1,   ' ', '"',  '\'', ',',  '-', '0',
                                  '9', ':', '[', '\\', 0x7f, 0x80, 0xff};
  bytes[random.below(bytes.size())] = static_cast<char>(random.pick(values));
}

/// Overwrites eight bytes with a number near 0 or near the limit of an integer
/// type.
static void setWord(std::string &bytes, Random &random) {
  const int64_t values[] = {0,         1,         -1,        INT32_MAX,
                            INT32_MIN, INT64_MAX, INT64_MIN, int64_t(1) << 40};
  int64_t value = random.pick(values) + static_cast<int64_t>(random.below(3));
  if (bytes.size() < sizeof(value))
    return;
  size_t place = random.below(bytes.size() - sizeof(value) + 1);
  // Words of tables are aligned.
  if (!random.isOneIn(3))
    place -= place % sizeof(value);
  std::memcpy(bytes.data() + place, &value, sizeof(value));
}

static void drop(std::string &bytes, Random &random) {
  bytes.erase(random.below(bytes.size()), 1 + random.below(maxPiece));
}

static void truncate(std::string &bytes, Random &random) {
  bytes.resize(random.below(bytes.size()));
}

static void repeat(std::string &bytes, Random &random) {
  std::string piece =
      bytes.substr(random.below(bytes.size()), 1 + random.below(maxPiece));
  bytes.insert(random.below(bytes.size() + 1), piece);
}

static void swapPieces(std::string &bytes, Random &random) {
  size_t size = std::min(bytes.size(), 1 + random.below(8));
  size_t a = random.below(bytes.size() - size + 1);
  size_t b = random.below(bytes.size() - size + 1);
  if (a + size <= b || b + size <= a)
    std::swap_ranges(bytes.begin() + a, bytes.begin() + a + size,
                     bytes.begin() + b);
}

/// Replaces a number of a text by another one.
static void changeNumber(std::string &bytes, Random &random) {
  size_t place = bytes.find_first_of("0123456789", random.below(bytes.size()));
  if (place == std::string::npos)
    return;
  size_t end = bytes.find_first_not_of("0123456789", place);
  std::string number = bytes.substr(place, end - place);
  const char *values[] = {"0",
                          "1",
                          "2",
                          "00",
                          "4294967296",
                          "9223372036854775807",
                          "9223372036854775808",
                          "18446744073709551615",
                          "18446744073709551616",
                          "-1",
                          "1.0",
                          "1e3"};
  uint64_t old;
  std::string value = random.pick(values);
  if (random.isOneIn(2) && !StringRef(number).getAsInteger(10, old)) {
    const int64_t steps[] = {1, -1, 2, 4, 8, -4, 32};
    value = std::to_string(old + random.pick(steps));
  }
  bytes.replace(place, number.size(), value);
}

static void insertToken(std::string &bytes, ArrayRef<std::string> tokens,
                        Random &random) {
  if (tokens.empty())
    return;
  const std::string &token = random.pick(tokens);
  size_t place = random.below(bytes.size() + 1);
  if (random.isOneIn(2))
    bytes.insert(place, token);
  else
    bytes.replace(place, token.size(), token);
}

std::string fuzz::drawDamaged(ArrayRef<std::string> seeds, Reader &reader,
                              Random &random) {
  std::vector<std::string> tokens = reader.getTokens();
  std::string bytes = random.pick(seeds);
  for (size_t i = 0, e = 1 + random.below(4); i < e && !bytes.empty(); ++i) {
    switch (random.below(10)) {
    case 0:
      flipBit(bytes, random);
      break;
    case 1:
      setByte(bytes, random);
      break;
    case 2:
      setWord(bytes, random);
      break;
    case 3:
      drop(bytes, random);
      break;
    case 4:
      truncate(bytes, random);
      break;
    case 5:
      repeat(bytes, random);
      break;
    case 6:
      swapPieces(bytes, random);
      break;
    case 7:
    case 8:
      changeNumber(bytes, random);
      break;
    default:
      insertToken(bytes, tokens, random);
    }
  }
  if (random.isOneIn(2))
    reader.repair(bytes);
  return bytes;
}
