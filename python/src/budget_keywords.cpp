#include "budget_keywords.hpp"

#include <concepts>
#include <string>
#include <variant>

#include "amounts.hpp"

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

std::string line_of(std::string_view name, const Amount& spent, const Amount& left,
                    const Amount& limit) {
  return std::string(name) + ": " + spent.text_up() + " spent, " + left.text_down() + " left of " +
         limit.text_up();
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

LedgerCurrency currency_of(const Keywords& keywords, const std::string& who) {
  check_one_currency(keywords, who);
  const bool has_delta = !keywords.delta.is_none();
  if (!keywords.rho.is_none()) return has_delta ? LedgerCurrency::rho_delta : LedgerCurrency::rho;
  if (keywords.epsilon.is_none()) {
    throw nb::type_error((who + " takes epsilon= or rho=, and delta= beside either").c_str());
  }
  return has_delta ? LedgerCurrency::epsilon_delta : LedgerCurrency::epsilon;
}

std::optional<AmountWithDelta> limit_in(LedgerCurrency currency, const Keywords& keywords) {
  const std::string_view name = ledger::loss_name(currency);
  const nb::handle loss = name == "rho" ? keywords.rho : keywords.epsilon;
  const nb::handle other = name == "rho" ? keywords.epsilon : keywords.rho;
  if (loss.is_none() || !other.is_none() ||
      keywords.delta.is_none() == ledger::has_delta(currency)) {
    return std::nullopt;
  }
  return AmountWithDelta{amount_of(loss, name), amount_of(keywords.delta, "delta")};
}

nb::object shown_in(LedgerCurrency currency, const AmountWithDelta& amounts) {
  if (!ledger::has_delta(currency)) return to_python(amounts.loss);
  const char* const name = currency == LedgerCurrency::rho_delta ? "RhoDelta" : "EpsilonDelta";
  return nb::module_::import_("scrim._amounts")
      .attr(name)(to_python(amounts.loss), to_python(amounts.delta));
}

std::string spending_text(LedgerCurrency currency, const AmountWithDelta& spent,
                          const AmountWithDelta& left, const AmountWithDelta& limit) {
  std::string text = line_of(ledger::loss_name(currency), spent.loss, left.loss, limit.loss);
  if (ledger::has_delta(currency)) {
    text += "; " + line_of("delta", spent.delta, left.delta, limit.delta);
  }
  return text;
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
