#include "scrim/measurements/grid_quantile/row_values.hpp"

#include "scrim/errors/error.hpp"
#include "scrim/kernels/sort.hpp"
#include "scrim/numbers/integers.hpp"

namespace scrim {

void RowValues::update(std::span<const std::int64_t> rows) {
  for (const std::int64_t row : rows) {
    if (row < bounds_.lower) {
      below_ = saturating_add(below_, std::uint64_t{1});
    } else if (row > bounds_.upper) {
      above_ = saturating_add(above_, std::uint64_t{1});
    } else {
      within_.push_back(row);
    }
  }
}

void RowValues::merge(const RowValues& other) {
  below_ = saturating_add(below_, other.below_);
  above_ = saturating_add(above_, other.above_);
  within_.insert(within_.end(), other.within_.begin(), other.within_.end());
}

Identity RowValues::identity() const {
  Identity identity("row_values 1");
  identity.add(bounds_.lower).add(bounds_.upper);
  return identity;
}

void RowValues::save(StateWriter& writer) const {
  writer.write(below_);
  writer.write(above_);
  const std::vector<std::int64_t> values = sorted();
  writer.write_length(values.size());
  for (const std::int64_t value : values) writer.write(static_cast<std::uint64_t>(value));
}

void RowValues::load(StateReader& reader) {
  below_ = reader.read();
  above_ = reader.read();
  within_.resize(reader.read_length(sizeof(std::uint64_t)));
  std::int64_t least = bounds_.lower;
  for (std::int64_t& value : within_) {
    value = static_cast<std::int64_t>(reader.read());
    if (value < bounds_.lower || value > bounds_.upper) {
      throw InvokeError(ErrorKind::bad_state, "a saved value lies outside of the bounds");
    }
    if (value < least) {
      throw InvokeError(ErrorKind::bad_state, "saved values are not in increasing order");
    }
    least = value;
  }
}

std::vector<std::int64_t> RowValues::sorted() const {
  std::vector<std::int64_t> values = within_;
  kernels::sort_increasing(values);
  return values;
}

}  // namespace scrim
