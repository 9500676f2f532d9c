// The stability maps of quantile scores, as the transformations carry them, from nothing to
// overflow.
#include <cstdint>
#include <string>
#include <vector>

#include "oracle/question_text.hpp"
#include "oracle/questions.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"

namespace scrim::oracle {

namespace {

/// The maps under every metric, of the score by one rank of a candidate or by its closest.
void ask_about_maps(const Fraction& alpha, TiedRows ties, Oracle& oracle) {
  const auto any_size = vector_domain<int>();
  const auto known_size = any_size.with_size(1);  // more would be refused at the largest den
  const std::string den = ' ' + std::to_string(alpha.den);
  for (const std::uint32_t d_in : row_distances()) {
    const auto ask = [&](const std::string& question, const auto& domain, const auto& metric) {
      const auto scores =
          make_quantile_score_candidates(domain, metric, std::vector{0}, alpha, ties);
      oracle.ask(question + ' ' + std::to_string(d_in),
                 value_or(ErrorKind::overflow, overflow, [&] { return scores.map(d_in); }));
    };
    ask("unknown_size" + text_of(alpha), any_size, SymmetricDistance{});
    ask("unknown_size" + text_of(alpha), any_size, InsertDeleteDistance{});
    ask("known_size" + den, known_size, SymmetricDistance{});
    ask("known_size" + den, known_size, InsertDeleteDistance{});
    ask("changed_rows" + den, known_size, ChangeOneDistance{});
    ask("changed_rows" + den, known_size, HammingDistance{});
  }
}

}  // namespace

void ask_about_stability_maps(Oracle& oracle) {
  for (const Fraction alpha : small_and_ugly_alphas()) {
    for (const TiedRows ties : {TiedRows::discounted, TiedRows::spanned}) {
      ask_about_maps(alpha, ties, oracle);
    }
  }
}

}  // namespace scrim::oracle
