#include <cstddef>
#include <cstdint>
#include <vector>

#include "lab/law_of_measurements.hpp"
#include "lab/registry.hpp"
#include "scrim/combinators/convert_measure/make_convert_measure.hpp"
#include "scrim/combinators/sample_of_size/make_sample_of_size.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/private_quantile/make_private_quantile.hpp"

namespace scrim::test::laws_of_sample_of_size {
namespace {

SCRIM_LAWS_OF(make_sample_of_size, of_rows) {
  const auto is_candidate = [](double release) {
    return release == -1.0 || release == 0.0 || release == 1.0;
  };
  for (const double scale : {0.0, 7.0 / 5.0, 1e6 + 1.0 / 3.0}) {
    for (const std::size_t rows : {0U, 1U, 3U}) {
      for (std::size_t taken = 0; taken <= rows; ++taken) {
        const auto quantile = make_private_quantile(
            vector_domain<double>().with_size(taken), ChangeOneDistance{}, MaxDivergence{},
            {.candidates = {-1.0, 0.0, 1.0}, .alpha = 1.0 / 3.0, .scale = scale});
        laws.count_instance();
        measurements::expect_laws_on_rows<double>(make_sample_of_size(quantile, rows), is_candidate,
                                                  Noise::some);
        laws.count_instance();
        measurements::expect_laws_on_rows<double>(
            make_sample_of_size(make_convert_measure(quantile, Approximate<MaxDivergence>{}), rows),
            is_candidate, Noise::some);
      }
    }
  }
}

}  // namespace
}  // namespace scrim::test::laws_of_sample_of_size
