#include <bit>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "ask_data.hpp"
#include "python_values.hpp"
#include "row_feed.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::python {

namespace {

/// A view of an object's memory, given back when this goes.
class BufferView {
 public:
  explicit BufferView(nb::handle exporter) {
    if (PyObject_GetBuffer(exporter.ptr(), &view_, PyBUF_FORMAT | PyBUF_STRIDES) != 0) {
      // What NumPy says here is about buffers and helps nobody; what others say may quote rows.
      const DataFailure failure = drop_error();
      if (failure == DataFailure::interrupted) throw_failure(failure);
      fail(ErrorKind::wrong_type,
           "the memory of this " + ask_data([&] { return type_name_of(exporter); }) +
               " cannot be read; cast it to native numbers, booleans or texts");
    }
  }
  BufferView(const BufferView&) = delete;
  BufferView& operator=(const BufferView&) = delete;
  ~BufferView() { PyBuffer_Release(&view_); }

  [[nodiscard]] const Py_buffer* operator->() const noexcept { return &view_; }

 private:
  Py_buffer view_{};
};

/// An integer format letter stands for a width that the platform chooses.
std::optional<ColumnType> integer_type(bool is_signed, Py_ssize_t width) {
  switch (width) {
    case 1:
      return is_signed ? ColumnType::int8 : ColumnType::uint8;
    case 2:
      return is_signed ? ColumnType::int16 : ColumnType::uint16;
    case 4:
      return is_signed ? ColumnType::int32 : ColumnType::uint32;
    case 8:
      return is_signed ? ColumnType::int64 : ColumnType::uint64;
    default:
      return std::nullopt;
  }
}

/// What stands before the letter, in the notation of Python's struct module.
constexpr std::string_view byte_orders = "@=<>!";
constexpr std::string_view native_orders =
    std::endian::native == std::endian::little ? "@=<" : "@=>!";

bool is_swapped(std::string_view format) {
  return !format.empty() && byte_orders.find(format.front()) != std::string_view::npos &&
         native_orders.find(format.front()) == std::string_view::npos;
}

/// "3w": three code points a row.
bool is_text(std::string_view format, Py_ssize_t width) {
  return format.ends_with('w') && width % 4 == 0 &&
         format.find_first_not_of("0123456789") == format.size() - 1;
}

/// Precondition (caller): the byte order is that of the machine.
std::optional<ColumnType> type_of(std::string_view format, Py_ssize_t width) {
  if (!format.empty() && native_orders.find(format.front()) != std::string_view::npos) {
    format.remove_prefix(1);
  }
  if (is_text(format, width)) return ColumnType::text_ucs4;
  if (format.size() != 1) return std::nullopt;
  const char letter = format.front();
  if (letter == '?' && width == 1) return ColumnType::boolean;
  if (std::string_view("bhilqn").find(letter) != std::string_view::npos) {
    return integer_type(true, width);
  }
  if (std::string_view("BHILQN").find(letter) != std::string_view::npos) {
    return integer_type(false, width);
  }
  if (letter == 'f' && width == 4) return ColumnType::float32;
  if (letter == 'd' && width == 8) return ColumnType::float64;
  return std::nullopt;
}

/// What an array holds, in words. The format itself may tell a width that was inferred from rows:
/// "11s", where the longest of them has eleven bytes.
std::string_view words_for(std::string_view format) {
  if (format.starts_with("T{")) return "records";
  if (format.find('Z') != std::string_view::npos) return "complex numbers";
  switch (format.empty() ? '\0' : format.back()) {
    case 's':
    case 'p':
      return "byte strings of a fixed width";
    case 'c':
      return "single bytes";
    case 'x':
      return "bytes without a type";
    case 'e':
      return "half-precision floats";
    case 'g':
      return "long doubles";
    default:
      return "this type";
  }
}

}  // namespace

void read_buffer(nb::handle exporter, RowFeed& feed) {
  if (PyBytes_Check(exporter.ptr()) || PyByteArray_Check(exporter.ptr())) {
    fail(ErrorKind::wrong_type, "bytes are no column; give numbers or texts");
  }
  const BufferView view(exporter);
  if (view->ndim != 1) {
    fail(ErrorKind::wrong_type,
         "the array has " + std::to_string(view->ndim) + " dimensions; a column has one");
  }
  const std::string_view format = view->format != nullptr ? view->format : "B";
  const auto* first = static_cast<const std::byte*>(view->buf);
  const auto rows = static_cast<std::size_t>(view->shape[0]);
  if (format == "O") return read_object_array({first, view->strides[0], rows}, feed);
  if (is_swapped(format)) {
    fail(ErrorKind::wrong_type,
         "the array has the byte order of another machine; give "
         "array.astype(array.dtype.newbyteorder(\"=\"))");
  }
  const auto type = type_of(format, view->itemsize);
  if (!type) {
    fail(ErrorKind::wrong_type,
         "arrays of " + std::string(words_for(format)) +
             " cannot be read; cast the array to native numbers, booleans or texts");
  }
  feed.begin_column({.type = *type});
  const nb::gil_scoped_release release;
  feed.read(Column{.type = *type,
                   .rows = rows,
                   .values = first,
                   .stride = view->strides[0],
                   .width = static_cast<std::size_t>(view->itemsize) / 4});
}

}  // namespace scrim::python
