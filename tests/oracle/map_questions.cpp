// The stability maps of quantile scores, as the transformations carry them, from nothing to
// overflow.
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "oracle/question_text.hpp"
#include "oracle/questions.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"

namespace scrim::oracle {

namespace {

std::vector<Fraction> alphas() {
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  std::vector<Fraction> all = small_alphas();
  for (const std::uint64_t den :
       {std::uint64_t{7}, std::uint64_t{10'000}, std::uint64_t{1} << 32, largest / 2, largest}) {
    for (const std::uint64_t num :
         {std::uint64_t{0}, std::uint64_t{1}, den / 2, den / 2 + 1, den - 1, den}) {
      all.push_back({num, den});
    }
  }
  return all;
}

/// The proofs count rows in unary numbers, so these stay small; the denominators make it overflow.
std::vector<std::uint32_t> distances() { return {0, 1, 2, 3, 4, 5, 6, 7, 8, 999, 1000}; }

template <class Metric>
std::string mapped(const VectorDomain<AtomDomain<int>>& domain, const Fraction& alpha,
                   std::uint32_t d_in) {
  const auto scores = make_quantile_score_candidates(domain, Metric{}, std::vector{0}, alpha);
  return value_or(ErrorKind::overflow, overflow, [&] { return scores.map(d_in); });
}

}  // namespace

void ask_about_stability_maps(Oracle& oracle) {
  const auto any_size = vector_domain<int>();
  const auto known_size = any_size.with_size(1);  // more would be refused at the largest den
  for (const Fraction alpha : alphas()) {
    const std::string den = ' ' + std::to_string(alpha.den);
    for (const std::uint32_t d_in : distances()) {
      const std::string end = ' ' + std::to_string(d_in);
      const std::string unknown = "unknown_size" + text_of(alpha) + end;
      oracle.ask(unknown, mapped<SymmetricDistance>(any_size, alpha, d_in));
      oracle.ask(unknown, mapped<InsertDeleteDistance>(any_size, alpha, d_in));
      oracle.ask("known_size" + den + end, mapped<SymmetricDistance>(known_size, alpha, d_in));
      oracle.ask("known_size" + den + end, mapped<InsertDeleteDistance>(known_size, alpha, d_in));
      oracle.ask("changed_rows" + den + end, mapped<ChangeOneDistance>(known_size, alpha, d_in));
      oracle.ask("changed_rows" + den + end, mapped<HammingDistance>(known_size, alpha, d_in));
    }
  }
}

}  // namespace scrim::oracle
