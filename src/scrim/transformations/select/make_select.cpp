#include "scrim/transformations/select/make_select.hpp"

#include <cstdint>

#include "scrim/columns/batch_buffer.hpp"

namespace scrim::select {

TableDomain columns_named(const TableDomain& seen, std::span<const std::string> names) {
  std::vector<TableColumn> columns;
  for (const std::string& name : names) {
    columns.push_back(seen.columns()[seen.place_of(name, "make_select")]);
  }
  return TableDomain(std::move(columns));
}

RowMap<Batch, Batch> rows_of(const TableDomain& seen, std::span<const std::string> names,
                             std::size_t ids, const Identity& domain) {
  Identity identity = Identity("select").add(domain).add(std::uint64_t{names.size()});
  std::vector<std::size_t> places(ids);
  for (std::size_t i = 0; i < ids; ++i) places[i] = i;
  for (const std::string& name : names) {
    places.push_back(ids + seen.place_of(name, "make_select"));
    identity.add(name);
  }
  return make_row_map<Batch, Batch, BatchBuffer>(
      [places = std::move(places)](const Batch& block, BatchBuffer& buffer) -> Batch {
        buffer.clear();
        for (const std::size_t place : places) {
          buffer.add(block.fields()[place], block.column(place));
        }
        return buffer.batch(block.size());
      },
      std::move(identity));
}

}  // namespace scrim::select
