#include <variant>

#include "scrim/any/any_measures.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/combinators/sample/make_sample.hpp"

namespace scrim::any {

namespace {

AnyMeasurement build_sample(const AnyMeasurement& measurement, const Arguments& arguments) {
  const auto& rate = arguments.at("rate");
  if (const auto* fraction = std::get_if<Fraction>(&rate)) {
    return make_sample(measurement, *fraction);
  }
  return make_sample(measurement, std::get<double>(rate));
}

}  // namespace

Constructor offer_sample();

Constructor offer_sample() {
  return {
      .name = "sample",
      .summary =
          "Releases what a measurement releases of a random sample of the rows, or of the persons, "
          "which costs less.",
      .details =
          "Each row is taken with the same probability, independently of all others, afresh for "
          "each release; nobody sees the sample. Of a table of persons, each person is taken with "
          "all of their rows, before their contributions are bounded. Under symmetric_distance and "
          "insert_delete_distance with no size declared, or person_distance, and max_divergence, "
          "approximate(max_divergence()) or profile_divergence, which tells least: a measurement "
          "that loses (epsilon, delta) for one row or person "
          "loses (ln(1 + rate * (exp(epsilon) - 1)), rate * delta), and for several what "
          "as many steps of one lose. Counts and sums are those of the sample: divide them by "
          "the rate. Its runs cannot be saved, nor merged where persons are taken.",
      .parameters = {{.name = "rate",
                      .type = ParameterType::fraction,
                      .doc = "the probability with which a row or a person is taken, from 0 to 1"}},
      .makes_measurement = true,
      .build = Constructor::FromMeasurement(build_sample),
  };
}

}  // namespace scrim::any
