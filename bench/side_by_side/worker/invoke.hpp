// The one place where a number of threads reaches the library.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>

namespace scrim::side_by_side {

/// True if invoke of a dataset takes a number of threads.
template <class Unit, class Row>
inline constexpr bool takes_threads =
    requires(const Unit& unit, std::span<const Row> rows) { unit.invoke(rows, {.threads = 1U}); };

/// What `unit` makes of `rows`, on this many threads.
///
/// Precondition (checked): threads is 1, unless the library takes a number of threads.
template <class Unit, class Row>
[[nodiscard]] auto invoke(const Unit& unit, std::span<const Row> rows, unsigned threads) {
  if constexpr (takes_threads<Unit, Row>) {
    return unit.invoke(rows, {.threads = threads});
  } else {
    if (threads != 1) throw std::invalid_argument("this version of the library has no threads");
    return unit.invoke(rows);
  }
}

}  // namespace scrim::side_by_side
