#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

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

namespace {

/// The type of 64 bits that holds every T. Three selections are compiled, not one for each number.
template <Number T>
using Widened =
    std::conditional_t<Float<T>, double,
                       std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;

template <Number T>
[[nodiscard]] std::vector<std::size_t> select(SelectionNoise noise, std::span<const T> scores,
                                              const TopKOptions& options, BitSource auto& source) {
  return noise == SelectionNoise::exponential
             ? report_noisy_top_k<SelectionNoise::exponential>(scores, options, source)
             : report_noisy_top_k<SelectionNoise::gumbel>(scores, options, source);
}

}  // namespace

template <Number T>
std::vector<std::size_t> select_top_k(SelectionNoise noise, std::span<const T> scores,
                                      const TopKOptions& options) {
  auto& source = entropy::thread_source();
  if constexpr (std::same_as<T, Widened<T>>) {
    return select(noise, scores, options, source);
  } else {
    // Finite first: an infinity is to become the largest of T.
    std::vector<Widened<T>> widened(scores.size());
    std::transform(scores.begin(), scores.end(), widened.begin(), [&](T score) {
      return static_cast<Widened<T>>(finite_score(score, options.optimize));
    });
    return select(noise, std::span<const Widened<T>>(widened), options, source);
  }
}

#define SCRIM_INSTANTIATE(T)                                                         \
  template std::vector<std::size_t> select_top_k(SelectionNoise, std::span<const T>, \
                                                 const TopKOptions&);
SCRIM_FOR_EACH_NUMBER(SCRIM_INSTANTIATE)
#undef SCRIM_INSTANTIATE

}  // namespace scrim
