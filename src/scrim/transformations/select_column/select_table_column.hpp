// One column of a table whose columns are known at run time.
//
// Proof: make_select_column.proof.md
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "scrim/columns/nullable_rows.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/option_domain.hpp"
#include "scrim/spaces/table_domain.hpp"
#include "scrim/spaces/table_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"

namespace scrim {

namespace select_column {

template <class T>
struct Selected;
template <Atom T>
struct Selected<T> {
  using Atom = T;
  using Element = AtomDomain<T>;
};
template <Atom T>
struct Selected<std::optional<T>> {
  using Atom = T;
  using Element = OptionDomain<AtomDomain<T>>;
};

/// The place of the column.
/// Postcondition: throws if there is none, its cells are not of type T, or they may be missing and
///   are not to be.
template <class T>
[[nodiscard]] std::size_t place_of(const TableDomain& table, std::string_view name,
                                   bool takes_missing);

/// The cells of a column, with those that are missing: nulls, and NaN among reals.
template <class T>
[[nodiscard]] RowMap<Batch, NullableRows<T>> cells_of(const TableDomain& table, std::size_t place);

/// The cells of a column in which none is missing. Where one is missing nevertheless, it is zero,
/// or no text.
template <class T>
[[nodiscard]] RowMap<Batch, AtomRows<T>> present_cells_of(const TableDomain& table,
                                                          std::size_t place);

}  // namespace select_column

/// What cells of a column are selected as.
template <class T>
concept SelectedRow = std::same_as<typename select_column::Selected<T>::Atom, double> ||
                      std::same_as<typename select_column::Selected<T>::Atom, std::int64_t> ||
                      std::same_as<typename select_column::Selected<T>::Atom, std::string_view>;

/// Makes the transformation that replaces every row of a table by its cell in the column `name`: T
/// is double for reals, std::int64_t for integers and truths, std::string_view for texts, and a
/// std::optional of it where cells may be missing.
///
/// Precondition (checked): the table has the column, and its cells are of type T.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in.
/// Cost: that of reading the column; what lies as it is read is given where it lies.
template <SelectedRow T>
[[nodiscard]] auto make_select_column(TableDomain input_domain, SymmetricDistance input_metric,
                                      const std::string& name)
    -> Transformation<TableDomain, SymmetricDistance,
                      VectorDomain<typename select_column::Selected<T>::Element>,
                      SymmetricDistance> {
  using Atom = typename select_column::Selected<T>::Atom;
  constexpr bool takes_missing = !std::same_as<T, Atom>;
  const std::size_t place = select_column::place_of<Atom>(input_domain, name, takes_missing);
  auto function = [&] {
    if constexpr (takes_missing) {
      return select_column::cells_of<Atom>(input_domain, place);
    } else {
      return select_column::present_cells_of<Atom>(input_domain, place);
    }
  }();
  using Distance = SymmetricDistance::Distance;
  return {std::move(input_domain),
          input_metric,
          VectorDomain<typename select_column::Selected<T>::Element>{},
          input_metric,
          std::move(function),
          StabilityMap<Distance, Distance>::from_constant(1)};
}

/// `table >> then_select_column<std::optional<double>>("age")`.
template <SelectedRow T>
[[nodiscard]] auto then_select_column(std::string name) {
  return Partial{[name = std::move(name)](const auto& input_domain, const auto& input_metric) {
    return make_select_column<T>(input_domain, input_metric, name);
  }};
}

}  // namespace scrim
