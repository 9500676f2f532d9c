// A release from a fixed number of the rows, which costs less than one from all of them.
//
// Proof: make_sample_of_size.proof.md
#pragma once

#include <concepts>
#include <cstdint>
#include <string>

#include "scrim/combinators/sample/row_chooser.hpp"
#include "scrim/combinators/sample/sampled_fold.hpp"
#include "scrim/combinators/sample/sampled_loss.hpp"
#include "scrim/core/declared_size.hpp"
#include "scrim/core/measurement.hpp"
#include "scrim/core/shape.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/exact_probability.hpp"
#include "scrim/spaces/dataset_metrics.hpp"

namespace scrim {

/// Throws mismatch unless samples of a fixed size have a price under them: under ChangeOneDistance.
/// Under HammingDistance the price is exceeded, because a row that comes into a sample in the place
/// of another moves those between them (docs/decisions/0025). Those whose types are known only at
/// run time have an overload.
template <std::same_as<ChangeOneDistance> MI, SampledMeasure MO>
void check_sampled_of_size(const MI&, const MO&) {}

/// The same rows, so many of them. Domains whose types are known only at run time have an overload.
template <class D>
[[nodiscard]] D domain_of_size(const D& domain, std::uint64_t rows) {
  return domain.with_size(rows);
}

/// Makes the measurement that takes a sample of `rows` rows, as many as the domain of `measurement`
/// declares, every set of that many alike, and releases what `measurement` releases of it. The
/// sample is drawn inside, afresh for each release, and nobody sees it.
///
/// Precondition (compiler): the metric is ChangeOneDistance; the measure is MaxDivergence,
///   Approximate<MaxDivergence> or ProfileDivergence.
/// Precondition (checked):  `measurement` takes at most `rows` rows; its map says what is lost, and
///   that nothing is lost between equal data.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement on `rows` rows that loses what make_sample does, at the rate at which rows are
///   taken.
/// Cost: a random word for each row, beside what `measurement` does with those that are taken; on
///   one thread, in one run: it is neither merged nor saved.
template <class DI, class MI, class MO, class Out>
  requires requires(const MI& metric, const MO& measure) { check_sampled_of_size(metric, measure); }
[[nodiscard]] auto make_sample_of_size(const Measurement<DI, MI, MO, Out>& measurement,
                                       std::uint64_t rows) -> Measurement<DI, MI, MO, Out> {
  // 1. Refuse what the proof does not cover. The metric has seen to it that a size is declared.
  check_sampled_of_size(measurement.input_metric(), measurement.output_measure());
  const std::uint64_t taken = declared_size(measurement.input_domain()).value();
  if (taken > rows) {
    fail(ErrorKind::invalid_argument, "make_sample_of_size: the measurement takes " +
                                          std::to_string(taken) + " rows, of which there are " +
                                          std::to_string(rows) +
                                          "; give at least as many as it takes");
  }

  // 2. The same release, of rows that are drawn inside. None of no rows is the rate 0.
  const ExactProbability rate = taken == 0 ? Fraction{0, 1} : Fraction{taken, rows};
  return {domain_of_size(measurement.input_domain(), rows), measurement.input_metric(),
          measurement.output_measure(),
          sampled_fold(rows_taken_of(taken, rows),
                       fold_of(MeasurementAccess::function_of(measurement))),
          sampled_map(measurement, Sampling{SampledBy::fixed_size, rate})};
}

}  // namespace scrim
