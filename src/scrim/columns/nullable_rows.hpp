// Rows of which some are missing.
#pragma once

#include <cstddef>
#include <optional>

#include "scrim/columns/bitmap.hpp"
#include "scrim/columns/text_rows.hpp"

namespace scrim {

/// A block of rows, some of which are null: their bit is clear, and what lies in their place may be
/// anything.
template <class T>
struct NullableRows {
  AtomRows<T> values;
  Bitmap is_valid = {};
  Bitmap parent_is_valid = {};  ///< the same, of the struct that the rows are a field of

  [[nodiscard]] std::size_t size() const noexcept { return values.size(); }
  [[nodiscard]] NullableRows subspan(std::size_t first, std::size_t count) const {
    return {values.subspan(first, count), is_valid.behind(first), parent_is_valid.behind(first)};
  }

  [[nodiscard]] bool may_hold_nulls() const noexcept {
    return is_valid.bits != nullptr || parent_is_valid.bits != nullptr;
  }
  /// How many rows there are at a place: none if it is null, else one.
  [[nodiscard]] std::size_t rows_at(std::size_t place) const noexcept {
    // No branch on a bit: it would be mispredicted where nulls are scattered.
    return std::size_t{is_valid[place]} & std::size_t{parent_is_valid[place]};
  }
  [[nodiscard]] std::optional<T> operator[](std::size_t place) const {
    return rows_at(place) != 0 ? std::optional<T>(values[place]) : std::nullopt;
  }
};

}  // namespace scrim
