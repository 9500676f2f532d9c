// From Python data to rows of a domain's element type, block by block.
#pragma once

#include <cstddef>
#include <functional>

#include "binding.hpp"
#include "scrim/any/any_block.hpp"
#include "scrim/any/any_spaces.hpp"

namespace scrim::python {

/// How data is read, whatever it holds.
struct DataOptions {
  AnyDomain domain;     ///< whose elements the rows become
  bool takes_nulls;     ///< blocks may hold nulls, which whoever takes them drops or replaces
  nb::object progress;  ///< None, or called with the number of rows read so far
};

/// Takes rows: a column as it lies in memory, without the GIL; or, with it, rows that were Python
/// objects.
using TakeRows = std::function<void(const AnyBlock&)>;

/// Gives every row of `data` to `take`. Everything refusable is refused by type before a row is
/// read: wrong_type if the data is no column or not one for the domain, mismatch if it is of a
/// nullable kind where nulls may be neither dropped nor replaced.
///
/// The GIL is held at entry and at exit. Between some millions of rows signals and `progress` get
/// their turn.
///
/// `begin` is called once, with the GIL, when nothing can be refused by type any more: whatever
/// fails afterwards, it failed over data.
void read_data(nb::handle data, const DataOptions& options, const std::function<void()>& begin,
               const TakeRows& take);

}  // namespace scrim::python
