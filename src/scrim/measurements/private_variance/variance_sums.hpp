// The accumulator behind variances: how many rows there are, their sum and the sum of their
// squares.
#pragma once

#include <cstdint>
#include <span>

#include "scrim/core/identity.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/numbers/int128.hpp"
#include "scrim/numbers/uint128.hpp"
#include "scrim/spaces/bounds.hpp"

namespace scrim {

/// Adds up rows within bounds, and their squares. A row outside is left out.
///
/// All three are kept modulo 2^128, where no order matters. With bounds below 2^31 in absolute
/// value, 2^64 rows have squares that sum up within 2^126: these are the sums themselves.
class VarianceSums {
 public:
  /// Rows lie below this in absolute value.
  static constexpr std::int64_t row_limit = std::int64_t{1} << 31;

  /// Precondition (caller): lower <= upper, both below row_limit in absolute value.
  explicit VarianceSums(Bounds<std::int64_t> bounds) : bounds_(bounds) {}

  void update(std::span<const std::int64_t> rows);
  void merge(const VarianceSums& other);

  [[nodiscard]] Identity identity() const;
  void save(StateWriter& writer) const;
  void load(StateReader& reader);

  [[nodiscard]] int128 sum() const noexcept { return static_cast<int128>(sum_); }

  /// The sum over the rows x of (x - center)^2 - offset, exactly.
  /// Precondition (caller): |center| < row_limit; every term lies within 2^63.
  [[nodiscard]] int128 squares_around(std::int64_t center, std::uint64_t offset) const noexcept;

 private:
  Bounds<std::int64_t> bounds_;
  uint128 count_ = 0;
  uint128 sum_ = 0;
  uint128 squares_ = 0;
};

}  // namespace scrim
