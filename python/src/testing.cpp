// What the tests of the package need to see, and nobody else.
#include <cstdint>
#include <span>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "binding.hpp"
#include "data_reader.hpp"
#include "scrim/any/any_objects.hpp"
#include "scrim/columns/text_rows.hpp"

namespace scrim::python {

namespace {

/// Sets how the processor computes, by the bits of MXCSR; gives what was set before, or -1 where
/// there is no such register.
[[nodiscard]] std::int64_t set_arithmetic([[maybe_unused]] std::int64_t bits) {
#if defined(__x86_64__)
  const unsigned before = _mm_getcsr();
  _mm_setcsr(static_cast<unsigned>(bits));
  return before;
#else
  return -1;
#endif
}

template <class T>
[[nodiscard]] std::uintptr_t address_of(std::span<const T> rows) {
  return reinterpret_cast<std::uintptr_t>(rows.data());
}
[[nodiscard]] std::uintptr_t address_of(const TextRows& rows) {
  return rows.dictionary() == nullptr ? address_of(rows.views()) : address_of(rows.codes());
}

[[nodiscard]] std::uintptr_t address_of(const Batch& rows) {
  return reinterpret_cast<std::uintptr_t>(rows.column(0).values);
}

}  // namespace

void bind_testing(nb::module_& module) {
  using namespace nb::literals;
  nb::module_ testing = module.def_submodule(
      "_testing", "For the tests of this package: where rows are read, never what they hold.");
  testing.def(
      "block_addresses",
      [](nb::handle data, const AnyDomain& domain) {
        std::vector<std::uintptr_t> addresses;
        const auto see = [&]<class D>(const D& typed, const AnyBlock& rows) {
          if constexpr (requires { any::typed_rows(typed); }) {
            any::typed_rows(typed).for_each_result(rows, [&](const auto& block) {
              if constexpr (requires { block.values; }) {
                addresses.push_back(address_of(block.values));
              } else {
                addresses.push_back(address_of(block));
              }
            });
          }
        };
        read_data(
            data, {.domain = domain, .takes_nulls = true, .progress = nb::none()}, [] {},
            [&](const AnyBlock& rows) {
              std::visit([&](const auto& typed) { see(typed, rows); }, domain);
            });
        nb::list result;
        for (const std::uintptr_t address : addresses) result.append(address);
        return result;
      },
      "data"_a.none(), "domain"_a, "Where the blocks that a run would be given begin in memory.");
  testing.def(
      "set_arithmetic", set_arithmetic, "bits"_a,
      "Sets MXCSR, as a library built with fast-math does; gives what was set before, or -1 "
      "on other processors.");
}

}  // namespace scrim::python
