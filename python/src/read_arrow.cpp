#include <string_view>
#include <vector>

#include "arrow_abi.hpp"
#include "arrow_column.hpp"
#include "ask_data.hpp"
#include "errors.hpp"
#include "row_feed.hpp"

namespace scrim::python {

namespace {

[[noreturn]] void refuse_capsules() {
  throw nb::type_error("the Arrow interface of this data does not give the capsules it should");
}

/// The struct in a capsule, if it has this name and was not consumed before.
template <class Struct>
[[nodiscard]] ArrowOwner<Struct> take_from(nb::handle capsule, const char* name) {
  if (!PyCapsule_IsValid(capsule.ptr(), name)) refuse_capsules();
  auto* lent = static_cast<Struct*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (lent->release == nullptr) throw InputError("this Arrow data was consumed before");
  return ArrowOwner<Struct>(*lent);
}

void begin_field(const ArrowField& field, const RowFeed& feed) {
  feed.begin_column(field.type.type, field.dictionary_type.has_value(), field.is_nullable);
}

void read_array(const ArrowArray& array, const ArrowField& field, RowFeed& feed) {
  std::vector<std::string_view> dictionary;
  feed.read(column_of(array, field, dictionary));
}

}  // namespace

void read_arrow_array(nb::handle export_array, RowFeed& feed) {
  const nb::object capsules = ask_data([&] { return export_array(); });
  if (!PyTuple_CheckExact(capsules.ptr()) || PyTuple_GET_SIZE(capsules.ptr()) != 2) {
    refuse_capsules();
  }
  const auto schema = take_from<ArrowSchema>(PyTuple_GET_ITEM(capsules.ptr(), 0), "arrow_schema");
  const auto array = take_from<ArrowArray>(PyTuple_GET_ITEM(capsules.ptr(), 1), "arrow_array");
  const ArrowField field = field_of(*schema);
  begin_field(field, feed);
  const nb::gil_scoped_release release;
  read_array(*array, field, feed);
}

void read_arrow_stream(nb::handle export_stream, RowFeed& feed) {
  const nb::object capsule = ask_data([&] { return export_stream(); });
  auto stream = take_from<ArrowArrayStream>(capsule, "arrow_array_stream");
  ArrowSchema lent_schema{};
  {
    const nb::gil_scoped_release release;  // a producer may need it, on another thread
    if (stream->get_schema(&*stream, &lent_schema) != 0) {
      throw InputError("the stream gives no schema, so nothing was read");
    }
  }
  const ArrowOwner<ArrowSchema> schema(lent_schema);
  const ArrowField field = field_of(*schema);
  begin_field(field, feed);
  const nb::gil_scoped_release release;
  while (true) {
    ArrowArray lent{};
    if (stream->get_next(&*stream, &lent) != 0) {
      throw InputError(
          "the stream failed while it was read (its own words are withheld, as they may quote "
          "data)");
    }
    if (lent.release == nullptr) return;
    const ArrowOwner<ArrowArray> array(lent);
    read_array(*array, field, feed);
  }
}

}  // namespace scrim::python
