// A release from a sample of the rows, or of the persons, which costs less than one from all of
// them.
//
// Proof: make_sample.proof.md
#pragma once

#include <concepts>
#include <string>

#include "scrim/combinators/sample/row_chooser.hpp"
#include "scrim/combinators/sample/sampled_fold.hpp"
#include "scrim/combinators/sample/sampled_loss.hpp"
#include "scrim/core/declared_size.hpp"
#include "scrim/core/measurement.hpp"
#include "scrim/core/shape.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/exact_probability.hpp"
#include "scrim/spaces/table_metrics.hpp"

namespace scrim {

/// Neighbours have a row more or less, or a person with all of their rows: a sample by tosses of
/// coins has a price. Under changed rows none is proved.
template <class M>
concept MembersComeAndGo = RowsComeAndGo<M> || std::same_as<M, PersonDistance>;

/// Throws mismatch unless samples have a price under them. Those whose types are known only at run
/// time have an overload.
template <MembersComeAndGo MI, SampledMeasure MO>
void check_sampled(const MI&, const MO&) {}

/// Makes the measurement that takes each row into a sample with probability `rate`, independently
/// of all others, and releases what `measurement` releases of the sample:
/// `make_sample(noisy_count, 0.01)`. The sample is drawn inside, afresh for each release, and
/// nobody sees it; its size is as private as the rows.
///
/// Of a table of persons it is persons that are taken, each with all of their rows, wherever these
/// come; then their contributions are bounded, by `measurement`. Rows that were taken one by one
/// would have no such price: of a person who has many, some is nearly always in.
///
/// A release from a sample is one from a hundredth of the rows, say. Sums and counts are not scaled
/// up: divide by the rate, which is public, never by the number of rows that were taken.
///
/// Precondition (compiler): rows or persons are added and removed; the measure is MaxDivergence,
///   Approximate<MaxDivergence> or ProfileDivergence.
/// Precondition (checked):  0 <= rate <= 1; the number of rows is not declared; the measurement's
///   map says what is lost, and that nothing is lost between equal data.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement that loses, with (epsilon, delta) what `measurement` loses at distance 1,
///   e = ln(1 + rate (exp(epsilon) - 1)) and rate * delta at distance 1; at distance d, d e and
///   rate * delta * (1 + exp(e) + ... + exp((d - 1) e)). A pure loss is at most what `measurement`
///   loses at distance d. Of a profile: `sampled(rate)`, at distance d `in_steps(d)`, which is the
///   least loss there is for Gaussian noise and for many releases.
/// Cost: a random word for each row, beside what `measurement` does with those that are taken. Its
///   runs are not saved, and those over persons not merged.
template <class DI, class MI, class MO, class Out>
  requires requires(const MI& metric, const MO& measure) { check_sampled(metric, measure); }
[[nodiscard]] auto make_sample(const Measurement<DI, MI, MO, Out>& measurement,
                               const ExactProbability& rate) -> Measurement<DI, MI, MO, Out> {
  // 1. Refuse what the proof does not cover.
  check_sampled(measurement.input_metric(), measurement.output_measure());
  if (declared_size(measurement.input_domain())) {
    fail(ErrorKind::mismatch,
         "make_sample: the measurement takes " + measurement.input_domain().describe() +
             ", and a sample has any number of rows; declare no size, or take a fixed number of "
             "rows with make_sample_of_size");
  }

  // 2. The same release, of members that are drawn inside, at a price at distance 1 and in steps.
  return {
      measurement.input_domain(), measurement.input_metric(), measurement.output_measure(),
      sampled_fold(each_member_with(measurement.input_domain(), measurement.input_metric(), rate),
                   fold_of(MeasurementAccess::function_of(measurement))),
      sampled_map(measurement, Sampling{SampledBy::tosses, rate})};
}

}  // namespace scrim
