// From Python data to rows of a domain's element type, block by block.
#pragma once

#include <cstddef>
#include <functional>

#include "binding.hpp"
#include "scrim/any/any_run.hpp"
#include "scrim/any/any_spaces.hpp"
#include "scrim/columns/column.hpp"

namespace scrim::python {

/// How data is read, whatever it holds.
struct DataOptions {
  AnyDomain domain;     ///< whose elements the rows become
  NullPolicy nulls;     ///< dropped, or replaced
  bool must_keep_rows;  ///< nulls may not be dropped: the size is known, or places have a meaning
  nb::object progress;  ///< None, or called with the number of rows read so far
};

/// Where rows go.
struct RowSink {
  /// A column as it lies in memory, with what is done with its nulls. Called without the GIL.
  std::function<void(const Column&, const NullPolicy&)> take_column;
  /// Rows that were Python objects. Called with the GIL.
  std::function<void(const AnyRows&)> take_rows;
};

/// Gives every row of `data` to `sink`. Everything refusable is refused by type before a row is
/// read: TypeError if the data is no column or not one for the domain, MismatchError if it is of a
/// nullable kind where nulls may be neither dropped nor replaced.
///
/// The GIL is held at entry and at exit. Between some millions of rows signals and `progress` get
/// their turn.
///
/// `begin` is called once, with the GIL, when nothing can be refused by type any more: whatever
/// fails afterwards, it failed over data.
void read_data(nb::handle data, const DataOptions& options, const std::function<void()>& begin,
               const RowSink& sink);

}  // namespace scrim::python
