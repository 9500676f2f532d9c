// binary_search and DistanceMap: bounds, thresholds, constants and distances of any bits.
#include <cmath>
#include <cstdint>
#include <limits>

#include "fuzz/exact_reference.hpp"
#include "fuzz/fuzz_target.hpp"
#include "fuzz/type_choice.hpp"
#include "scrim/core/binary_search.hpp"
#include "scrim/core/distance_map.hpp"

namespace {

using namespace scrim;
using fuzz::ByteReader;
using fuzz::outcome_of;
using fuzz::require;
using fuzz::TypeChoice;

using Searched = TypeChoice<std::int8_t, std::int64_t, std::uint64_t, float, double>;
using Distances = TypeChoice<std::uint32_t, std::int8_t, float, double>;

/// The next larger value of T; of -0.0 and 0.0, which are one value, neither is next to the other.
template <Number T>
T next(T x) {
  if constexpr (Float<T>) {
    return std::nextafter(x, std::numeric_limits<T>::infinity());
  } else {
    return static_cast<T>(x + 1);
  }
}

template <Number T>
void find_threshold(ByteReader& reader) {
  const T lower = reader.number<T>();
  const T upper = reader.number<T>();
  const T threshold = reader.number<T>();
  const bool is_rising = reader.flag();
  const auto predicate = [&](T x) { return is_rising ? x >= threshold : x <= threshold; };
  int calls = 0;
  auto found = outcome_of([&] {
    return binary_search<T>(
        [&](T x) {
          ++calls;
          return predicate(x);
        },
        Bounds<T>{lower, upper});
  });
  if (!(lower <= upper)) {
    require(found.error == ErrorKind::invalid_argument, "what is no range is refused");
    return;
  }
  found.require_valid(predicate(lower) != predicate(upper), ErrorKind::no_answer,
                      "an answer that does not change is refused");
  require(calls <= 66, "a search takes at most 66 calls");
  if (!found) return;
  require(lower <= *found && *found <= upper, "what is found lies within the bounds");
  require(*found == threshold, "the search ends at the threshold itself");
}

/// The product as a number, where there is one.
template <Number QI, Number QO>
void check_product(QI d_in, QO constant, QO d_out) {
  if constexpr (Float<QI>) {
    if (std::isinf(d_in)) return;
  }
  if constexpr (Float<QO>) {
    if (std::isinf(constant) || std::isinf(d_out)) return;
  }
  require(to_rational(d_in) * to_rational(constant) <= to_rational(d_out),
          "a map never understates");
}

template <Number QI, Number QO>
void check_inverse(const DistanceMap<QI, QO>& map, QO d_out) {
  auto back = outcome_of([&] { return map.backward(d_out); });
  back.require_valid(d_out >= QO{0}, ErrorKind::invalid_argument, "every distance has an inverse");
  if (!back) return;
  require(map.check(*back, d_out), "the inverse is within the distance");
  if (*back < map.largest_distance()) {
    require(!map.check(next(*back), d_out), "the inverse is the largest");
  }
}

template <Number QI, Number QO>
void multiply(ByteReader& reader) {
  const QO constant = reader.number<QO>();
  auto map = outcome_of([&] { return DistanceMap<QI, QO>::from_constant(constant); });
  map.require_valid(constant >= QO{0}, ErrorKind::invalid_argument, "a constant is a distance");
  if (!map) return;
  const QI d_in = reader.number<QI>();
  const QO d_out = reader.number<QO>();
  auto forward = outcome_of([&] { return map->forward(d_in); });
  if (!(d_in >= QI{0})) {
    require(forward.error == ErrorKind::invalid_argument, "what is no distance is refused");
  } else if (forward) {
    require(*forward >= QO{0}, "a distance is a number of at least 0");
    check_product(d_in, constant, *forward);
    if (d_out >= QO{0}) {
      require(map->check(d_in, d_out) == (*forward <= d_out), "check agrees with the map");
    }
  } else {
    require(forward.error == ErrorKind::overflow, "a map fails by overflow only");
  }
  check_inverse(*map, d_out);

  // Twice the map: the chain is sound where both are.
  const auto twice = chain_maps(*map, DistanceMap<QO, QO>::from_constant(QO{2}));
  auto back = outcome_of([&] { return twice.backward(d_out); });
  if (back) require(twice.check(*back, d_out), "the inverse of a chain is within the distance");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteReader reader({data, size});
  if (reader.flag()) {
    Searched::choose(reader, [&]<class T>(std::type_identity<T>) { find_threshold<T>(reader); });
  } else {
    Distances::choose(reader, [&]<class QI>(std::type_identity<QI>) {
      Distances::choose(reader,
                        [&]<class QO>(std::type_identity<QO>) { multiply<QI, QO>(reader); });
    });
  }
  return 0;
}
