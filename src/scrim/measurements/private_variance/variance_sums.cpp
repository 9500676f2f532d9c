#include "scrim/measurements/private_variance/variance_sums.hpp"

#include <algorithm>
#include <cstddef>

namespace scrim {

namespace {

void write_word(StateWriter& writer, uint128 number) {
  writer.write(static_cast<std::uint64_t>(number));
  writer.write(static_cast<std::uint64_t>(number >> 64));
}

uint128 read_word(StateReader& reader) {
  const uint128 low = reader.read();
  const uint128 high = reader.read();
  return (high << 64) | low;
}

}  // namespace

void VarianceSums::update(std::span<const std::int64_t> rows) {
  // So many terms below 2^31 have a sum that fits 64 bits; of squares, the halves of 32 bits do.
  constexpr std::size_t part_rows = std::size_t{1} << 30;
  constexpr std::uint64_t low_bits = 0xffffffff;
  while (!rows.empty()) {
    const auto part = rows.first(std::min(rows.size(), part_rows));
    rows = rows.subspan(part.size());
    std::uint64_t count = 0;
    std::int64_t sum = 0;
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    for (const std::int64_t row : part) {
      const bool is_within = bounds_.lower <= row && row <= bounds_.upper;
      const std::int64_t x = is_within ? row : 0;
      const auto square = static_cast<std::uint64_t>(x * x);
      count += is_within ? 1 : 0;
      sum += x;
      low += square & low_bits;
      high += square >> 32;
    }
    count_ += count;
    sum_ += static_cast<uint128>(static_cast<int128>(sum));
    squares_ += (uint128{high} << 32) + low;
  }
}

void VarianceSums::merge(const VarianceSums& other) {
  count_ += other.count_;
  sum_ += other.sum_;
  squares_ += other.squares_;
}

Identity VarianceSums::identity() const {
  Identity identity("variance_sums 1");
  identity.add(bounds_.lower).add(bounds_.upper);
  return identity;
}

void VarianceSums::save(StateWriter& writer) const {
  write_word(writer, count_);
  write_word(writer, sum_);
  write_word(writer, squares_);
}

void VarianceSums::load(StateReader& reader) {
  count_ = read_word(reader);
  sum_ = read_word(reader);
  squares_ = read_word(reader);
}

int128 VarianceSums::squares_around(std::int64_t center, std::uint64_t offset) const noexcept {
  // Modulo 2^128: terms on the way may wrap, the result lies within 2^127.
  const auto c = static_cast<uint128>(static_cast<int128>(center));
  return static_cast<int128>(squares_ - 2 * c * sum_ + count_ * (c * c - offset));
}

}  // namespace scrim
