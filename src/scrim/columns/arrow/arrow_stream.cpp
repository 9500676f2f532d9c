#include "scrim/columns/arrow/arrow_stream.hpp"

#include "scrim/errors/error.hpp"

namespace scrim {

ArrowOwner<ArrowSchema> schema_of(ArrowArrayStream& stream) {
  ArrowSchema lent{};
  if (stream.get_schema(&stream, &lent) != 0) {
    throw InvokeError(ErrorKind::input, "the stream gives no schema, so nothing was read");
  }
  return ArrowOwner(lent);
}

std::optional<ArrowOwner<ArrowArray>> next_of(ArrowArrayStream& stream) {
  ArrowArray lent{};
  if (stream.get_next(&stream, &lent) != 0) {
    throw InvokeError(
        ErrorKind::input,
        "the stream failed while it was read (its own words are withheld, as they may "
        "quote data)");
  }
  if (lent.release == nullptr) return std::nullopt;
  return ArrowOwner(lent);
}

}  // namespace scrim
