// Quantile scores: every dataset, every set of candidates, every small alpha.
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "oracle/alphabet.hpp"
#include "oracle/question_text.hpp"
#include "oracle/questions.hpp"
#include "scrim/kernels/candidates/candidate_counts.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"
#include "support/by_definition/count_among_candidates.hpp"
#include "support/small_datasets.hpp"

namespace scrim::oracle {

namespace {

/// The whole transformation, whose limit these datasets never reach.
template <Number T>
void ask_about_all_candidates(const Alphabet<T>& alphabet, std::size_t largest, Oracle& oracle) {
  const auto datasets = test::datasets_up_to(alphabet.values(), largest);
  for (const auto& candidates : non_empty_subsets(alphabet.distinct())) {
    for (const Fraction alpha : small_alphas()) {
      const auto scores = make_quantile_score_candidates(vector_domain<T>(), SymmetricDistance{},
                                                         candidates, alpha);
      const std::string start = "scores" + text_of(alpha) + ' ' +
                                std::to_string(quantile_count_limit(alpha)) +
                                alphabet.ranks(candidates) + " |";
      for (const auto& x : datasets) {
        oracle.ask(start + alphabet.ranks(x), as_answer(listed(scores.invoke(x))));
      }
    }
  }
}

/// A denominator so large that the limit is 1 or 2, and the whole transformation clips.
void ask_where_the_limit_is_reached(Oracle& oracle) {
  constexpr std::uint64_t largest_den = std::numeric_limits<std::uint64_t>::max();
  const auto alphabet = plain_integers();
  const auto datasets = test::datasets_up_to(alphabet.values(), 4);
  for (const std::uint64_t den : {largest_den, largest_den / 2}) {
    for (const std::uint64_t num : {std::uint64_t{0}, std::uint64_t{1}, den / 3, den - 1, den}) {
      const Fraction alpha{num, den};
      const std::vector<int> candidates{0, 1, 2, 3};
      const auto scores = make_quantile_score_candidates(vector_domain<int>(), SymmetricDistance{},
                                                         candidates, alpha);
      const std::string start = "scores" + text_of(alpha) + ' ' +
                                std::to_string(quantile_count_limit(alpha)) + " 0 1 2 3 |";
      for (const auto& x : datasets) {
        oracle.ask(start + alphabet.ranks(x), as_answer(listed(scores.invoke(x))));
      }
    }
  }
}

/// Counting and scoring by themselves, with limits that clip one side, both or none.
void ask_about_clipped_scores(Oracle& oracle) {
  const auto alphabet = plain_integers();
  const auto datasets = test::datasets_up_to(alphabet.values(), 4);
  for (const int candidate : alphabet.values()) {
    const std::array candidates{candidate};
    for (const auto& x : datasets) {
      kernels::CandidateCounts counts(1);
      kernels::count_among_candidates(std::span<const int>(x), std::span<const int>(candidates),
                                      counts);
      for (const Fraction alpha : small_alphas()) {
        for (std::uint64_t limit = 0; limit <= 4; ++limit) {
          oracle.ask(
              "score" + text_of(alpha) + ' ' + std::to_string(limit) + alphabet.ranks(candidates) +
                  alphabet.ranks(x),
              std::to_string(quantile_score(alpha, limit, counts.below[0], counts.below[1])));
          const RankInterval ranks{.below = counts.below[0],
                                   .not_above = counts.below[0] + counts.equal[0],
                                   .above = counts.below[1],
                                   .not_below = counts.below[1] + counts.equal[0]};
          oracle.ask("interval_score" + text_of(alpha) + ' ' + std::to_string(limit) +
                         alphabet.ranks(candidates) + alphabet.ranks(x),
                     std::to_string(interval_score(alpha, limit, ranks)));
        }
      }
    }
  }
}

/// The transformation against the form in which the score is usually written.
void ask_about_unclipped_scores(Oracle& oracle) {
  const auto alphabet = edge_bytes();
  const auto datasets = test::datasets_up_to(alphabet.values(), 4);
  for (const Fraction alpha : small_alphas()) {
    for (const signed char candidate : alphabet.values()) {
      const std::vector<signed char> candidates{candidate};
      const auto scores = make_quantile_score_candidates(vector_domain<signed char>(),
                                                         SymmetricDistance{}, candidates, alpha);
      for (const auto& x : datasets) {
        oracle.ask(
            "unclipped_score" + text_of(alpha) + alphabet.ranks(candidates) + alphabet.ranks(x),
            std::to_string(scores.invoke(x).front()));
      }
    }
  }
}

}  // namespace

void ask_about_quantile_scores(Oracle& oracle) {
  ask_about_all_candidates(plain_integers(), 4, oracle);
  ask_about_all_candidates(edge_doubles(), 3, oracle);
  ask_where_the_limit_is_reached(oracle);
  ask_about_clipped_scores(oracle);
  ask_about_unclipped_scores(oracle);
}

}  // namespace scrim::oracle
