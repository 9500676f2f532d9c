#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"

#include <cmath>
#include <string>

#include "scrim/columns/describe.hpp"
#include "scrim/entropy/secure_generator.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/report_noisy_top_k.hpp"
#include "scrim/numbers/each_number.hpp"

namespace scrim {

void check_top_k_options(const TopKOptions& options, KnownSize candidates) {
  const std::string who = "make_report_noisy_top_k: ";
  if (options.k == 0) {
    fail(ErrorKind::invalid_argument, who + "k is 0; select at least one");
  }
  if (candidates && options.k > *candidates) {
    fail(ErrorKind::invalid_argument, who + "k is " + std::to_string(options.k) +
                                          ", but there are only " + std::to_string(*candidates) +
                                          " candidates; select at most that many");
  }
  if (!std::isfinite(options.scale) || std::signbit(options.scale)) {
    fail(ErrorKind::invalid_argument,
         who + "scale is " + describe_value(options.scale) +
             "; give a finite number of at least 0 (0, not -0, selects without noise)");
  }
}

template <Number T>
std::vector<std::size_t> select_top_k(SelectionNoise noise, std::span<const T> scores,
                                      const TopKOptions& options) {
  auto& source = entropy::thread_source();
  return noise == SelectionNoise::exponential
             ? report_noisy_top_k<SelectionNoise::exponential>(scores, options, source)
             : report_noisy_top_k<SelectionNoise::gumbel>(scores, options, source);
}

#define SCRIM_INSTANTIATE(T)                                                         \
  template std::vector<std::size_t> select_top_k(SelectionNoise, std::span<const T>, \
                                                 const TopKOptions&);
SCRIM_FOR_EACH_NUMBER(SCRIM_INSTANTIATE)

}  // namespace scrim
