// A bit source under the fuzzer's control for as long as its bytes last.
#pragma once

#include <bit>
#include <cstdint>

#include "fuzz/byte_reader.hpp"

namespace scrim::fuzz {

/// The words of the reader, then pseudo-random ones: a tape that went on with zeros for ever would
/// be an event of probability 0, which a sampler may refuse.
class FuzzTape {
 public:
  explicit FuzzTape(ByteReader& reader) : reader_(&reader) {}

  std::uint64_t next_word() {
    if (!reader_->is_empty()) return reader_->bits<std::uint64_t>();
    // A permutation of a counter (Stafford's mix 13).
    std::uint64_t word = ++count_ * 0x9e3779b97f4a7c15;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
    word = (word ^ word >> 27) * 0x94d049bb133111eb;
    return word ^ word >> 31;
  }

 private:
  ByteReader* reader_;
  std::uint64_t count_ = 0;
};

}  // namespace scrim::fuzz
