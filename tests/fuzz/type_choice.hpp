// A type chosen by the fuzzer among those that a template is to be tried with.
#pragma once

#include <cstddef>
#include <type_traits>

#include "fuzz/byte_reader.hpp"

namespace scrim::fuzz {

template <class... Types>
struct TypeChoice {
  /// Calls use(std::type_identity<T>{}) for one T of the list.
  template <class Use>
  static void choose(ByteReader& reader, Use use) {
    const std::size_t chosen = reader.below(sizeof...(Types));
    std::size_t index = 0;
    ((index++ == chosen ? use(std::type_identity<Types>{}) : void()), ...);
  }
};

}  // namespace scrim::fuzz
