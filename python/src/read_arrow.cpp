#include <string>
#include <utility>

#include "ask_data.hpp"
#include "row_feed.hpp"
#include "scrim/any/check_table.hpp"
#include "scrim/columns/arrow/arrow_batch.hpp"
#include "scrim/columns/arrow/arrow_stream.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::python {

namespace {

[[noreturn]] void refuse_capsules() {
  fail(ErrorKind::wrong_type,
       "the Arrow interface of this data does not give the capsules it should");
}

/// The struct in a capsule, if it has this name and was not consumed before.
template <class Struct>
[[nodiscard]] ArrowOwner<Struct> take_from(nb::handle capsule, const char* name) {
  if (!PyCapsule_IsValid(capsule.ptr(), name)) refuse_capsules();
  auto* lent = static_cast<Struct*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (lent->release == nullptr) {
    throw InvokeError(ErrorKind::input, "this Arrow data was consumed before");
  }
  return ArrowOwner<Struct>(*lent);
}

/// The columns of a table; reading them has begun. Others may stand beside them.
ArrowFields begin_arrow_table(const ArrowSchema& schema, const RowFeed& feed) {
  ArrowFields fields = fields_of(schema, column_names(feed.options().domain));
  feed.begin_table(fields.fields);
  return fields;
}

/// The one column of a schema, or those of a table; reading it has begun.
ArrowFields begin_arrow(const ArrowSchema& schema, const RowFeed& feed) {
  if (is_table_domain(feed.options().domain)) return begin_arrow_table(schema, feed);
  if (is_batch(schema) && schema.n_children != 1) {
    fail(ErrorKind::wrong_type,
         "the table has " + std::to_string(schema.n_children) + " columns; select the one to read");
  }
  ArrowFields fields = fields_of(schema);
  feed.begin_column(fields.fields.front());
  return fields;
}

void read_array(ArrowOwner<ArrowArray> array, const ArrowFields& fields, RowFeed& feed) {
  const ArrowBatch batch(std::move(array), fields);
  if (is_table_domain(feed.options().domain)) {
    feed.read(batch.rows());
  } else {
    feed.read(batch.rows().column(0));
  }
}

}  // namespace

void read_arrow_array(nb::handle export_array, RowFeed& feed) {
  const nb::object capsules = ask_data([&] { return export_array(); });
  if (!PyTuple_CheckExact(capsules.ptr()) || PyTuple_GET_SIZE(capsules.ptr()) != 2) {
    refuse_capsules();
  }
  const auto schema = take_from<ArrowSchema>(PyTuple_GET_ITEM(capsules.ptr(), 0), "arrow_schema");
  auto array = take_from<ArrowArray>(PyTuple_GET_ITEM(capsules.ptr(), 1), "arrow_array");
  const ArrowFields fields = begin_arrow(*schema, feed);
  const nb::gil_scoped_release release;
  read_array(std::move(array), fields, feed);
}

void read_arrow_stream(nb::handle export_stream, RowFeed& feed) {
  const nb::object capsule = ask_data([&] { return export_stream(); });
  auto stream = take_from<ArrowArrayStream>(capsule, "arrow_array_stream");
  ArrowOwner<ArrowSchema> schema;
  {
    const nb::gil_scoped_release release;  // a producer may need it, on another thread
    schema = schema_of(*stream);
  }
  const ArrowFields fields = begin_arrow(*schema, feed);
  const nb::gil_scoped_release release;
  while (auto array = next_of(*stream)) read_array(std::move(*array), fields, feed);
}

}  // namespace scrim::python
