#include "scrim/readers/cell_batch.hpp"

#include <array>
#include <cstdint>
#include <utility>

#include "scrim/errors/error.hpp"

namespace scrim::readers {

namespace {

const char* format_of(CellType type) {
  switch (type) {
    case CellType::number:
      return "g";
    case CellType::integer:
      return "l";
    case CellType::text:
      break;
  }
  return "U";
}

/// What the release function of a struct deletes. A child may be moved away from its parent, so
/// each struct keeps alive what it points to.
struct SchemaParts {
  std::shared_ptr<const std::vector<std::string>> names;
  std::vector<ArrowSchema> fields;
  std::vector<ArrowSchema*> children;
};

struct ArrayParts {
  std::shared_ptr<const std::vector<CellColumn>> columns;
  std::array<const void*, 3> buffers{};
  std::vector<ArrowArray> fields;
  std::vector<ArrowArray*> children;
};

/// Releases the children that were not moved away, then what the struct holds itself.
template <class Struct, class Parts>
void release(Struct* released) {
  auto* parts = static_cast<Parts*>(released->private_data);
  for (Struct* child : parts->children) {
    if (child->release != nullptr) child->release(child);
  }
  delete parts;
  released->release = nullptr;
}

ArrowSchema make_schema(std::unique_ptr<SchemaParts> parts, const char* format, const char* name,
                        std::int64_t flags) {
  for (ArrowSchema& field : parts->fields) parts->children.push_back(&field);
  SchemaParts* const held = parts.release();
  return {.format = format,
          .name = name,
          .metadata = nullptr,
          .flags = flags,
          .n_children = static_cast<std::int64_t>(held->children.size()),
          .children = held->children.data(),
          .dictionary = nullptr,
          .release = release<ArrowSchema, SchemaParts>,
          .private_data = held};
}

ArrowArray make_array(std::unique_ptr<ArrayParts> parts, std::size_t rows, std::size_t nulls,
                      std::int64_t buffers) {
  for (ArrowArray& field : parts->fields) parts->children.push_back(&field);
  ArrayParts* const held = parts.release();
  return {.length = static_cast<std::int64_t>(rows),
          .null_count = static_cast<std::int64_t>(nulls),
          .offset = 0,
          .n_buffers = buffers,
          .n_children = static_cast<std::int64_t>(held->children.size()),
          .buffers = held->buffers.data(),
          .children = held->children.data(),
          .dictionary = nullptr,
          .release = release<ArrowArray, ArrayParts>,
          .private_data = held};
}

ArrowArray array_of_column(const CellColumn& column,
                           std::shared_ptr<const std::vector<CellColumn>> columns) {
  auto parts = std::make_unique<ArrayParts>();
  parts->columns = std::move(columns);
  if (column.missing() != 0) parts->buffers[0] = column.validity().data();
  switch (column.type()) {
    case CellType::number:
      parts->buffers[1] = column.numbers().data();
      break;
    case CellType::integer:
      parts->buffers[1] = column.integers().data();
      break;
    case CellType::text:
      parts->buffers[1] = column.offsets().data();
      parts->buffers[2] = column.text().data();
      break;
  }
  return make_array(std::move(parts), column.rows(), column.missing(),
                    column.type() == CellType::text ? 3 : 2);
}

}  // namespace

CellBatch cell_batch(std::vector<std::string> names, std::vector<CellColumn> columns) {
  if (names.size() != columns.size()) {
    fail(ErrorKind::mismatch, "a batch has a name for each of its columns");
  }
  return {std::make_shared<const std::vector<std::string>>(std::move(names)),
          std::make_shared<const std::vector<CellColumn>>(std::move(columns))};
}

ArrowOwner<ArrowSchema> schema_of(const CellBatch& batch) {
  auto whole = std::make_unique<SchemaParts>();
  for (std::size_t i = 0; i < batch.columns->size(); ++i) {
    auto parts = std::make_unique<SchemaParts>();
    parts->names = batch.names;
    whole->fields.push_back(make_schema(std::move(parts), format_of((*batch.columns)[i].type()),
                                        (*batch.names)[i].c_str(), ARROW_FLAG_NULLABLE));
  }
  ArrowSchema made = make_schema(std::move(whole), "+s", "", 0);
  return ArrowOwner(made);
}

ArrowOwner<ArrowArray> array_of(const CellBatch& batch) {
  auto whole = std::make_unique<ArrayParts>();
  for (const CellColumn& column : *batch.columns) {
    whole->fields.push_back(array_of_column(column, batch.columns));
  }
  ArrowArray made = make_array(std::move(whole), batch.rows(), 0, 1);
  return ArrowOwner(made);
}

}  // namespace scrim::readers
