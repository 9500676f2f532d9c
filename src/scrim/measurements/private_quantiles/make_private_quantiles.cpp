#include "scrim/measurements/private_quantiles/make_private_quantiles.hpp"

#include <cmath>
#include <string>

#include "scrim/columns/describe.hpp"
#include "scrim/entropy/secure_generator.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/measurements/private_quantiles/pick_entry.hpp"
#include "scrim/measurements/private_quantiles/select_by_halving.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/selection_chance.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/numbers/uint128.hpp"

namespace scrim {

namespace {

constexpr const char* private_quantiles = "make_private_quantiles: ";

bool is_below(const Alpha& a, const Alpha& b) {
  return uint128{a.num()} * b.den() < uint128{b.num()} * a.den();
}

void check_increasing(const std::vector<Alpha>& alphas) {
  for (std::size_t i = 1; i < alphas.size(); ++i) {
    if (is_below(alphas[i - 1], alphas[i])) continue;
    const auto written = [](const Alpha& alpha) {
      return describe_value(alpha.num()) + "/" + describe_value(alpha.den());
    };
    fail(ErrorKind::invalid_argument,
         std::string(private_quantiles) + "alpha " + written(alphas[i]) + " comes after " +
             written(alphas[i - 1]) + "; give them in increasing order, each once");
  }
}

void check_scale(double scale) {
  if (std::isfinite(scale) && !std::signbit(scale)) return;
  fail(ErrorKind::invalid_argument,
       std::string(private_quantiles) + "scale is " + describe_value(scale) +
           "; give a finite number of rows of at least 0 (0, not -0, selects without noise)");
}

}  // namespace

std::vector<WantedRank> wanted_ranks(const QuantilesOptions& options) {
  check_scale(options.scale);
  check_increasing(options.alphas);
  using From = WantedRank::Counted;
  std::vector<WantedRank> wanted;
  if (options.smallest > 0) wanted.push_back({From::from_smallest, {0, 1}, options.smallest});
  for (const Alpha& alpha : options.alphas) {
    wanted.push_back({From::as_fraction, alpha.fraction(), 0});
  }
  if (options.largest > 0) wanted.push_back({From::from_largest, {0, 1}, options.largest});
  if (wanted.empty()) {
    fail(ErrorKind::invalid_argument,
         std::string(private_quantiles) +
             "nothing is wanted; give an alpha, or rows for the smallest or largest");
  }
  for (const WantedRank& each : wanted) {
    if (std::isfinite(rank_score_scale(each, options.scale))) continue;
    fail(ErrorKind::invalid_argument, std::string(private_quantiles) + "scale is " +
                                          describe_value(options.scale) +
                                          ", too large for scores; give a smaller one");
  }
  return wanted;
}

void check_counts_among_candidates(const VectorDomain<AtomDomain<std::uint64_t>>& domain) {
  if (domain.size && *domain.size >= 3 && *domain.size % 2 == 1) return;
  fail(ErrorKind::mismatch,
       std::string(private_quantiles) + "the counts are " + domain.describe() +
           "; give those of make_count_among_candidates, which are two for each candidate and one");
}

double rank_score_scale(const WantedRank& wanted, double scale) {
  // The product is the scale that is used and charged for, so its rounding only has to be public.
  return strictly(
      [&] { return mul_up(scale, mul_up(2.0, cast_up<double>(rank_sensitivity(wanted)))); });
}

std::vector<std::size_t> select_quantiles(const std::vector<Halving>& halvings,
                                          std::span<const std::uint64_t> counts, double scale,
                                          SelectionNoise noise) {
  SelectionChance chance(entropy::thread_source());
  return select_by_halving(halvings, {counts.begin(), counts.end()},
                           [&](const Halving& halving, const TiedEntries& entries) {
                             return pick_entry(noise, entries,
                                               rank_score_scale(halving.rank, scale), chance);
                           });
}

}  // namespace scrim
