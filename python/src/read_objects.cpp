#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ask_data.hpp"
#include "row_feed.hpp"
#include "scrim/kernels/block_rows.hpp"
#include "scrim/readers/parse_cell.hpp"

namespace scrim::python {

namespace {

/// pandas' sign of absence, if pandas is in use.
nb::object pandas_na() {
  const nb::object modules = nb::module_::import_("sys").attr("modules");
  const nb::object pandas = modules.attr("get")("pandas");
  return pandas.is_none() ? nb::object(nb::none())
                          : nb::object(nb::getattr(pandas, "NA", nb::none()));
}

/// The error that converting an element raised may quote it, and is dropped, unless the user has
/// interrupted.
void drop_conversion_error() {
  const DataFailure failure = drop_error();
  if (failure == DataFailure::interrupted) throw_failure(failure);
}

double to_float(PyObject* element) {
  double value = PyFloat_AsDouble(element);
  if (PyErr_Occurred() == nullptr || PyErr_ExceptionMatches(PyExc_OverflowError) == 0 ||
      !PyLong_Check(element)) {
    return value;
  }
  PyErr_Clear();
  value = std::numeric_limits<double>::infinity();
  int overflow = 0;
  (void)PyLong_AsLongLongAndOverflow(element, &overflow);
  return overflow < 0 ? -value : value;
}

template <Integer T>
T to_integer(PyObject* element) {
  using Limits = std::numeric_limits<T>;
  const nb::object integer = nb::steal(PyNumber_Index(element));
  if (!integer.is_valid()) return 0;
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
  if (overflow == 0) return !Limits::is_signed && value < 0 ? 0 : static_cast<T>(value);
  if (overflow < 0) return Limits::min();
  if constexpr (!Limits::is_signed) {
    const unsigned long long large = PyLong_AsUnsignedLongLong(integer.ptr());
    if (PyErr_Occurred() == nullptr) return large;
    PyErr_Clear();
  }
  return Limits::max();
}

std::string_view to_view(PyObject* text) {
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text, &size);
  if (bytes != nullptr) return {bytes, static_cast<std::size_t>(size)};
  PyErr_Clear();  // a lone surrogate, which no category holds
  return "\xff";
}

/// As cells of files are read as integers: the nearest one, of two the even one, or the end of the
/// range that it is beyond; nothing for NaN.
template <Integer T>
std::optional<T> nearest_to(double number) {
  if constexpr (std::numeric_limits<T>::is_signed) {
    return readers::nearest_integer(number);
  } else {
    // From 2^63 on every double is an integer.
    if (number >= 0x1p64) return std::numeric_limits<T>::max();
    if (number >= 0x1p63) return static_cast<T>(number);
    const auto nearest = readers::nearest_integer(std::max(number, 0.0));
    return nearest ? std::optional(static_cast<T>(*nearest)) : std::nullopt;
  }
}

/// An element as a row. Where integers are wanted, another number is the nearest one.
template <class Row>
std::optional<Row> to_nearest_row(nb::handle element) {
  if (auto row = to_row<Row>(element)) return row;
  if constexpr (Integer<Row>) {
    if (const auto number = to_row<double>(element)) return nearest_to<Row>(*number);
  }
  return std::nullopt;
}

/// Collects rows of one type and hands them on a block at a time.
template <class Row>
class ObjectRows {
 public:
  explicit ObjectRows(RowFeed& feed) : feed_(feed), na_(pandas_na()) { rows_.reserve(block_rows); }

  /// What cannot be a row is missing, like a null: a refusal would tell that there is such an
  /// element.
  void add(const nb::object& element) {
    const auto row = is_null(element) ? std::nullopt : to_nearest_row<Row>(element);
    if (!row && !feed_.options().takes_nulls) refuse();
    add_row(row.value_or(Row()), row.has_value());
    // A text is viewed where its object keeps it.
    if constexpr (!Number<Row>) alive_.push_back(element);
    if (rows_.size() == block_rows) flush();
  }

  void flush() {
    const bool gives_turn =
        has_nulls_ ? feed_.take_block(NullableRows<Row>{rows_, Bitmap{is_valid_.data()}})
                   : feed_.take_block(std::span<const Row>(rows_));
    rows_.clear();
    is_valid_.fill(0);
    has_nulls_ = false;
    alive_.clear();
    if (!gives_turn) return;
    silent_.reset();  // what progress warns of is the user's own
    feed_.give_turn();
    silent_.emplace();
  }

 private:
  void add_row(const Row& row, bool is_valid) {
    std::uint8_t& bits = is_valid_[rows_.size() / 8];
    bits = static_cast<std::uint8_t>(bits | (unsigned{is_valid} << (rows_.size() % 8)));
    has_nulls_ |= !is_valid;
    rows_.push_back(row);
  }

  [[nodiscard]] bool is_null(nb::handle element) const {
    if (element.is_none() || (!na_.is_none() && element.is(na_))) return true;
    // pandas writes a missing text as a float that is NaN.
    return !Number<Row> && PyFloat_Check(element.ptr()) &&
           std::isnan(PyFloat_AS_DOUBLE(element.ptr()));
  }

  [[noreturn]] void refuse() const {
    fail(ErrorKind::wrong_type, "an element of the list cannot be read as one of " +
                                    feed_.options().domain.describe() +
                                    " (which one is not said, because it is data)");
  }

  RowFeed& feed_;
  std::optional<SilentWarnings> silent_{std::in_place};
  nb::object na_;
  std::vector<Row> rows_;
  std::array<std::uint8_t, block_rows / 8> is_valid_{};
  bool has_nulls_ = false;
  std::vector<nb::object> alive_;
};

/// Calls each(add) with a function that takes one element.
template <class Each>
void read_objects(RowFeed& feed, const Each& each) {
  feed.begin_objects();
  std::visit(
      [&]<class D>(const D&) {
        if constexpr (any::OfAtoms<D>) {
          ObjectRows<typename any::AtomOf<D>::Type> rows(feed);
          each(rows);
          rows.flush();
        }  // tables are not read from objects
      },
      feed.options().domain);
}

}  // namespace

template <class Row>
std::optional<Row> to_row(nb::handle element) {
  if constexpr (!Number<Row>) {
    if (!PyUnicode_Check(element.ptr())) return std::nullopt;
    return to_view(element.ptr());
  } else {
    Row row;
    if constexpr (Float<Row>) {
      row = to_float(element.ptr());
    } else {
      row = to_integer<Row>(element.ptr());
    }
    if (PyErr_Occurred() == nullptr) return row;
    drop_conversion_error();
    return std::nullopt;
  }
}
template std::optional<double> to_row(nb::handle);
template std::optional<std::int64_t> to_row(nb::handle);
template std::optional<std::uint64_t> to_row(nb::handle);
template std::optional<std::string_view> to_row(nb::handle);

void read_sequence(nb::handle sequence, RowFeed& feed) {
  read_objects(feed, [&](auto& rows) {
    // The length is asked again each time: converting an element may run code that changes the
    // list.
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(sequence.ptr()); ++i) {
      rows.add(nb::borrow(PySequence_Fast_GET_ITEM(sequence.ptr(), i)));
    }
  });
}

void read_object_array(const ObjectArray& array, RowFeed& feed) {
  read_objects(feed, [&](auto& rows) {
    for (std::size_t i = 0; i < array.rows; ++i) {
      PyObject* element = nullptr;
      std::memcpy(static_cast<void*>(&element),
                  array.first + static_cast<std::ptrdiff_t>(i) * array.stride, sizeof(PyObject*));
      rows.add(element != nullptr ? nb::borrow(element) : nb::object(nb::none()));
    }
  });
}

}  // namespace scrim::python
