// Quantile scores and private quantiles: candidates, alpha, sizes and data of any bits; the scores
// against their plain definition, in one piece and in several.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "fuzz/fuzz_target.hpp"
#include "fuzz/type_choice.hpp"
#include "scrim/measurements/private_quantile/make_private_quantile.hpp"
#include "scrim/numbers/uint128.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"

namespace {

using namespace scrim;
using fuzz::ByteReader;
using fuzz::outcome_of;
using fuzz::require;
using fuzz::TypeChoice;

using Elements = TypeChoice<double, std::int8_t, std::uint64_t>;
using Metrics =
    TypeChoice<SymmetricDistance, InsertDeleteDistance, ChangeOneDistance, HammingDistance>;
using Measures = TypeChoice<MaxDivergence, RangeDivergence, ZeroConcentratedDivergence>;

using Scores = std::vector<std::uint64_t>;

/// An alpha of either kind, or nothing where the library refuses it.
std::optional<Alpha> read_alpha(ByteReader& reader) {
  if (reader.flag()) {
    const double alpha = reader.number<double>();
    auto made = outcome_of([&] { return Alpha(alpha); });
    made.require_valid(alpha >= 0 && alpha <= 1, ErrorKind::invalid_argument, "alpha in [0, 1]");
    if (made) {
      const auto [num, den] = made->fraction();
      require(den > 0 && den <= largest_alpha_denominator && num <= den, "a fraction in [0, 1]");
    }
    return made.value;
  }
  const auto num = reader.number<std::uint64_t>();
  const auto den = reader.number<std::uint64_t>();
  auto made = outcome_of([&] { return Alpha(Fraction{num, den}); });
  made.require_valid(den > 0 && num <= den, ErrorKind::invalid_argument, "alpha in [0, 1]");
  return made.value;
}

/// Sorted and without repetitions more often than not: else hardly any input would get further.
template <Number T>
std::vector<T> read_candidates(ByteReader& reader) {
  const bool is_tidy = reader.below(4) != 3;
  auto candidates = reader.numbers<T>(16);
  if (is_tidy) {
    std::erase_if(candidates, [](T c) { return c != c; });
    std::sort(candidates.begin(), candidates.end());
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  }
  return candidates;
}

template <Number T>
bool are_candidates(const std::vector<T>& candidates) {
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i] != candidates[i]) return false;
    if (i > 0 && !(candidates[i - 1] < candidates[i])) return false;
  }
  return !candidates.empty();
}

/// | (den - num) * min(#below, limit) - num * min(#above, limit) |, row by row.
template <Number T>
Scores defined_scores(const std::vector<T>& rows, const std::vector<T>& candidates,
                      const Fraction& alpha) {
  const uint128 limit = std::numeric_limits<std::uint64_t>::max() / alpha.den;
  Scores scores;
  for (const T candidate : candidates) {
    uint128 below = 0;
    uint128 above = 0;
    for (const T row : rows) {
      below += row < candidate ? 1U : 0U;
      above += row > candidate ? 1U : 0U;
    }
    const uint128 down = (alpha.den - alpha.num) * std::min(below, limit);
    const uint128 up = alpha.num * std::min(above, limit);
    scores.push_back(static_cast<std::uint64_t>(down > up ? down - up : up - down));
  }
  return scores;
}

/// The same rows in pieces, each read by a run of its own, merged in any shape.
template <class Transformation, class T>
Scores scores_in_pieces(ByteReader& reader, const Transformation& transformation,
                        std::span<const T> rows) {
  std::vector<std::span<const T>> pieces(1);
  while (!rows.empty()) {
    pieces.push_back(rows.first(1 + reader.below(rows.size())));
    rows = rows.subspan(pieces.back().size());
  }
  auto whole = transformation.start({.index = 0, .count = pieces.size()});
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    auto piece = transformation.start({.index = i, .count = pieces.size()});
    piece.update(pieces[i]);
    if (reader.flag()) std::swap(whole, piece);
    whole.merge(std::move(piece));
  }
  return std::move(whole).finish();
}

template <class M>
uint128 mapped(const Fraction& alpha, bool size_known, std::uint32_t d_in) {
  if (M::needs_known_size) return uint128{d_in} * alpha.den;
  if (size_known) return uint128{d_in / 2} * alpha.den;
  return uint128{d_in} * std::max(alpha.num, alpha.den - alpha.num);
}

template <Number T, class M>
void score(ByteReader& reader) {
  const auto candidates = read_candidates<T>(reader);
  const auto alpha = read_alpha(reader);
  if (!alpha) return;
  const auto rows = reader.numbers<T>(40);
  auto domain = vector_domain<T>(reader.size_near(rows.size()));
  if constexpr (Float<T>) domain.element.nan = reader.below(8) == 7;

  auto scores =
      outcome_of([&] { return make_quantile_score_candidates(domain, M{}, candidates, *alpha); });
  const bool counts_fit = !domain.size || uint128{*domain.size} * alpha->den() <=
                                              std::numeric_limits<std::uint64_t>::max();
  if (domain.element.nan || !are_candidates(candidates) || !counts_fit) {
    require(scores.error == ErrorKind::invalid_argument,
            "NaN, bad candidates and too large a size are refused");
    return;
  }
  scores.require_valid(!M::needs_known_size || domain.size, ErrorKind::mismatch,
                       "a needed size is asked for");
  if (!scores) return;

  const auto d_in = reader.number<std::uint32_t>();
  const uint128 d_out = mapped<M>(alpha->fraction(), domain.size.has_value(), d_in);
  auto map = outcome_of([&] { return scores->map(d_in); });
  map.require_valid(d_out <= std::numeric_limits<std::uint64_t>::max(), ErrorKind::overflow,
                    "a map says when it overflows");
  if (map) require(*map == d_out, "the map is the one that was proved");

  auto invoked = outcome_of([&] { return scores->invoke(rows); });
  invoked.require_valid(!domain.size || *domain.size == rows.size(), ErrorKind::wrong_size,
                        "only a wrong size is an error");
  if (!invoked) return;
  require(*invoked == defined_scores(rows, candidates, alpha->fraction()),
          "the scores are as defined");
  require(*invoked == scores_in_pieces(reader, *scores, std::span<const T>(rows)),
          "pieces give the same scores");
  require(scores->output_domain().contains(*invoked), "the output lies in its domain");
}

/// The constructor and its map; the release itself would draw real entropy.
template <class MO>
void release(ByteReader& reader) {
  const auto candidates = read_candidates<double>(reader);
  const auto alpha = read_alpha(reader);
  if (!alpha) return;
  const auto scale = reader.number<double>();
  const auto domain = vector_domain<double>(reader.size_near(3));
  auto quantile = outcome_of([&] {
    return make_private_quantile(domain, SymmetricDistance{}, MO{},
                                 QuantileOptions<double>{candidates, *alpha, scale});
  });
  if (!quantile) {
    require(quantile.error == ErrorKind::invalid_argument, "an error is about the arguments");
    return;
  }
  require(are_candidates(candidates), "bad candidates are refused");
  require(std::isfinite(scale) && !std::signbit(scale), "a bad scale is refused");
  const auto first = reader.number<std::uint32_t>();
  const auto second = reader.number<std::uint32_t>();
  auto d_near = outcome_of([&] { return quantile->map(std::min(first, second)); });
  auto d_far = outcome_of([&] { return quantile->map(std::max(first, second)); });
  if (d_near) require(*d_near >= 0, "a loss is a number of at least 0");
  if (d_far) require(d_near && *d_near <= *d_far, "the map never falls");
  require(quantile->map(0) == 0.0, "equal datasets cost nothing");
}

template <Number T>
void score_any(ByteReader& reader) {
  Metrics::choose(reader, [&]<class M>(std::type_identity<M>) { score<T, M>(reader); });
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteReader reader({data, size});
  if (reader.below(4) != 0) {
    Elements::choose(reader, [&]<class T>(std::type_identity<T>) { score_any<T>(reader); });
  } else {
    Measures::choose(reader, [&]<class MO>(std::type_identity<MO>) { release<MO>(reader); });
  }
  return 0;
}
