#include "scrim/accounting/filter.hpp"

#include <nanobind/stl/string.h>

#include <cmath>
#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "amounts.hpp"
#include "binding.hpp"
#include "budget_keywords.hpp"
#include "mechanisms.hpp"
#include "python_values.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::python {

namespace {

using PureFilter = Filter<MaxDivergence>;
using ApproximateFilter = Filter<Approximate<MaxDivergence>>;
using ConcentratedFilter = Filter<ZeroConcentratedDivergence>;
using ApproximateConcentratedFilter = Filter<Approximate<ZeroConcentratedDivergence>>;

/// One class for Python, whose measure follows from how it was opened.
struct PythonFilter {
  std::variant<PureFilter, ApproximateFilter, ConcentratedFilter, ApproximateConcentratedFilter>
      filter;
};

template <class M>
constexpr bool has_delta = std::same_as<AmountUnder<M>, AmountWithDelta>;
template <class M>
constexpr LedgerCurrency currency_under =
    ChargedUnder<ZeroConcentratedDivergence, M>
        ? (has_delta<M> ? LedgerCurrency::rho_delta : LedgerCurrency::rho)
        : (has_delta<M> ? LedgerCurrency::epsilon_delta : LedgerCurrency::epsilon);
template <class M>
constexpr std::string_view loss_name = ledger::loss_name(currency_under<M>);

/// "Filter(epsilon=...)", as this one was opened.
template <class M>
std::string opening() {
  return "Filter(" + std::string(loss_name<M>) + "=..." + (has_delta<M> ? ", delta=...)" : ")");
}

// --- what is asked for ---

/// What releases cost the filter.
template <class M>
auto pricing_of(const Filter<M>&) {
  return []<class From>(const From& from, const AmountUnder<From>& amount) -> AmountUnder<M> {
    if constexpr (ChargedUnder<From, M>) {
      return charge(from, amount, M{});
    } else if constexpr (has_delta<From> && !has_delta<M>) {
      fail(ErrorKind::mismatch, "a delta is asked for, and " + opening<M>() +
                                    " has none; open a filter with delta=, such as 1e-6");
    } else {
      fail(ErrorKind::mismatch,
           from.describe() + " has no " + std::string(loss_name<M>) + ", which " + opening<M>() +
               " counts; open Filter(rho=...), or release with noise that has one");
    }
  };
}

template <class M>
AmountUnder<M> price_asked(nb::handle loss, const Keywords& keywords, const Filter<M>& filter) {
  if (loss.is_none()) {
    if (keywords.none()) {
      throw nb::type_error("nothing is asked for; give a loss of a map, or epsilon=, rho=, delta=");
    }
    return price_of_keywords(keywords, "spending", pricing_of(filter));
  }
  if (!keywords.none()) {
    throw nb::type_error("give a loss of a map alone, or epsilon=, rho=, delta=");
  }
  return price_of_loss(measure_of(loss), distance_of_loss(loss), "filter", pricing_of(filter));
}

// --- opening ---

PythonFilter open_filter(const Keywords& keywords) {
  const LedgerCurrency currency = currency_of(keywords, "Filter");
  const AmountWithDelta limit = limit_in(currency, keywords).value();
  switch (currency) {
    case LedgerCurrency::epsilon:
      return {PureFilter(limit.loss)};
    case LedgerCurrency::epsilon_delta:
      return {ApproximateFilter(limit)};
    case LedgerCurrency::rho:
      return {ConcentratedFilter(limit.loss)};
    default:
      return {ApproximateConcentratedFilter(limit)};
  }
}

/// A limit in the filter's own currency: a child is no conversion.
template <class M>
AmountUnder<M> limit_of_child(const Keywords& keywords, const Filter<M>&) {
  const auto limit = limit_in(currency_under<M>, keywords);
  if (!limit) {
    fail(ErrorKind::mismatch,
         "a child of " + opening<M>() + " is opened like it: child" + opening<M>().substr(6));
  }
  if constexpr (has_delta<M>) {
    return *limit;
  } else {
    return limit->loss;
  }
}

// --- what is shown ---

AmountWithDelta with_delta(const Amount& loss) { return {loss, Amount()}; }
AmountWithDelta with_delta(AmountWithDelta amounts) { return amounts; }

/// What amounts_of(filter) are.
template <auto amounts_of>
nb::object shown(const PythonFilter& self) {
  return std::visit(
      []<class M>(const Filter<M>& filter) {
        return shown_in(currency_under<M>, with_delta(amounts_of(filter)));
      },
      self.filter);
}

template <class M>
std::string description(const Filter<M>& filter) {
  if (filter.is_of_another_process()) {
    return opening<M>() + " of another process, refuses everything here";
  }
  return "Filter(" +
         spending_text(currency_under<M>, with_delta(filter.spent()), with_delta(filter.left()),
                       with_delta(filter.limit())) +
         ")";
}

// --- releasing ---

nb::object release(const PythonFilter& self, nb::handle python_measurement, nb::handle data,
                   nb::handle d_in, nb::handle threads, nb::handle progress) {
  if (!nb::isinstance<PythonMeasurement>(python_measurement)) {
    throw nb::type_error("release takes a Measurement, the data, and d_in=");
  }
  const auto& measurement = nb::cast<const PythonMeasurement&>(python_measurement).inner();
  const AnyDistance loss =
      measurement.map(to_distance(d_in, measurement.input_metric(), DistanceSide::in));
  return std::visit(
      [&](const auto& filter) {
        const auto price =
            price_of_loss(measurement.output_measure(), loss, "filter", pricing_of(filter));
        // It lives outside of the run, and is let go of while the GIL is held.
        nb::object result;
        {
          // A release that waits for its turn must not keep from Python the one that runs.
          const nb::gil_scoped_release without_gil;
          static_cast<void>(filter.release_at(price, [&] {
            const nb::gil_scoped_acquire with_gil;
            result = python_measurement.attr("invoke")(data, nb::arg("threads") = threads,
                                                       nb::arg("progress") = progress);
            return true;
          }));
        }
        return result;
      },
      self.filter);
}

/// A loss that no budget pays for.
bool is_infinite(nb::handle loss) {
  if (is_loss_with_delta(loss)) return is_infinite(loss[0]) || is_infinite(loss[1]);
  return is_loss(loss) && std::isinf(PyFloat_AS_DOUBLE(loss.ptr()));
}

[[noreturn]] void refuse_copy() {
  fail(ErrorKind::misuse,
       "a budget cannot be copied or pickled, as both would be spent; hand on the filter itself, "
       "or a child() of it");
}

constexpr const char* filter_doc =
    "A budget that releases are paid from, each chosen after seeing those before.\n\n"
    "Filter(epsilon=\"1\"), Filter(epsilon=1, delta=1e-6), Filter(rho=0.5), Filter(rho=0.5, "
    "delta=1e-9). Amounts are numbers, Fractions,\nDecimals or decimal texts, and are counted "
    "exactly: 0.1 is a tenth, and ten of them are 1. What a measurement's map gave is\ntaken at "
    "its "
    "exact value.\n\n"
    "What does not fit raises BudgetError, changes nothing and lets the filter live. What was "
    "spent "
    "never comes back. All releases\nthat a filter paid for lose no more than its limit together, "
    "if they are about neighbours of one kind.";

}  // namespace

void bind_filter(nb::module_& module) {
  using namespace nb::literals;
  const std::string keywords = keyword_types();
  const std::string opening_signature = "def __init__(self, *" + keywords + ") -> None";
  const std::string spend_signature =
      "def spend(self, loss: scrim.Loss | scrim.LossWithDelta | None = None, *" + keywords +
      ") -> None";
  const std::string can_spend_signature =
      "def can_spend(self, loss: scrim.Loss | scrim.LossWithDelta | None = None, *" + keywords +
      ") -> bool";
  const std::string child_signature = "def child(self, *" + keywords + ") -> Filter";

  nb::class_<PythonFilter>(module, "Filter", nb::is_final(), filter_doc)
      .def(
          "__init__",
          [](PythonFilter* self, nb::handle epsilon, nb::handle delta, nb::handle rho) {
            ::new (self) PythonFilter(open_filter({epsilon, delta, rho}));
          },
          nb::kw_only(), "epsilon"_a = nb::none(), "delta"_a = nb::none(), "rho"_a = nb::none(),
          nb::sig(opening_signature.c_str()))
      .def(
          "spend",
          [](const PythonFilter& self, nb::handle loss, nb::handle epsilon, nb::handle delta,
             nb::handle rho) {
            std::visit(
                [&](const auto& filter) {
                  const auto asked = price_asked(loss, {epsilon, delta, rho}, filter);
                  const nb::gil_scoped_release without_gil;  // it may wait for a release that runs
                  filter.spend(asked);
                },
                self.filter);
          },
          "loss"_a = nb::none(), nb::kw_only(), "epsilon"_a = nb::none(), "delta"_a = nb::none(),
          "rho"_a = nb::none(), nb::sig(spend_signature.c_str()),
          "Spends all of it, or raises BudgetError and spends nothing. For what is released "
          "elsewhere, before it is released.\n\n"
          "loss: what a measurement's map gave; or epsilon=, rho= and delta=. Where rho is "
          "counted, an epsilon costs\nepsilon * tanh(epsilon / 2), rounded up.")
      .def(
          "can_spend",
          [](const PythonFilter& self, nb::handle loss, nb::handle epsilon, nb::handle delta,
             nb::handle rho) {
            if (is_infinite(loss)) return false;
            return std::visit(
                [&](const auto& filter) {
                  return filter.can_spend(price_asked(loss, {epsilon, delta, rho}, filter));
                },
                self.filter);
          },
          "loss"_a = nb::none(), nb::kw_only(), "epsilon"_a = nb::none(), "delta"_a = nb::none(),
          "rho"_a = nb::none(), nb::sig(can_spend_signature.c_str()),
          "Whether spend would succeed now.")
      .def("release", release, "measurement"_a, "data"_a.none(), nb::kw_only(), "d_in"_a,
           "threads"_a = 1, "progress"_a = nb::none(),
           nb::sig("def release(self, measurement: Measurement, data: typing.Any, *, d_in: float, "
                   "threads: int = 1, progress: collections.abc.Callable[[int], typing.Any] | None "
                   "= None) -> typing.Any"),
           "One release of the measurement, paid for before it begins.\n\n"
           "Its map prices it for neighbours that are d_in-close; the price is spent; then data is "
           "read. If the price does not fit,\nBudgetError is raised and no data is read. If the "
           "release fails, what was spent stays spent.")
      .def(
          "child",
          [](const PythonFilter& self, nb::handle epsilon, nb::handle delta, nb::handle rho) {
            return std::visit(
                [&](const auto& filter) {
                  return PythonFilter{filter.child(limit_of_child({epsilon, delta, rho}, filter))};
                },
                self.filter);
          },
          nb::kw_only(), "epsilon"_a = nb::none(), "delta"_a = nb::none(), "rho"_a = nb::none(),
          nb::sig(child_signature.c_str()),
          "A filter that may spend so much of what this one may; it is opened like this one. What "
          "it spends is spent here, too.")
      .def_prop_ro(
          "spent", shown<[](const auto& filter) { return filter.spent(); }>,
          nb::sig("def spent(self, /) -> typing.Any"),
          "What was spent, here and by children: a Fraction, or (epsilon, delta) or (rho, delta).")
      .def_prop_ro("left", shown<[](const auto& filter) { return filter.left(); }>,
                   nb::sig("def left(self, /) -> typing.Any"),
                   "What can still be spent, here and, where that is less, at a parent.")
      .def_prop_ro("limit", shown<[](const auto& filter) { return filter.limit(); }>,
                   nb::sig("def limit(self, /) -> typing.Any"), "What it was opened with.")
      .def("__repr__",
           [](const PythonFilter& self) {
             return std::visit([](const auto& filter) { return description(filter); }, self.filter);
           })
      .def(
          "__copy__", [](const PythonFilter&) { refuse_copy(); },
          nb::sig("def __copy__(self) -> typing.NoReturn"))
      .def(
          "__deepcopy__", [](const PythonFilter&, nb::handle) { refuse_copy(); }, "memo"_a,
          nb::sig("def __deepcopy__(self, memo: typing.Any) -> typing.NoReturn"))
      .def(
          "__reduce_ex__", [](const PythonFilter&, nb::handle) { refuse_copy(); }, "protocol"_a,
          nb::sig("def __reduce_ex__(self, protocol: typing.SupportsIndex, /) -> typing.NoReturn"));
}

}  // namespace scrim::python
