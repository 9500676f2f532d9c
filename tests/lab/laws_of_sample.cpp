#include <cstdint>
#include <string>

#include "lab/law_of_measurements.hpp"
#include "lab/registry.hpp"
#include "scrim/combinators/convert_measure/make_convert_measure.hpp"
#include "scrim/combinators/sample/make_sample.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/private_quantile/make_private_quantile.hpp"

namespace scrim::test::laws_of_sample {
namespace {

/// A quantile of a sample: the release is a candidate, whatever the rows are.
template <class M>
void expect_laws_of_sampled_quantile(Laws& laws, const ExactProbability& rate, double scale) {
  SCOPED_TRACE(M{}.describe() + ", scale " + describe_value(scale));
  const auto quantile =
      make_private_quantile(vector_domain<double>(), M{}, MaxDivergence{},
                            {.candidates = {-1.0, 0.0, 1.0}, .alpha = 1.0 / 3.0, .scale = scale});
  const auto is_candidate = [](double release) {
    return release == -1.0 || release == 0.0 || release == 1.0;
  };
  laws.count_instance();
  measurements::expect_laws_on_rows<double>(make_sample(quantile, rate), is_candidate, Noise::some);
  laws.count_instance();
  measurements::expect_laws_on_rows<double>(
      make_sample(make_convert_measure(quantile, Approximate<MaxDivergence>{}), rate), is_candidate,
      Noise::some);
}

/// Nothing is drawn at rates 0 and 1: the release is that of no row, or of all of them.
void expect_laws_without_chance(Laws& laws) {
  const auto quantile =
      make_private_quantile(vector_domain<double>(), SymmetricDistance{}, MaxDivergence{},
                            {.candidates = {-1.0, 0.0, 1.0}, .alpha = 1.0 / 3.0, .scale = 0.0});
  const auto none = make_sample(quantile, 0.0);
  const auto all = make_sample(quantile, 1.0);
  laws.count_instance();
  for (const auto& rows : datasets_up_to(edge_alphabet<double>().letters, 3)) {
    EXPECT_EQ(none.invoke(rows), quantile.invoke(std::vector<double>{}));
    EXPECT_EQ(all.invoke(rows), quantile.invoke(rows));
  }
}

SCRIM_LAWS_OF(make_sample, of_rows) {
  expect_laws_without_chance(laws);
  for (const double scale : {0.0, 7.0 / 5.0, 1e6 + 1.0 / 3.0}) {
    for (const ExactProbability& rate : {ExactProbability(0.0), ExactProbability(0x1p-20),
                                         ExactProbability(Fraction{1, 3}), ExactProbability(1.0)}) {
      expect_laws_of_sampled_quantile<SymmetricDistance>(laws, rate, scale);
      expect_laws_of_sampled_quantile<InsertDeleteDistance>(laws, rate, scale);
    }
  }
}

}  // namespace
}  // namespace scrim::test::laws_of_sample
