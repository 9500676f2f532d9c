#include "scrim/measurements/private_quantiles/select_by_halving.hpp"

#include <utility>

#include "scrim/numbers/integers.hpp"

namespace scrim {

namespace {

/// The rows in hand: those of the candidates from `first` to `last` and of the gaps between and
/// beyond them.
struct Stretch {
  std::size_t first;
  std::size_t last;
};

class Selection {
 public:
  Selection(const std::vector<Halving>& halvings, std::vector<std::uint64_t> counts,
            const PickEntry& pick)
      : halvings_(halvings), counts_(std::move(counts)), pick_(pick), selected_(halvings.size()) {}

  /// Selects what `halvings_[place]` and those after it ask for. Rows outside of the stretch do not
  /// count; those at its ends may be a part of the rows that equal the candidate there.
  void select(std::size_t place, Stretch stretch, bool has_gap_below, bool has_gap_above) {
    const Halving& halving = halvings_[place];
    const TiedEntries entries(halving.rank, rows_around(stretch, has_gap_below, has_gap_above),
                              halving.parts);
    const std::size_t entry = pick_(halving, entries);
    const std::size_t candidate = stretch.first + entry / entries.parts();
    selected_[halving.wanted] = candidate;

    // Of the rows that equal the candidate so many are below it from here on, the rest above.
    std::uint64_t& equal = counts_[2 * candidate + 1];
    const std::uint64_t all = equal;
    const std::uint64_t left = entries.rows_going_below(entry);
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
  /// The rows in hand around each candidate of the stretch.
  [[nodiscard]] std::vector<RowsAround> rows_around(Stretch stretch, bool has_gap_below,
                                                    bool has_gap_above) const {
    const std::size_t size = stretch.last - stretch.first + 1;
    std::vector<RowsAround> around(size);
    std::uint64_t rows = has_gap_below ? counts_[2 * stretch.first] : 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (i > 0) rows = saturating_add(rows, counts_[2 * (stretch.first + i)]);
      around[i].below = rows;
      around[i].equal = counts_[2 * (stretch.first + i) + 1];
      rows = saturating_add(rows, around[i].equal);
    }
    rows = has_gap_above ? counts_[2 * stretch.last + 2] : 0;
    for (std::size_t i = size; i-- > 0;) {
      around[i].above = rows;
      rows = saturating_add(rows, around[i].equal);
      if (i > 0) rows = saturating_add(rows, counts_[2 * (stretch.first + i)]);
    }
    return around;
  }

  const std::vector<Halving>& halvings_;
  std::vector<std::uint64_t> counts_;
  const PickEntry& pick_;
  std::vector<std::size_t> selected_;
};

}  // namespace

std::vector<std::size_t> select_by_halving(const std::vector<Halving>& halvings,
                                           std::vector<std::uint64_t> counts,
                                           const PickEntry& pick) {
  const std::size_t candidates = counts.size() / 2;
  Selection selection(halvings, std::move(counts), pick);
  selection.select(0, {0, candidates - 1}, true, true);
  return selection.take();
}

}  // namespace scrim
