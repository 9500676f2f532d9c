#include "scrim/measurements/private_quantiles/select_by_halving.hpp"

#include "scrim/numbers/integers.hpp"
#include "scrim/numbers/uint128.hpp"

namespace scrim {

namespace {

/// floor(count * num / den), which fits as num <= den.
std::uint64_t share(std::uint64_t count, std::size_t num, std::size_t den) {
  return static_cast<std::uint64_t>(static_cast<uint128>(count) * num / den);
}

/// The rows in hand: those of the candidates from `first` to `last` and of the gaps between and
/// beyond them.
struct Stretch {
  std::size_t first;
  std::size_t last;
};

class Selection {
 public:
  Selection(const std::vector<Halving>& halvings, std::vector<std::uint64_t> counts,
            const PickLeast& pick)
      : halvings_(halvings), counts_(std::move(counts)), pick_(pick), selected_(halvings.size()) {}

  /// Selects what `halvings_[place]` and those after it ask for. Rows outside of the stretch do not
  /// count; those at its ends may be a part of the rows that equal the candidate there.
  void select(std::size_t place, Stretch stretch, bool has_gap_below, bool has_gap_above) {
    const Halving& halving = halvings_[place];
    const std::size_t parts = tie_parts(halving, counts_.size() / 2);
    const std::size_t entry =
        pick_(halving, scores(halving, stretch, has_gap_below, has_gap_above, parts));
    const std::size_t candidate = stretch.first + entry / parts;
    selected_[halving.wanted] = candidate;

    // Of the rows that equal the candidate so many are below it from here on, the rest above.
    std::uint64_t& equal = counts_[2 * candidate + 1];
    const std::uint64_t all = equal;
    const std::uint64_t left = share(all, 2 * (entry % parts) + 1, 2 * parts);
    if (halving.below) {
      equal = left;
      select(*halving.below, {stretch.first, candidate}, has_gap_below, false);
    }
    if (halving.above) {
      equal = all - left;
      select(*halving.above, {candidate, stretch.last}, false, has_gap_above);
    }
  }

  [[nodiscard]] std::vector<std::size_t> take() { return std::move(selected_); }

 private:
  /// A score for each part of the rows that equal each candidate: how far the ranks of that part
  /// are from the wanted one.
  [[nodiscard]] std::vector<std::uint64_t> scores(const Halving& halving, Stretch stretch,
                                                  bool has_gap_below, bool has_gap_above,
                                                  std::size_t parts) const {
    const std::size_t size = stretch.last - stretch.first + 1;
    std::vector<std::uint64_t> above(size);  // rows over each candidate
    std::uint64_t rows = has_gap_above ? counts_[2 * stretch.last + 2] : 0;
    for (std::size_t i = size; i-- > 0;) {
      above[i] = rows;
      rows = saturating_add(rows, counts_[2 * (stretch.first + i) + 1]);
      if (i > 0) rows = saturating_add(rows, counts_[2 * (stretch.first + i)]);
    }
    std::vector<std::uint64_t> scores;
    scores.reserve(size * parts);
    rows = has_gap_below ? counts_[2 * stretch.first] : 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t equal = counts_[2 * (stretch.first + i) + 1];
      for (std::size_t part = 0; part < parts; ++part) {
        const std::uint64_t before = share(equal, part, parts);
        const std::uint64_t up_to = share(equal, part + 1, parts);
        scores.push_back(
            rank_score(halving.rank, {.below = saturating_add(rows, before),
                                      .not_above = saturating_add(rows, up_to),
                                      .above = saturating_add(above[i], equal - up_to),
                                      .not_below = saturating_add(above[i], equal - before)}));
      }
      rows = saturating_add(rows, equal);
      if (i + 1 < size) rows = saturating_add(rows, counts_[2 * (stretch.first + i) + 2]);
    }
    return scores;
  }

  const std::vector<Halving>& halvings_;
  std::vector<std::uint64_t> counts_;
  const PickLeast& pick_;
  std::vector<std::size_t> selected_;
};

}  // namespace

std::vector<std::size_t> select_by_halving(const std::vector<Halving>& halvings,
                                           std::vector<std::uint64_t> counts,
                                           const PickLeast& pick) {
  const std::size_t candidates = counts.size() / 2;
  Selection selection(halvings, std::move(counts), pick);
  selection.select(0, {0, candidates - 1}, true, true);
  return selection.take();
}

}  // namespace scrim
