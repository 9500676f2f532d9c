#include "budget_keywords.hpp"

#include <concepts>
#include <string>
#include <variant>

#include "amounts.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::python {

namespace {

/// Fails unless the loss of a map is of the kind that the keyword names: "epsilon" is its own, and
/// one of "(epsilon, delta)".
void check_kind_of_loss(nb::handle value, std::string_view keyword) {
  if (!is_loss(value)) return;
  const auto& measure = nb::cast<const AnyMeasure&>(value.attr("measure"));
  const std::string_view parameter =
      std::visit([]<class M>(const M&) { return M::parameter; }, measure);
  if (parameter.find(keyword) != std::string_view::npos) return;
  fail(ErrorKind::mismatch, std::string(keyword) + " is a loss under " + measure.describe() +
                                ", which counts " + std::string(parameter) +
                                "; give it as what it counts, or alone");
}

constexpr const char* amount_types = "float | str | fractions.Fraction | decimal.Decimal";

}  // namespace

Amount amount_of(nb::handle value, std::string_view keyword) {
  if (value.is_none()) return {};
  check_kind_of_loss(value, keyword);
  return to_amount(value, keyword);
}

void check_one_currency(const Keywords& keywords, const std::string& who) {
  if (!keywords.epsilon.is_none() && !keywords.rho.is_none()) {
    fail(ErrorKind::invalid_argument, who + " takes epsilon or rho, not both");
  }
}

const AnyMeasure& measure_of(nb::handle loss) {
  return nb::cast<const AnyMeasure&>(loss.attr("measure"));
}

AnyDistance distance_of_loss(nb::handle loss) {
  const bool is_pair = is_loss_with_delta(loss);
  if (!is_pair && !is_loss(loss)) {
    throw nb::type_error(
        "a bare number does not say what it counts; give epsilon= or rho=, or what a "
        "measurement's map gave");
  }
  const bool has_pairs = std::visit(
      []<class M>(const M&) { return std::same_as<typename M::Distance, LossWithDelta>; },
      measure_of(loss));
  if (has_pairs != is_pair) {
    throw nb::type_error(
        "one of a pair (loss, delta) was given; give the pair as the map gave it, or epsilon= or "
        "rho= and delta=");
  }
  if (!is_pair) return PyFloat_AS_DOUBLE(loss.ptr());
  return LossWithDelta{nb::cast<double>(loss[0]), nb::cast<double>(loss[1])};
}

std::string keyword_types() {
  std::string text;
  for (const char* name : {"epsilon", "delta", "rho"}) {
    text += std::string(", ") + name + ": " + amount_types + " | None = None";
  }
  return text;
}

}  // namespace scrim::python
