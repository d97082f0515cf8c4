//===- Algorithms.cpp - algorithms of cuBLASLt by shape -------------------===//
//
// An entry is text: the library, the GPU, the shape, the algorithm as words in
// hexadecimal, the size of its workspace in bytes, the times of the measured
// algorithms, and a hash of all lines before. The name of the entry contains a
// hash of the library, the GPU and the shape.
//
//===----------------------------------------------------------------------===//

#include "Algorithms.h"
#include "../Error.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <utility>

using namespace fp8rt;
using namespace fp8rt::cuda;

/// Maximum size of an entry in bytes.
constexpr size_t maxEntryBytes = 4096;
constexpr const char *entryPrefix = "matmul-";

static std::string printHex(uint64_t value) {
  char digits[17];
  std::snprintf(digits, sizeof(digits), "%016" PRIx64, value);
  return digits;
}

/// Returns the hash FNV-1a of `text`, in hexadecimal.
static std::string getTextHash(const std::string &text) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return printHex(hash);
}

/// Returns the last line of an entry.
static std::string getHashLine(const std::string &text) {
  return "hash " + getTextHash(text) + "\n";
}

fp8rt_status AlgorithmTable::open(const char *function, const Driver &driver,
                                  int ordinal, int capability,
                                  const CublasLt &blas) {
  std::unique_ptr<CacheFolder> opened = CacheFolder::openDefault();
  if (!opened)
    return FP8RT_OK;
  char name[128] = "";
  int cacheBytes = 0;
  for (auto [call, result] :
       {std::pair("cuDeviceGetName",
                  driver.deviceGetName(name, sizeof(name) - 1, ordinal)),
        std::pair("cuDeviceGetAttribute",
                  driver.deviceGetAttribute(&cacheBytes, attributeCacheBytes,
                                            ordinal))})
    if (fp8rt_status status = driver.check(function, call, result))
      return status;
  header = "fp8 algorithm of a matmul, version 1\ncuBLASLt " +
           std::to_string(blas.getVersion()) + "\nGPU " + name + ", " +
           std::to_string(capability) + "\n";
  flushBytes = 2 * static_cast<uint64_t>(std::max(cacheBytes, 1));
  opened->removeTemporaries(entryPrefix);
  folder = std::move(opened);
  return FP8RT_OK;
}

const BlasHeuristic *AlgorithmTable::find(const AlgorithmKey &key) const {
  auto it = known.find(key);
  return it == known.end() ? nullptr : &it->second;
}

/// Returns the line of an entry with the shape.
static std::string printKey(const AlgorithmKey &key) {
  std::string line = "shape";
  for (int64_t value : key)
    line += " " + std::to_string(value);
  return line + "\n";
}

std::string AlgorithmTable::getName(const AlgorithmKey &key) const {
  return entryPrefix + getTextHash(header + printKey(key));
}

/// Returns true if the last line is the hash of the others.
static bool hasRightHash(const std::string &text) {
  size_t length = getHashLine("").size();
  if (text.size() < length)
    return false;
  std::string others = text.substr(0, text.size() - length);
  return text == others + getHashLine(others);
}

std::optional<CacheEntry> AlgorithmTable::read(const AlgorithmKey &key,
                                               BlasHeuristic &algorithm) const {
  std::optional<CacheEntry> entry = folder->read(getName(key), maxEntryBytes);
  if (!entry)
    return std::nullopt;
  const std::string &text = entry->bytes;
  std::string start = header + printKey(key);
  BlasHeuristic found = {};
  auto &words = found.algorithm.data;
  if (text.compare(0, start.size(), start) != 0 || !hasRightHash(text) ||
      std::sscanf(
          text.c_str() + start.size(),
          "algorithm %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64
          " %" SCNx64 " %" SCNx64 " %" SCNx64 " workspace %zu",
          &words[0], &words[1], &words[2], &words[3], &words[4], &words[5],
          &words[6], &words[7], &found.workspaceBytes) != 9) {
    remove(key, *entry);
    return std::nullopt;
  }
  algorithm = found;
  return entry;
}

std::error_code AlgorithmTable::keepFirst(const AlgorithmKey &key,
                                          const BlasHeuristic &algorithm,
                                          const std::string &times) const {
  std::string text = header + printKey(key) + "algorithm";
  for (uint64_t word : algorithm.algorithm.data)
    text += " " + printHex(word);
  text += "\nworkspace " + std::to_string(algorithm.workspaceBytes) +
          "\nmilliseconds" + times + "\n";
  return folder->keepFirst(getName(key), text + getHashLine(text));
}

void AlgorithmTable::remove(const AlgorithmKey &key,
                            const CacheEntry &entry) const {
  folder->remove(getName(key), entry);
}

void AlgorithmTable::warnOnce(const std::string &reason) {
  if (!std::exchange(hasWarned, true))
    std::fprintf(stderr,
                 "warning: a matmul takes cuBLASLt's first algorithm, because "
                 "the folder of FP8_CACHE_DIR does not keep the fastest one: "
                 "%s\n",
                 reason.c_str());
}
