// Noisy selection: scores, k and scales of any bits, on a tape that the fuzzer writes.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "fuzz/fuzz_tape.hpp"
#include "fuzz/fuzz_target.hpp"
#include "fuzz/type_choice.hpp"
#include "scrim/combinators/convert_measure/make_convert_measure.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/report_noisy_top_k.hpp"
#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"

namespace {

using namespace scrim;
using fuzz::ByteReader;
using fuzz::FuzzTape;
using fuzz::outcome_of;
using fuzz::require;
using fuzz::TypeChoice;

using Elements = TypeChoice<double, float, std::int8_t, std::uint64_t>;
using Distances = TypeChoice<double, std::uint64_t, std::int8_t>;
using Measures = TypeChoice<MaxDivergence, RangeDivergence, ZeroConcentratedDivergence>;

TopKOptions read_options(ByteReader& reader, std::size_t scores) {
  return {.k = reader.flag() ? reader.below(scores + 2) : reader.number<std::uint64_t>(),
          .scale = reader.number<double>(),
          .optimize = reader.flag() ? Optimize::max : Optimize::min};
}

/// What an infinity and a NaN are taken for.
template <Number T>
T as_finite(T score, Optimize optimize) {
  if constexpr (Float<T>) {
    if (std::isnan(score)) score = optimize == Optimize::max ? -INFINITY : INFINITY;
    return std::clamp(score, std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max());
  } else {
    return score;
  }
}

/// Without noise nothing left out is better than what was selected, and nothing is out of order.
template <Number T>
void check_exact(const std::vector<T>& scores, const TopKOptions& options,
                 const std::vector<std::size_t>& selected) {
  const auto at = [&](std::size_t i) { return as_finite(scores[i], options.optimize); };
  const auto is_worse = [&](std::size_t a, std::size_t b) {
    return options.optimize == Optimize::max ? at(a) < at(b) : at(a) > at(b);
  };
  require(std::is_sorted(selected.begin(), selected.end(),
                         [&](std::size_t a, std::size_t b) { return is_worse(b, a); }),
          "the best comes first");
  const std::set<std::size_t> taken(selected.begin(), selected.end());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (!taken.contains(i)) require(!is_worse(selected.back(), i), "the best are selected");
  }
}

template <Number T, SelectionMeasure MO>
void select(ByteReader& reader) {
  const auto scores = reader.numbers<T>(8);
  const auto options = read_options(reader, scores.size());
  if (!outcome_of([&] { return check_top_k_options(options, std::nullopt), true; })) return;

  FuzzTape tape(reader);
  auto selected =
      outcome_of([&] { return report_noisy_top_k<MO>(std::span<const T>(scores), options, tape); });
  selected.require_valid(options.k <= scores.size(), ErrorKind::wrong_size,
                         "only too few scores are an error");
  if (!selected) return;
  require(selected->size() == options.k, "k are selected");
  const std::set<std::size_t> distinct(selected->begin(), selected->end());
  require(distinct.size() == options.k, "none is selected twice");
  require(*distinct.rbegin() < scores.size(), "every index is one of a score");
  if (options.scale == 0) check_exact(scores, options, *selected);
}

bool is_usable(const TopKOptions& options, KnownSize scores) {
  return options.k > 0 && (!scores || options.k <= *scores) && std::isfinite(options.scale) &&
         !std::signbit(options.scale);
}

template <class Measurement, class Q>
void check_map(const Measurement& measurement, Q first, Q second) {
  const auto loss = [&](Q d_in) { return outcome_of([&] { return measurement.map(d_in); }); };
  for (const Q d_in : {first, second}) {
    if (!(d_in >= 0)) {
      require(loss(d_in).error == ErrorKind::invalid_argument, "no distance is refused");
      return;
    }
  }
  auto d_near = loss(std::min(first, second));
  auto d_far = loss(std::max(first, second));
  if (d_near) require(*d_near >= 0, "a loss is a number of at least 0");
  if (d_far) require(d_near && *d_near <= *d_far, "the map never falls");
  if (!d_far) require(d_far.error == ErrorKind::overflow, "a map fails by overflow only");
  require(measurement.map(Q{0}) == 0.0, "equal scores cost nothing");
  if (d_near) {
    const Q back = measurement.privacy_map().backward(*d_near);
    require(measurement.check(back, *d_near), "the inverse is within the loss");
    require(std::min(first, second) <= back, "the inverse is as large as is known");
  }
}

template <SelectionMeasure MO, class M>
void construct(ByteReader& reader, M metric) {
  using Q = typename M::Distance;
  const auto options = read_options(reader, 4);
  auto domain = vector_domain<double>(reader.size_near(4));
  domain.element.nan = reader.below(8) == 7;
  auto top_k = outcome_of([&] { return make_report_noisy_top_k(domain, metric, MO{}, options); });
  top_k.require_valid(is_usable(options, domain.size) && !domain.element.nan,
                      ErrorKind::invalid_argument, "bad options and NaN are refused");
  if (!top_k) return;
  const Q first = reader.number<Q>();
  const Q second = reader.number<Q>();
  check_map(*top_k, first, second);
  if constexpr (std::same_as<MO, RangeDivergence>) {
    check_map(make_convert_measure(*top_k, MaxDivergence{}), first, second);
    check_map(make_convert_measure(*top_k, ZeroConcentratedDivergence{}), first, second);
  }
}

template <SelectionMeasure MO>
void select_or_construct(ByteReader& reader) {
  if (reader.below(4) != 0) {
    Elements::choose(reader, [&]<class T>(std::type_identity<T>) { select<T, MO>(reader); });
    return;
  }
  Distances::choose(reader, [&]<class Q>(std::type_identity<Q>) {
    if (reader.flag()) {
      construct<MO>(reader, RangeDistance<Q>{});
    } else {
      construct<MO>(reader, LInfDistance<Q>{.monotonic = reader.flag()});
    }
  });
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteReader reader({data, size});
  Measures::choose(reader,
                   [&]<class MO>(std::type_identity<MO>) { select_or_construct<MO>(reader); });
  return 0;
}
