// Work on rows whose width the compiler knows.
#pragma once

#include <cstddef>
#include <type_traits>

namespace scrim::bounding {

/// Calls work(width), with a type that is the number where it is small, as it is as a rule: then
/// what is done for each word is a few instructions without a loop.
template <class Work>
void with_width(std::size_t width, const Work& work) {
  switch (width) {
    case 1:
      return work(std::integral_constant<std::size_t, 1>());
    case 2:
      return work(std::integral_constant<std::size_t, 2>());
    case 3:
      return work(std::integral_constant<std::size_t, 3>());
    case 4:
      return work(std::integral_constant<std::size_t, 4>());
    default:
      return work(width);
  }
}

}  // namespace scrim::bounding
