#include "scrim/accounting/filter.hpp"

#include <nanobind/stl/string.h>

#include <cmath>
#include <concepts>
#include <string>
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
constexpr const char* loss_name = ChargedUnder<ZeroConcentratedDivergence, M> ? "rho" : "epsilon";

/// "Filter(epsilon=...)", as this one was opened.
template <class M>
std::string opening() {
  return std::string("Filter(") + loss_name<M> + "=..." + (has_delta<M> ? ", delta=...)" : ")");
}

// --- what is asked for ---

/// What releases under the measure From cost the filter.
template <class From, class M>
AmountUnder<M> price(const From& from, const AmountUnder<From>& amount, const Filter<M>&) {
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
}

template <class M>
AmountUnder<M> price_of_keywords(const Keywords& keywords, const Filter<M>& filter) {
  check_one_currency(keywords, "spending");
  const Amount delta = amount_of(keywords.delta, "delta");
  const auto price_under = [&]<class From>(From from, const Amount& loss) {
    if (delta == Amount()) return price(from, loss, filter);
    return price(Approximate<From>{}, AmountWithDelta{loss, delta}, filter);
  };
  if (!keywords.rho.is_none()) {
    return price_under(ZeroConcentratedDivergence{}, amount_of(keywords.rho, "rho"));
  }
  if (!keywords.epsilon.is_none()) {
    return price_under(MaxDivergence{}, amount_of(keywords.epsilon, "epsilon"));
  }
  // A delta alone, of a release that loses nothing otherwise, under whatever measure.
  return price_under(MaxDivergence{}, Amount());
}

/// What a map said.
template <class M>
AmountUnder<M> price_of_loss(const AnyMeasure& measure, const AnyDistance& loss,
                             const Filter<M>& filter) {
  return std::visit(
      [&]<class From>(const From& from) -> AmountUnder<M> {
        if constexpr (requires { typename AmountUnder<From>; }) {
          return price(from, accounting::price_of(std::get<typename From::Distance>(loss)), filter);
        } else {
          fail(ErrorKind::mismatch, "no filter adds up losses under " + from.describe());
        }
      },
      measure);
}

template <class M>
AmountUnder<M> price_asked(nb::handle loss, const Keywords& keywords, const Filter<M>& filter) {
  if (loss.is_none()) {
    if (keywords.none()) {
      throw nb::type_error("nothing is asked for; give a loss of a map, or epsilon=, rho=, delta=");
    }
    return price_of_keywords(keywords, filter);
  }
  if (!keywords.none()) {
    throw nb::type_error("give a loss of a map alone, or epsilon=, rho=, delta=");
  }
  return price_of_loss(measure_of(loss), distance_of_loss(loss), filter);
}

// --- opening ---

template <class M>
Filter<M> opened(const Amount& loss, const Amount& delta) {
  if constexpr (has_delta<M>) {
    return Filter<M>(AmountWithDelta{loss, delta});
  } else {
    return Filter<M>(loss);
  }
}

PythonFilter open_filter(const Keywords& keywords) {
  check_one_currency(keywords, "Filter");
  const bool is_concentrated = !keywords.rho.is_none();
  if (!is_concentrated && keywords.epsilon.is_none()) {
    throw nb::type_error("Filter takes epsilon= or rho=, and delta= beside either");
  }
  const Amount loss =
      is_concentrated ? amount_of(keywords.rho, "rho") : amount_of(keywords.epsilon, "epsilon");
  const Amount delta = amount_of(keywords.delta, "delta");
  if (keywords.delta.is_none()) {
    if (is_concentrated) return {opened<ZeroConcentratedDivergence>(loss, delta)};
    return {opened<MaxDivergence>(loss, delta)};
  }
  if (is_concentrated) return {opened<Approximate<ZeroConcentratedDivergence>>(loss, delta)};
  return {opened<Approximate<MaxDivergence>>(loss, delta)};
}

/// A limit in the filter's own currency: a child is no conversion.
template <class M>
AmountUnder<M> limit_of_child(const Keywords& keywords, const Filter<M>&) {
  constexpr bool is_concentrated = ChargedUnder<ZeroConcentratedDivergence, M>;
  const nb::handle loss = is_concentrated ? keywords.rho : keywords.epsilon;
  const nb::handle other = is_concentrated ? keywords.epsilon : keywords.rho;
  if (loss.is_none() || !other.is_none() || keywords.delta.is_none() == has_delta<M>) {
    fail(ErrorKind::mismatch,
         "a child of " + opening<M>() + " is opened like it: child" + opening<M>().substr(6));
  }
  const Amount amount = amount_of(loss, loss_name<M>);
  if constexpr (has_delta<M>) {
    return {amount, amount_of(keywords.delta, "delta")};
  } else {
    return amount;
  }
}

// --- what is shown ---

/// A Fraction, or a named tuple of two.
template <class M>
nb::object shown_amounts(const AmountUnder<M>& amounts) {
  if constexpr (has_delta<M>) {
    const std::string name =
        ChargedUnder<ZeroConcentratedDivergence, M> ? "RhoDelta" : "EpsilonDelta";
    return nb::module_::import_("scrim._amounts")
        .attr(name.c_str())(to_python(amounts.loss), to_python(amounts.delta));
  } else {
    return to_python(amounts);
  }
}

std::string line_of(std::string_view name, const Amount& spent, const Amount& left,
                    const Amount& limit) {
  return std::string(name) + ": " + spent.text_up() + " spent, " + left.text_down() + " left of " +
         limit.text_up();
}

template <class M>
std::string description(const Filter<M>& filter) {
  if (filter.is_of_another_process()) {
    return opening<M>() + " of another process, refuses everything here";
  }
  const auto spent = filter.spent();
  const auto left = filter.left();
  const auto limit = filter.limit();
  if constexpr (has_delta<M>) {
    return "Filter(" + line_of(loss_name<M>, spent.loss, left.loss, limit.loss) + "; " +
           line_of("delta", spent.delta, left.delta, limit.delta) + ")";
  } else {
    return "Filter(" + line_of(loss_name<M>, spent, left, limit) + ")";
  }
}

// --- releasing ---

nb::object release(const PythonFilter& self, nb::handle python_measurement, nb::handle data,
                   nb::handle d_in, nb::handle threads, nb::handle progress) {
  if (!nb::isinstance<PythonMeasurement>(python_measurement)) {
    throw nb::type_error("release takes a Measurement, the data, and d_in=");
  }
  const auto& measurement = nb::cast<const PythonMeasurement&>(python_measurement).inner();
  const AnyDistance loss = measurement.map(to_distance(d_in, measurement.input_metric(), "d_in"));
  return std::visit(
      [&](const auto& filter) {
        const auto price = price_of_loss(measurement.output_measure(), loss, filter);
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
          "spent",
          [](const PythonFilter& self) {
            return std::visit(
                []<class M>(const Filter<M>& filter) { return shown_amounts<M>(filter.spent()); },
                self.filter);
          },
          nb::sig("def spent(self, /) -> typing.Any"),
          "What was spent, here and by children: a Fraction, or (epsilon, delta) or (rho, delta).")
      .def_prop_ro(
          "left",
          [](const PythonFilter& self) {
            return std::visit(
                []<class M>(const Filter<M>& filter) { return shown_amounts<M>(filter.left()); },
                self.filter);
          },
          nb::sig("def left(self, /) -> typing.Any"),
          "What can still be spent, here and, where that is less, at a parent.")
      .def_prop_ro(
          "limit",
          [](const PythonFilter& self) {
            return std::visit(
                []<class M>(const Filter<M>& filter) { return shown_amounts<M>(filter.limit()); },
                self.filter);
          },
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
