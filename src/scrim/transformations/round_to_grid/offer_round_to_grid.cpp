#include "scrim/any/registry.hpp"
#include "scrim/transformations/round_to_grid/make_round_to_grid.hpp"

namespace scrim::any {

namespace {

AnyObject build_round_to_grid(const AnyDomain& domain, const AnyMetric& metric,
                              const Arguments& arguments) {
  const int exponent = exactly<int>(AnyNumber(arguments.get<std::int64_t>("exponent")));
  return build_on(
      domain, metric, "round_to_grid",
      "a double with its absolute distance, or vectors of doubles with an L1 or L2 distance",
      [&]<class D, class M>(const D& typed_domain, const M& typed_metric)
        requires requires { make_round_to_grid(typed_domain, typed_metric, exponent); }
      { return make_round_to_grid(typed_domain, typed_metric, exponent); });
}

}  // namespace

Constructor offer_round_to_grid();

Constructor offer_round_to_grid() {
  return {
      .name = "round_to_grid",
      .summary = "Rounds a float, or each float of a vector, to a grid, and gives it in steps.",
      .details =
          "Half-way up, so that numbers a whole number of steps apart stay that far apart. Beyond "
          "2^62 steps it gives 2^62. A vector has a known size, as rounding moves every entry.",
      .parameters = {{.name = "exponent",
                      .type = ParameterType::integer,
                      .doc =
                          "the grid is the multiples of 2^exponent, from -1022 to 1022; public"}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_round_to_grid),
  };
}

}  // namespace scrim::any
