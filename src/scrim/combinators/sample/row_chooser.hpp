// Which rows of those that come by are taken into a sample, with randomness of the calling thread.
//
// Proof: make_sample.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "scrim/numbers/exact_probability.hpp"
#include "scrim/samplers/row_range.hpp"

namespace scrim {

/// Chooses rows for one state. Used by one thread at a time.
class RowChooser {
 public:
  RowChooser() = default;
  RowChooser(const RowChooser&) = delete;
  RowChooser& operator=(const RowChooser&) = delete;
  virtual ~RowChooser() = default;

  /// Gives those of the next `rows` rows that are taken, in their order.
  virtual void choose(std::size_t rows, std::vector<RowRange>& chosen) = 0;
};

/// How a sample is drawn. It never changes, so it and its copies may be used from several threads;
/// each state starts a chooser of its own.
struct SampleScheme {
  std::function<std::unique_ptr<RowChooser>()> start;
  /// Whether a row is taken depends on no other row: the rows of one sample may be chosen by
  /// several choosers, in any order.
  bool is_row_by_row = false;
};

/// Takes each row with this probability, independently of all others.
[[nodiscard]] SampleScheme each_row_with(const ExactProbability& rate);

/// Takes so many of so many rows, every set of them alike.
/// Precondition (caller): taken <= rows.
[[nodiscard]] SampleScheme rows_taken_of(std::uint64_t taken, std::uint64_t rows);

}  // namespace scrim
