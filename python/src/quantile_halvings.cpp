#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "binding.hpp"
#include "scrim/measurements/private_quantiles/make_private_quantiles.hpp"

namespace scrim::python {

namespace {

std::vector<Halving> halvings_of(const std::vector<double>& alphas, std::uint64_t smallest,
                                 std::uint64_t largest) {
  return halve(wanted_ranks({.alphas = {alphas.begin(), alphas.end()},
                             .smallest = smallest,
                             .largest = largest,
                             .scale = 0.0}));
}

nb::tuple fraction_of(const Halving& halving) {
  const bool is_fraction = halving.rank.counted == WantedRank::Counted::as_fraction;
  return is_fraction ? nb::make_tuple(halving.rank.alpha.num, halving.rank.alpha.den)
                     : nb::make_tuple(0, 1);
}

}  // namespace

void bind_quantile_halvings(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<Halving>(module, "Halving",
                      "One of the selections by which make_private_quantiles finds several.")
      .def_ro("wanted", &Halving::wanted, "Which of the quantiles, counted from the least.")
      .def_ro("level", &Halving::level, "How many selections are made before it on the way to it.")
      .def_ro("lower", &Halving::lower, "The quantile that ends the rows in hand below, if any.")
      .def_ro("upper", &Halving::upper, "The quantile that ends the rows in hand above, if any.")
      .def_prop_ro(
          "alpha", fraction_of, nb::sig("def alpha(self, /) -> tuple[int, int]"),
          "What is wanted of the rows in hand, as a fraction; (0, 1) for rows from an end.")
      .def(
          "entries",
          [](const Halving& halving, std::size_t candidates) { return candidates * halving.parts; },
          "candidates"_a, "How many entries are selected from, at most.")
      .def(
          "score_scale",
          [](const Halving& halving, double scale) {
            return rank_score_scale(halving.rank, scale);
          },
          "scale"_a, "The scale of the noise on scores, for this scale of make_private_quantiles.");
  module.def("quantile_halvings", halvings_of, "alphas"_a, "smallest"_a, "largest"_a,
             "The selections of make_private_quantiles with these arguments, the first one first.");
}

}  // namespace scrim::python
