// What the tests of the package need to see, and nobody else.
#include <vector>

#include "binding.hpp"
#include "data_reader.hpp"
#include "python_domain.hpp"
#include "scrim/any/column_rows.hpp"
#include "scrim/core/row_source.hpp"

namespace scrim::python {

void bind_testing(nb::module_& module) {
  using namespace nb::literals;
  nb::module_ testing = module.def_submodule(
      "_testing", "For the tests of this package: where rows are read, never what they hold.");
  testing.def(
      "block_addresses",
      [](nb::handle data, const PythonDomain& domain) {
        std::vector<std::uintptr_t> addresses;
        const auto see = [&](auto block) {
          addresses.push_back(reinterpret_cast<std::uintptr_t>(block.data()));
        };
        const auto see_blocks = [&](const Column& column, const NullPolicy& nulls) {
          std::visit(
              [&]<class D>(const D&) {
                for_each_block(ColumnRows<typename D::Element>(column, nulls), see);
              },
              domain.domain);
        };
        read_data(data,
                  {.domain = domain.domain,
                   .nulls = std::nullopt,
                   .must_keep_rows = false,
                   .progress = nb::none()},
                  [] {}, {.take_column = see_blocks, .take_rows = [&](const AnyRows& rows) {
                            std::visit(see, rows);
                          }});
        nb::list result;
        for (const std::uintptr_t address : addresses) result.append(address);
        return result;
      },
      "data"_a.none(), "domain"_a, "Where the blocks that a run would be given begin in memory.");
}

}  // namespace scrim::python
