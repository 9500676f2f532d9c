#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "ask_data.hpp"
#include "row_feed.hpp"
#include "scrim/kernels/block_rows.hpp"

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

// What an element cannot be converted to is told by an empty result. A number outside the range of
// its type is moved to the end of the range: which rows are in range is not for an error to tell.

template <class Row>
std::optional<Row> to_row(nb::handle element);

template <>
std::optional<double> to_row<double>(nb::handle element) {
  double value = PyFloat_AsDouble(element.ptr());
  if (PyErr_Occurred() == nullptr) return value;
  const bool is_large =
      PyErr_ExceptionMatches(PyExc_OverflowError) != 0 && PyLong_Check(element.ptr());
  drop_conversion_error();
  if (!is_large) return std::nullopt;
  value = std::numeric_limits<double>::infinity();
  int overflow = 0;
  (void)PyLong_AsLongLongAndOverflow(element.ptr(), &overflow);
  return overflow < 0 ? -value : value;
}

nb::object to_integer(nb::handle element) {
  nb::object integer = nb::steal(PyNumber_Index(element.ptr()));
  if (!integer.is_valid()) drop_conversion_error();
  return integer;
}

template <>
std::optional<std::int64_t> to_row<std::int64_t>(nb::handle element) {
  const nb::object integer = to_integer(element);
  if (!integer.is_valid()) return std::nullopt;
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
  if (overflow > 0) return std::numeric_limits<std::int64_t>::max();
  if (overflow < 0) return std::numeric_limits<std::int64_t>::min();
  return value;
}

template <>
std::optional<std::uint64_t> to_row<std::uint64_t>(nb::handle element) {
  const nb::object integer = to_integer(element);
  if (!integer.is_valid()) return std::nullopt;
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
  if (overflow == 0) return value < 0 ? 0 : static_cast<std::uint64_t>(value);
  if (overflow < 0) return 0;
  const unsigned long long large = PyLong_AsUnsignedLongLong(integer.ptr());
  if (PyErr_Occurred() == nullptr) return large;
  PyErr_Clear();
  return std::numeric_limits<std::uint64_t>::max();
}

template <>
std::optional<std::string_view> to_row<std::string_view>(nb::handle element) {
  if (!PyUnicode_Check(element.ptr())) return std::nullopt;
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(element.ptr(), &size);
  if (text != nullptr) return std::string_view(text, static_cast<std::size_t>(size));
  PyErr_Clear();  // a lone surrogate, which no category holds
  return std::string_view("\xff");
}

/// Collects rows of one type and hands them on a block at a time.
template <class Row>
class ObjectRows {
 public:
  explicit ObjectRows(RowFeed& feed) : feed_(feed), na_(pandas_na()) { rows_.reserve(block_rows); }

  void add(const nb::object& element) {
    if (is_null(element)) {
      if (!feed_.options().takes_nulls) refuse();
      add_row(Row(), false);
    } else if (const auto row = to_row<Row>(element)) {
      add_row(*row, true);
      // A text is viewed where its object keeps it.
      if constexpr (!Number<Row>) alive_.push_back(element);
    } else {
      refuse();
    }
    if (rows_.size() == block_rows) flush();
  }

  void flush() {
    if (has_nulls_) {
      feed_.take_block(NullableRows<Row>{rows_, Bitmap{is_valid_.data()}});
    } else {
      feed_.take_block(std::span<const Row>(rows_));
    }
    rows_.clear();
    is_valid_.fill(0);
    has_nulls_ = false;
    alive_.clear();
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
    const std::string text = "an element of the list cannot be read as one of " +
                             feed_.options().domain.describe() +
                             " (which one is not said, because it is data)";
    throw nb::type_error(text.c_str());
  }

  RowFeed& feed_;
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
        ObjectRows<typename any::AtomOf<D>::Type> rows(feed);
        each(rows);
        rows.flush();
      },
      feed.options().domain);
}

}  // namespace

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
