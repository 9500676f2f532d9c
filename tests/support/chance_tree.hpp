// The exact law of a round of selection: every answer of chance is given in turn, and the
// probabilities along each path are multiplied as enclosures.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "scrim/numbers/uint128.hpp"
#include "support/law_arithmetic.hpp"

namespace scrim::test {

/// All paths through the questions that a function asks of chance.
class ChanceTree {
 public:
  /// Ends a path that has no outcome of its own.
  struct CutShort {};

  /// Stands in for SelectionChance.
  class Chance {
   public:
    explicit Chance(ChanceTree& tree) : tree_(&tree) {}

    [[nodiscard]] std::uint64_t below(std::uint64_t n) {
      return tree_->ask(std::vector(n, exact(1.0) / exact(static_cast<double>(n))));
    }

    [[nodiscard]] std::size_t among(std::span<const uint128> weights) {
      std::vector<BigInterval> parts;
      BigInterval total = exact(0.0);
      for (const uint128 weight : weights) {
        // Exact: weights are few candidates times a power of two.
        parts.push_back(exact(static_cast<double>(weight)));
        total = total + parts.back();
      }
      for (BigInterval& part : parts) part = part / total;
      return tree_->ask(parts);
    }

    [[nodiscard]] std::uint64_t thinned_count(std::uint64_t n, int halvings) {
      BigInterval p = exact(1.0);
      for (int i = 0; i < halvings; ++i) p = p / exact(2.0);
      // The binomial law, by one toss after the other.
      std::vector<BigInterval> law{exact(1.0)};
      for (std::uint64_t toss = 0; toss < n; ++toss) {
        law.push_back(exact(0.0));
        for (std::size_t count = law.size(); count-- > 0;) {
          law[count] = law[count] * (exact(1.0) - p);
          if (count > 0) law[count] = law[count] + law[count - 1] * p;
        }
      }
      return tree_->ask(law);
    }

    template <class Gap>
    [[nodiscard]] bool toss(Gap gap, int halvings) {
      BigInterval p = exp(-gap.enclose(law_precision));
      for (int i = 0; i < halvings; ++i) p = p * exact(2.0);
      EXPECT_LE(p.lower_double(), 1.0) << "no probability";
      return tree_->ask({exact(1.0) - p, p}) == 1;
    }

   private:
    ChanceTree* tree_;
  };

  /// Calls visit(outcome, probability) for every path on which the function returns.
  template <class Function, class Visit>
  void explore(const Function& function, const Visit& visit) {
    do {
      depth_ = 0;
      Chance chance(*this);
      try {
        const auto outcome = function(chance);
        BigInterval probability = exact(1.0);
        for (const Question& question : path_) {
          probability = probability * question.probabilities[question.answer];
        }
        visit(outcome, probability);
      } catch (const CutShort&) {
      }
    } while (advance());
  }

 private:
  struct Question {
    std::vector<BigInterval> probabilities;
    std::size_t answer;
  };

  std::uint64_t ask(const std::vector<BigInterval>& probabilities) {
    if (depth_ == path_.size()) path_.push_back({probabilities, 0});
    const Question& question = path_[depth_++];
    if (question.probabilities[question.answer].upper_double() <= 0.0) throw CutShort{};
    return question.answer;
  }

  /// On to the next path; false after the last.
  bool advance() {
    path_.resize(depth_);
    while (!path_.empty() && ++path_.back().answer == path_.back().probabilities.size()) {
      path_.pop_back();
    }
    return !path_.empty();
  }

  std::vector<Question> path_;
  std::size_t depth_ = 0;
};

/// Chance for a round that proposes until it accepts: a rejection ends the path, since whatever
/// follows it has the law of the beginning.
class OneProposal : public ChanceTree::Chance {
 public:
  explicit OneProposal(const ChanceTree::Chance& chance) : Chance(chance) {}

  template <class Gap>
  [[nodiscard]] bool toss(Gap gap, int halvings) {
    if (!Chance::toss(gap, halvings)) throw ChanceTree::CutShort{};
    return true;
  }
};

/// The law of what `round(chance)` returns, given that no path is cut short.
template <class Round>
[[nodiscard]] std::map<std::size_t, BigInterval> law_of_round(const Round& round) {
  std::map<std::size_t, BigInterval> law;
  BigInterval total = exact(0.0);
  ChanceTree().explore(round, [&](std::size_t outcome, const BigInterval& probability) {
    const auto [place, is_new] = law.emplace(outcome, probability);
    if (!is_new) place->second = place->second + probability;
    total = total + probability;
  });
  for (auto& [outcome, probability] : law) probability = probability / total;
  return law;
}

}  // namespace scrim::test
