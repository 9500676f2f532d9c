// The accumulator behind quantiles on a grid: every value that lies within bounds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scrim/core/identity.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/spaces/bounds.hpp"

namespace scrim {

/// Keeps all rows within bounds, and counts those beyond. It is as large as the data.
class RowValues {
 public:
  explicit RowValues(Bounds<std::int64_t> bounds) : bounds_(bounds) {}

  void update(std::span<const std::int64_t> rows);
  void merge(const RowValues& other);

  [[nodiscard]] Identity identity() const;
  /// In increasing order, so that the bytes do not depend on the order of rows.
  void save(StateWriter& writer) const;
  void load(StateReader& reader);

  [[nodiscard]] std::uint64_t below() const noexcept { return below_; }
  [[nodiscard]] std::uint64_t above() const noexcept { return above_; }
  /// In increasing order.
  [[nodiscard]] std::vector<std::int64_t> sorted() const;

 private:
  Bounds<std::int64_t> bounds_;
  std::uint64_t below_ = 0;
  std::uint64_t above_ = 0;
  std::vector<std::int64_t> within_;
};

}  // namespace scrim
