// Some rows of a batch, moved together.
//
// Proof: read_column.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/columns/batch_buffer.hpp"
#include "scrim/columns/read_column.hpp"

namespace scrim {

/// The memory of rows that were moved together.
class GatheredRows {
 public:
  /// The rows at these places, in their order. Texts are viewed where they lie, and behind a
  /// dictionary stay behind it; all else is copied as it is stored.
  /// Precondition (caller): places are those of rows of the batch, which has at most block_rows.
  [[nodiscard]] Batch gather(const Batch& batch, std::span<const std::uint32_t> places);

  /// The same of one column, number `place` in a batch.
  void add_gathered(std::size_t place, const Field& field, const Column& column,
                    std::span<const std::uint32_t> places, BatchBuffer& batch);

 private:
  struct Memory {
    std::vector<std::byte> values;
    std::vector<std::string_view> texts;
    std::vector<std::uint8_t> bits;
    ColumnBuffer<std::string_view> reading;
  };

  std::vector<Memory> memory_;
  BatchBuffer batch_;
};

/// True if some value is NaN.
[[nodiscard]] bool has_nan(std::span<const double> values) noexcept;

/// True if none of `truths` is 0: then nothing need be gathered.
[[nodiscard]] bool are_all(std::span<const std::uint8_t> truths) noexcept;

/// The places at which `truths` is not 0, in `places`.
[[nodiscard]] std::span<const std::uint32_t> places_of(std::span<const std::uint8_t> truths,
                                                       std::vector<std::uint32_t>& places);

}  // namespace scrim
