// Which rows of those that come by are taken into a sample, with randomness of the calling thread.
//
// Proof: make_sample.proof.md
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/numbers/exact_probability.hpp"
#include "scrim/samplers/row_range.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/table_domain.hpp"
#include "scrim/spaces/table_metrics.hpp"

namespace scrim {

/// What a chooser is told of a block.
struct RowsToChoose {
  std::size_t count;
  const Batch* table;  ///< null unless they are rows of a table
};

/// Chooses rows for one state. Used by one thread at a time.
class RowChooser {
 public:
  RowChooser() = default;
  RowChooser(const RowChooser&) = delete;
  RowChooser& operator=(const RowChooser&) = delete;
  virtual ~RowChooser() = default;

  /// Gives those of the next rows that are taken, in their order.
  virtual void choose(const RowsToChoose& rows, std::vector<RowRange>& chosen) = 0;

  /// Before anything is chosen: from now on this chooses with `first`, for another thread of the
  /// same run. Rows that share their fate do so on both.
  /// Precondition (caller): both were started by one scheme. `first` may be choosing meanwhile.
  virtual void choose_with(const RowChooser& first) { static_cast<void>(first); }
  /// Throws InvokeError{misuse} if what the other was given cannot be told apart as what this was.
  /// Precondition (caller): they chose with each other.
  virtual void agree_with(const RowChooser& other) { static_cast<void>(other); }
};

/// How a sample is drawn. It never changes, so it and its copies may be used from several threads;
/// each state starts a chooser of its own.
struct SampleScheme {
  std::function<std::unique_ptr<RowChooser>()> start;
  /// Rows must come in their order, to one chooser.
  bool keeps_order = false;
  /// Whether a row is taken depends on no other row, so that runs over different rows each draw
  /// their part of the sample.
  bool is_drawn_in_parts = false;
};

/// Takes each row with this probability, independently of all others.
[[nodiscard]] SampleScheme each_row_with(const ExactProbability& rate);

/// Takes each person with this probability, with all of their rows, independently of all others;
/// never a row that is nobody's.
/// Precondition (caller): rows are those of a table of the domain, at most block_rows at a time.
[[nodiscard]] SampleScheme each_person_with(const PersonTableDomain& domain,
                                            const ExactProbability& rate);

/// Takes so many of so many rows, every set of them alike.
/// Precondition (caller): taken <= rows.
[[nodiscard]] SampleScheme rows_taken_of(std::uint64_t taken, std::uint64_t rows);

/// Neighbours have a row more or less.
template <class M>
concept RowsComeAndGo = std::same_as<M, SymmetricDistance> || std::same_as<M, InsertDeleteDistance>;

/// Takes each member of a dataset with this probability, independently of all others: what
/// neighbours have one more of. Spaces whose types are known only at run time have an overload.
template <class D, RowsComeAndGo M>
[[nodiscard]] SampleScheme each_member_with(const D&, const M&, const ExactProbability& rate) {
  return each_row_with(rate);
}
[[nodiscard]] inline SampleScheme each_member_with(const PersonTableDomain& domain, PersonDistance,
                                                   const ExactProbability& rate) {
  return each_person_with(domain, rate);
}

}  // namespace scrim
