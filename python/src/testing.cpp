// What the tests of the package need to see, and nobody else.
#include <vector>

#include "binding.hpp"
#include "data_reader.hpp"
#include "python_domain.hpp"

namespace scrim::python {

void bind_testing(nb::module_& module) {
  using namespace nb::literals;
  nb::module_ testing = module.def_submodule(
      "_testing", "For the tests of this package: where rows are read, never what they hold.");
  testing.def(
      "block_addresses",
      [](nb::handle data, const PythonDomain& domain) {
        std::vector<std::uintptr_t> addresses;
        read_data(
            data,
            {.domain = domain.domain,
             .nulls = std::nullopt,
             .must_keep_rows = false,
             .progress = nb::none()},
            [] {},
            [&](const AnyRows& rows) {
              addresses.push_back(std::visit(
                  [](auto span) { return reinterpret_cast<std::uintptr_t>(span.data()); }, rows));
            });
        nb::list result;
        for (const std::uintptr_t address : addresses) result.append(address);
        return result;
      },
      "data"_a.none(), "domain"_a, "Where the blocks that a run would be given begin in memory.");
}

}  // namespace scrim::python
