#include "scrim/core/binary_search.hpp"

#include <limits>

#include "binding.hpp"
#include "python_values.hpp"

namespace scrim::python {

namespace {

nb::object search(const nb::callable& predicate, nb::handle bounds) {
  const auto ask = [&](auto value) { return nb::cast<bool>(nb::bool_(predicate(value))); };
  if (bounds.is_none()) return nb::cast(scrim::binary_search<double>(ask));
  const AnyBounds given = to_bounds(bounds, "bounds");
  const bool are_integers =
      !std::holds_alternative<double>(given.lower) && !std::holds_alternative<double>(given.upper);
  if (are_integers) return nb::cast(scrim::binary_search(ask, exactly<std::int64_t>(given)));
  return nb::cast(scrim::binary_search(ask, exactly<double>(given)));
}

}  // namespace

void bind_binary_search(nb::module_& module) {
  using namespace nb::literals;
  module.def(
      "binary_search", search, "predicate"_a, "bounds"_a = nb::none(),
      nb::sig("def binary_search(predicate: collections.abc.Callable[[float], bool], bounds: "
              "tuple[float, float] | None = None) -> float"),
      "The value next to the point where the predicate changes its answer, where it is true.\n\n"
      "Integer bounds search integers, others floats, to the last bit; without bounds, floats from "
      "0 up. The\nanswers at the two bounds must differ, and change once between them.");
}

}  // namespace scrim::python
