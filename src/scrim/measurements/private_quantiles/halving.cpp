#include "scrim/measurements/private_quantiles/halving.hpp"

#include <algorithm>
#include <bit>

#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/transformations/quantile_score_candidates/alpha.hpp"

namespace scrim {

namespace {

using Counted = WantedRank::Counted;

class Halver {
 public:
  explicit Halver(std::span<const WantedRank> wanted) : wanted_(wanted) {}

  /// Halves the quantiles in [first, last), of which there is one at least; gives the place of the
  /// first selection among them.
  std::size_t halve(std::size_t first, std::size_t last, std::size_t level) {
    const std::size_t middle = middle_of(first, last);
    const auto lower = first > 0 ? std::optional(first - 1) : std::nullopt;
    const auto upper = last < wanted_.size() ? std::optional(last) : std::nullopt;
    const std::size_t place = halvings_.size();
    halvings_.push_back({.wanted = middle,
                         .rank = rank_between(middle, lower, upper),
                         .lower = lower,
                         .upper = upper,
                         .level = level,
                         .below = std::nullopt,
                         .above = std::nullopt,
                         .parts = last - first > 1 ? parts_of_tied_rows : 1});
    if (first < middle) halvings_[place].below = halve(first, middle, level + 1);
    if (middle + 1 < last) halvings_[place].above = halve(middle + 1, last, level + 1);
    return place;
  }

  [[nodiscard]] std::vector<Halving> take() { return std::move(halvings_); }

 private:
  /// The fraction nearest to the middle of those that add no level; without one, the middle.
  [[nodiscard]] std::size_t middle_of(std::size_t first, std::size_t last) const {
    const std::size_t count = last - first;
    const std::size_t most_on_a_side = std::bit_ceil(count + 1) / 2 - 1;
    const std::size_t middle = first + (count - 1) / 2;
    std::size_t best = middle;
    bool found = false;
    for (std::size_t i = first; i < last; ++i) {
      const bool adds_no_level = i - first <= most_on_a_side && last - 1 - i <= most_on_a_side;
      if (!adds_no_level || wanted_[i].counted != Counted::as_fraction) continue;
      const auto distance = [middle](std::size_t a) {
        return a < middle ? middle - a : a - middle;
      };
      if (!found || distance(i) < distance(best)) best = i;
      found = true;
    }
    return best;
  }

  [[nodiscard]] WantedRank rank_between(std::size_t middle, std::optional<std::size_t> lower,
                                        std::optional<std::size_t> upper) const {
    WantedRank rank = wanted_[middle];
    if (rank.counted != Counted::as_fraction) return rank;  // there are no others beyond it
    const auto fraction_at = [this](std::optional<std::size_t> end, double otherwise) {
      if (!end || wanted_[*end].counted != Counted::as_fraction) return otherwise;
      const Fraction alpha = wanted_[*end].alpha;
      return static_cast<double>(alpha.num) / static_cast<double>(alpha.den);
    };
    // Rounded, but public: it moves the wanted rank by less than a millionth of the rows.
    strictly([&] {
      const double low = fraction_at(lower, 0.0);
      const double high = fraction_at(upper, 1.0);
      if (low == 0.0 && high == 1.0) return;
      const double alpha = (fraction_at(middle, 0.0) - low) / (high - low);
      rank.alpha = closest_fraction(std::clamp(alpha, 0.0, 1.0), largest_alpha_denominator);
    });
    return rank;
  }

  std::span<const WantedRank> wanted_;
  std::vector<Halving> halvings_;
};

}  // namespace

std::vector<Halving> halve(std::span<const WantedRank> wanted) {
  Halver halver(wanted);
  halver.halve(0, wanted.size(), 0);
  return halver.take();
}

std::size_t levels_of(const std::vector<Halving>& halvings) {
  std::size_t levels = 0;
  for (const Halving& halving : halvings) levels = std::max(levels, halving.level + 1);
  return levels;
}

}  // namespace scrim
