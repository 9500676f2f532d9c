// A search with noise that lowers its threshold instead of raising it: a score at the threshold is
// then always found, and a neighbour's score one below it is not. Not to find it names the
// neighbour.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "scrim/scrim.hpp"
#include "support/attack_outcome.hpp"
#include "support/small_datasets.hpp"

namespace scrim::attacks::threshold_sign {

using test::Outcome;
using test::text;

using Scores = std::vector<std::int64_t>;
using Positions = std::vector<std::size_t>;

inline constexpr int largest_noise = 6;  // more than enough to decide between -1, 0 and 1

/// What the search can find among two scores, whatever the noise; `sign` is that of the
/// threshold's.
inline std::set<Positions> reachable(const Scores& scores, int sign) {
  std::set<Positions> reached;
  for (int bar = 0; bar <= largest_noise; ++bar) {
    for (int first = 0; first <= largest_noise; ++first) {
      for (int second = 0; second <= largest_noise; ++second) {
        int draws = 0;
        const Crossings found = first_crossings(
            std::span<const std::int64_t>(scores), 0, Cross::at_least, 1,
            [&] { return int128{sign * bar}; },
            [&] { return int128{draws++ == 0 ? first : second}; });
        reached.insert(found.positions);
      }
    }
  }
  return reached;
}

struct Search {
  std::size_t outcomes = 0;
  std::size_t named = 0;
};

/// Outcomes that only one of two neighbours can have, over all of them.
inline Search search_neighbours(int sign) {
  Search search;
  const auto all = test::datasets_of_size(Scores{-1, 0, 1}, 2);
  for (const Scores& scores : all) {
    for (const Scores& others : all) {
      const auto is_close = [](std::int64_t a, std::int64_t b) { return a - b <= 1 && b - a <= 1; };
      if (!is_close(scores[0], others[0]) || !is_close(scores[1], others[1])) continue;
      const auto reached = reachable(scores, sign);
      const auto reached_by_others = reachable(others, sign);
      for (const Positions& positions : reached) {
        ++search.outcomes;
        search.named += reached_by_others.contains(positions) ? 0 : 1;
      }
    }
  }
  return search;
}

inline Outcome attack(int sign) {
  const Search search = search_neighbours(sign);
  return {search.named != 0,
          text(search.named, " of ", search.outcomes, " outcomes reached by one neighbour only")};
}

inline Outcome on_control() { return attack(-1); }
inline Outcome on_scrim() { return attack(1); }

}  // namespace scrim::attacks::threshold_sign
