// make_clamp: bounds, domains and data of any bits, under every metric that it takes.
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "fuzz/fuzz_target.hpp"
#include "fuzz/type_choice.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "support/distances/dataset_distances.hpp"
#include "support/distances/value_distances.hpp"

namespace {

using namespace scrim;
using fuzz::ByteReader;
using fuzz::outcome_of;
using fuzz::require;
using fuzz::TypeChoice;

using Elements = TypeChoice<std::int8_t, std::uint64_t, float, double>;
using OtherBounds = TypeChoice<std::int64_t, double>;
using VectorMetrics = TypeChoice<SymmetricDistance, HammingDistance, LpDistance<2, double>,
                                 LInfDistance<double>, LInfDistance<std::uint32_t>>;

template <Number T>
bool is_range(const Bounds<T>& bounds) {
  return bounds.lower <= bounds.upper;  // false for a NaN
}

template <Number T>
Bounds<T> read_bounds(ByteReader& reader) {
  const T lower = reader.number<T>();
  return {lower, reader.number<T>()};
}

template <Number T>
AtomDomain<T> read_domain(ByteReader& reader) {
  AtomDomain<T> domain;
  if (reader.flag()) {
    const auto bounds = read_bounds<T>(reader);
    auto made = outcome_of([&] { return AtomDomain<T>(bounds); });
    made.require_valid(is_range(bounds), ErrorKind::invalid_argument, "a domain checks its bounds");
    if (made) domain = *made;
  }
  if constexpr (Float<T>) domain.nan = reader.below(8) == 7;
  return domain;
}

template <Number T>
void check_row(const Bounds<T>& bounds, T before, T after) {
  require(bounds.lower <= after && after <= bounds.upper, "clamped rows lie within the bounds");
  if (bounds.lower <= before && before <= bounds.upper) {
    require(before == after, "a row within the bounds is kept");
  }
}

/// distance(f(x), f(y)) <= map(distance(x, y)), where both distances can be expressed.
template <class Clamp, class Value>
void check_stability(const Clamp& clamp, const Value& x, const Value& y, const Value& fx,
                     const Value& fy) {
  const auto d_in = outcome_of([&] { return distance(clamp.input_metric(), x, y); });
  if (!d_in) return;
  const auto d_out = outcome_of([&] { return distance(clamp.output_metric(), fx, fy); });
  require(d_out.value.has_value(), "outputs are no further apart than inputs");
  const auto bound = clamp.map(*d_in.value);
  require(*d_out.value <= bound, "clamping is stable");
  require(clamp.check(*d_in.value, bound), "check agrees with the map");
}

template <Number T, class M>
void clamp_rows(ByteReader& reader, M metric) {
  const auto bounds = read_bounds<T>(reader);
  const auto x = reader.numbers<T>(8);
  auto y = reader.numbers<T>(8);
  if (reader.flag()) y.resize(x.size());
  const VectorDomain<AtomDomain<T>> domain{read_domain<T>(reader), reader.size_near(x.size())};
  auto clamp = outcome_of([&] { return make_clamp(domain, metric, bounds); });

  bool needs_size = false;
  if constexpr (DatasetMetric<M>) needs_size = M::needs_known_size;
  if (domain.element.nan || !is_range(bounds)) {
    require(clamp.error == ErrorKind::invalid_argument, "bad bounds and NaN are refused");
    return;
  }
  clamp.require_valid(!needs_size || domain.size, ErrorKind::mismatch, "a needed size is asked");
  if (!clamp) return;

  auto fx = outcome_of([&] { return clamp->invoke(x); });
  fx.require_valid(!domain.size || *domain.size == x.size(), ErrorKind::wrong_size,
                   "only a wrong size is an error");
  if (!fx) return;
  require(fx->size() == x.size(), "no row is added or dropped");
  require(clamp->output_domain().contains(*fx), "the output lies in its domain");
  for (std::size_t i = 0; i < x.size(); ++i) check_row(bounds, x[i], (*fx)[i]);

  auto fy = outcome_of([&] { return clamp->invoke(y); });
  if (fy && domain.contains(x) && domain.contains(y)) check_stability(*clamp, x, y, *fx, *fy);
}

template <Number T>
void clamp_one(ByteReader& reader) {
  const auto bounds = read_bounds<T>(reader);
  const auto domain = read_domain<T>(reader);
  auto clamp = outcome_of([&] { return make_clamp(domain, AbsoluteDistance<double>{}, bounds); });
  clamp.require_valid(is_range(bounds) && !domain.nan, ErrorKind::invalid_argument,
                      "bad bounds and NaN are refused");
  if (!clamp) return;
  const T x = reader.number<T>();
  const T y = reader.number<T>();
  const T fx = clamp->invoke(x);
  const T fy = clamp->invoke(y);
  check_row(bounds, x, fx);
  check_row(bounds, y, fy);
  if (domain.contains(x) && domain.contains(y)) check_stability(*clamp, x, y, fx, fy);
}

/// Bounds of another type than the rows'.
template <Number T, Number B>
void clamp_with_other_bounds(ByteReader& reader) {
  const B lower = reader.number<B>();
  const B upper = reader.number<B>();
  auto clamp = outcome_of(
      [&] { return Space(vector_domain<T>(), SymmetricDistance{}) >> then_clamp(lower, upper); });
  if (!clamp) return;
  const auto& bounds = *clamp->output_domain().element.bounds;
  require(is_range(bounds), "the bounds are a range");
  require(exact_cast<B>(bounds.lower) == lower && exact_cast<B>(bounds.upper) == upper,
          "the bounds are those that were given");
}

template <Number T>
void clamp_any(ByteReader& reader) {
  switch (reader.below(4)) {
    case 0:
      clamp_one<T>(reader);
      break;
    case 1:
      Elements::choose(
          reader, [&]<class B>(std::type_identity<B>) { clamp_with_other_bounds<T, B>(reader); });
      break;
    default:
      VectorMetrics::choose(reader, [&]<class M>(std::type_identity<M>) {
        M metric{};
        if constexpr (requires { metric.monotonic; }) metric.monotonic = reader.flag();
        clamp_rows<T>(reader, metric);
      });
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteReader reader({data, size});
  Elements::choose(reader, [&]<class T>(std::type_identity<T>) { clamp_any<T>(reader); });
  return 0;
}
