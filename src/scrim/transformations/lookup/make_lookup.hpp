// A table with columns more, looked up in a public table.
//
// Proof: make_lookup.proof.md
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "scrim/columns/public_table.hpp"
#include "scrim/core/domain_identity.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/core/table_map.hpp"

namespace scrim {

/// What becomes of a row whose keys the public table does not have.
enum class Unmatched {
  missing,  ///< what is added is missing
  drop,     ///< it is left out
};

struct Lookup {
  std::vector<std::string> keys = {};  ///< columns of these names are compared
  PublicTable table = {};              ///< columns of one length, no two rows with the same keys
  std::vector<std::string> add = {};   ///< columns of the public table
  Unmatched unmatched = Unmatched::missing;
};

namespace lookup {

/// The columns that are seen with those that are added behind them.
/// Postcondition: throws if there is anything that make_lookup does not take.
[[nodiscard]] TableDomain with_columns(const TableDomain& seen, const Lookup& lookup);

/// Precondition (caller): with_columns takes the look-up.
[[nodiscard]] RowMap<Batch, Batch> rows_with(const TableDomain& seen, const Lookup& lookup,
                                             std::size_t ids, const Identity& domain);

}  // namespace lookup

/// Makes the transformation that adds columns, at the end, in which a row has the cells of the row
/// of a public table that has the same keys. A row that misses a key has no match.
///
/// Precondition (compiler): a table, with or without persons, under the metric for it.
/// Precondition (checked):  keys are columns of integers or texts in both tables, one at least, of
///   the same kind; the columns of the public table have one length, less than 2^32 - 1, and names
///   of their own; none of its numbers is NaN, and no two of its rows have the same keys. No
///   column, and no id, has the name of an added one yet.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in.
/// Cost: a look-up in a table for each key of a row; behind a dictionary, for each entry that is
///   met. What is added are texts behind a dictionary, and numbers and truths in a buffer; the
///   other columns are given where they lie, unless rows are dropped.
template <class D, class M>
  requires MappedTables<D, M>
[[nodiscard]] Transformation<D, M, D, M> make_lookup(const D& input_domain, M input_metric,
                                                     const Lookup& lookup) {
  const TableDomain& seen = tables::seen(input_domain);
  TableDomain output = lookup::with_columns(seen, lookup);  // first, as it checks the look-up
  return map_table(
      input_domain, input_metric, std::move(output),
      lookup::rows_with(seen, lookup, tables::ids(input_domain), identity_of(input_domain)));
}

/// `table >> then_lookup({.keys = {"zip"}, .table = districts, .add = {"district"}})`.
[[nodiscard]] inline auto then_lookup(Lookup lookup) {
  return Partial{[lookup = std::move(lookup)](const auto& input_domain, const auto& input_metric) {
    return make_lookup(input_domain, input_metric, lookup);
  }};
}

}  // namespace scrim
