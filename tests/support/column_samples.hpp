// Columns of every kind that can lie in memory, and the rows that reading each must give.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "scrim/any/arguments.hpp"
#include "scrim/columns/bitmap.hpp"
#include "scrim/columns/column.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim::test {

template <class Row>
using Kept = std::conditional_t<Number<Row>, Row, std::string>;

/// What replaces nulls; they are dropped if there is nothing.
using NullPolicy = std::optional<AnyAtom>;

/// A column with its memory, and the rows that reading it must give.
template <class Row>
struct Sample {
  std::string kind;
  Column column;
  NullPolicy nulls;
  std::vector<Kept<Row>> rows;
  std::shared_ptr<const void> memory;
};

/// No two neighbouring blocks are alike, and all bytes of the wider types are in use.
inline std::uint64_t number_at(std::size_t i) { return (i + i / 1000) * 0x9E37'79B9'7F4A'7C15U; }

template <class Stored>
Stored value_at(std::size_t i) {
  if constexpr (Float<Stored>) {
    return static_cast<Stored>(number_at(i) % 100'003) / Stored{8};
  } else {
    return static_cast<Stored>(number_at(i) >> (64 - 8 * sizeof(Stored)));
  }
}

inline bool is_null_at(std::size_t i) { return number_at(i) >> 62 == 0; }

inline std::vector<std::uint8_t> bitmap(std::size_t size, std::size_t first,
                                        const std::function<bool(std::size_t)>& is_set) {
  std::vector<std::uint8_t> bits((first + size) / 8 + 1);
  for (std::size_t i = 0; i < size; ++i) {
    if (is_set(i)) bits[(first + i) / 8] |= static_cast<std::uint8_t>(1U << ((first + i) % 8));
  }
  return bits;
}

template <class Row, class Memory>
Sample<Row> sample_of(std::string kind, Memory memory, const std::function<Column(Memory&)>& column,
                      std::vector<Kept<Row>> rows) {
  auto owner = std::make_shared<Memory>(std::move(memory));
  return {std::move(kind), column(*owner), std::nullopt, std::move(rows), owner};
}

/// Every `step`-th of the stored values, beginning `offset` bytes into the memory.
template <class Row, class Stored>
Sample<Row> numbers(ColumnType type, std::size_t size, std::size_t step = 1,
                    std::size_t offset = 0) {
  std::vector<std::byte> memory(size * step * sizeof(Stored) + offset);
  std::vector<Kept<Row>> rows;
  for (std::size_t i = 0; i < size; ++i) {
    const auto stored = value_at<Stored>(i);
    std::memcpy(memory.data() + offset + i * step * sizeof stored, &stored, sizeof stored);
    rows.push_back(type == ColumnType::boolean ? Row(stored != 0) : static_cast<Row>(stored));
  }
  return sample_of<Row, std::vector<std::byte>>(
      std::string(name(type)) + " step " + std::to_string(step) + " offset " +
          std::to_string(offset),
      std::move(memory),
      [&](std::vector<std::byte>& bytes) {
        return Column{.type = type,
                      .rows = size,
                      .values = bytes.data() + offset,
                      .stride = static_cast<std::ptrdiff_t>(step * sizeof(Stored))};
      },
      std::move(rows));
}

inline Sample<std::uint64_t> bits(std::size_t size) {
  const auto is_set = [](std::size_t i) { return is_null_at(i + 7); };
  std::vector<std::uint64_t> rows;
  for (std::size_t i = 0; i < size; ++i) rows.push_back(is_set(i));
  return sample_of<std::uint64_t, std::vector<std::uint8_t>>(
      "bits", bitmap(size, 5, is_set),
      [&](std::vector<std::uint8_t>& bytes) {
        return Column{.type = ColumnType::bits,
                      .rows = size,
                      .values = reinterpret_cast<const std::byte*>(bytes.data()),
                      .first_bit = 5};
      },
      std::move(rows));
}

inline std::string text_at(std::size_t i) {
  const std::uint64_t number = number_at(i) >> 48;
  if (number % 16 == 0) return "";
  return number % 16 == 1 ? "a text of more than twelve bytes, no. " + std::to_string(number)
                          : "no. " + std::to_string(number);
}

inline std::vector<std::string> texts_of(std::size_t size) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < size; ++i) texts.push_back(text_at(i));
  return texts;
}

template <class Offset>
Sample<std::string_view> texts(ColumnType type, std::size_t size) {
  struct Memory {
    std::string text = "before the first";
    std::vector<Offset> offsets = {static_cast<Offset>(text.size())};
  } memory;
  for (std::size_t i = 0; i < size; ++i) {
    memory.text += text_at(i);
    memory.offsets.push_back(static_cast<Offset>(memory.text.size()));
  }
  return sample_of<std::string_view, Memory>(
      "text of offsets of " + std::to_string(sizeof(Offset)), std::move(memory),
      [&](Memory& lying) {
        return Column{.type = type,
                      .rows = size,
                      .values = reinterpret_cast<const std::byte*>(lying.offsets.data()),
                      .stride = sizeof(Offset),
                      .text = lying.text.data(),
                      .text_size = static_cast<std::int64_t>(lying.text.size())};
      },
      texts_of(size));
}

inline Sample<std::string_view> text_views(std::size_t size) {
  struct Memory {
    std::string text;
    std::vector<std::array<std::int32_t, 4>> views;
    std::array<const char*, 2> buffers{};
    std::array<std::int64_t, 2> sizes{};
  } memory;
  for (std::size_t i = 0; i < size; ++i) {
    const std::string text = text_at(i);
    std::array<std::int32_t, 4> view = {static_cast<std::int32_t>(text.size()), 0, 1,
                                        static_cast<std::int32_t>(memory.text.size())};
    if (text.size() <= 12) {
      std::memcpy(view.data() + 1, text.data(), text.size());
    } else {
      memory.text += text;
    }
    memory.views.push_back(view);
  }
  return sample_of<std::string_view, Memory>(
      "text views", std::move(memory),
      [&](Memory& lying) {
        lying.buffers[1] = lying.text.data();
        lying.sizes[1] = static_cast<std::int64_t>(lying.text.size());
        return Column{.type = ColumnType::text_view,
                      .rows = size,
                      .values = reinterpret_cast<const std::byte*>(lying.views.data()),
                      .stride = 16,
                      .text_buffers = lying.buffers,
                      .text_buffer_sizes = reinterpret_cast<const std::byte*>(lying.sizes.data())};
      },
      texts_of(size));
}

inline Sample<std::string_view> code_points(std::size_t size) {
  constexpr std::size_t width = 48;
  std::vector<std::uint32_t> memory(size * width);
  for (std::size_t i = 0; i < size; ++i) {
    const std::string text = text_at(i);
    std::copy(text.begin(), text.end(), memory.begin() + static_cast<std::ptrdiff_t>(i * width));
  }
  return sample_of<std::string_view, std::vector<std::uint32_t>>(
      "code points", std::move(memory),
      [&](std::vector<std::uint32_t>& lying) {
        return Column{.type = ColumnType::text_ucs4,
                      .rows = size,
                      .values = reinterpret_cast<const std::byte*>(lying.data()),
                      .stride = 4 * width,
                      .width = width};
      },
      texts_of(size));
}

/// A dictionary with a null among its entries, and indices of which some lie outside it.
template <class Index>
Sample<std::string_view> dictionary(ColumnType type, std::size_t size, const NullPolicy& nulls) {
  constexpr std::size_t entry_count = 100;
  struct Memory {
    std::vector<std::string> texts = texts_of(entry_count);
    std::unique_ptr<const TextDictionary> entries;
    std::vector<Index> indices;
  } memory;
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t index = (number_at(i) >> 40) % (entry_count + 5);
    memory.indices.push_back(static_cast<Index>(index));
    if (index < entry_count && index != 3) {
      rows.push_back(memory.texts[index]);
    } else if (nulls) {
      rows.push_back(std::get<std::string>(*nulls));
    }
  }
  auto sample = sample_of<std::string_view, Memory>(
      "dictionary of " + std::string(name(type)), std::move(memory),
      [&](Memory& lying) {
        std::vector<std::string_view> entries(lying.texts.begin(), lying.texts.end());
        entries[3] = std::string_view();
        lying.entries = std::make_unique<const TextDictionary>(std::move(entries));
        return Column{.type = type,
                      .rows = size,
                      .values = reinterpret_cast<const std::byte*>(lying.indices.data()),
                      .stride = sizeof(Index),
                      .dictionary = lying.entries.get()};
      },
      std::move(rows));
  sample.nulls = nulls;
  return sample;
}

/// The sample with a quarter of its rows null, in the column or in the struct around it.
template <class Row>
Sample<Row> with_nulls(Sample<Row> sample, const NullPolicy& nulls, bool is_in_parent = false) {
  auto valid = std::make_shared<std::vector<std::uint8_t>>(
      bitmap(sample.column.rows, 3, [](std::size_t i) { return !is_null_at(i); }));
  std::vector<Kept<Row>> rows;
  for (std::size_t i = 0; i < sample.column.rows; ++i) {
    if (!is_null_at(i)) {
      rows.push_back(sample.rows[i]);
    } else if (nulls) {
      rows.push_back(std::get<Kept<Row>>(*nulls));
    }
  }
  (is_in_parent ? sample.column.parent_is_valid : sample.column.is_valid) =
      Bitmap{valid->data(), 3};
  sample.kind += nulls ? " with nulls replaced" : " with nulls dropped";
  sample.nulls = nulls;
  sample.rows = std::move(rows);
  sample.memory = std::make_shared<std::pair<std::shared_ptr<const void>, std::shared_ptr<void>>>(
      sample.memory, valid);
  return sample;
}

template <class Row>
std::vector<Sample<Row>> samples(std::size_t size);

template <>
inline std::vector<Sample<double>> samples(std::size_t size) {
  const auto doubles = [&] { return numbers<double, double>(ColumnType::float64, size); };
  return {doubles(),
          numbers<double, double>(ColumnType::float64, size, 2),
          numbers<double, double>(ColumnType::float64, size, 1, 3),
          with_nulls(doubles(), std::nullopt),
          with_nulls(doubles(), std::nullopt, true),
          with_nulls(doubles(), -7.5),
          numbers<double, float>(ColumnType::float32, size),
          with_nulls(numbers<double, float>(ColumnType::float32, size), 1.5),
          numbers<double, std::int16_t>(ColumnType::int16, size),
          numbers<double, std::int32_t>(ColumnType::int32, size),
          numbers<double, std::int64_t>(ColumnType::int64, size),
          numbers<double, std::uint64_t>(ColumnType::uint64, size)};
}

template <>
inline std::vector<Sample<std::int64_t>> samples(std::size_t size) {
  return {numbers<std::int64_t, std::int64_t>(ColumnType::int64, size),
          numbers<std::int64_t, std::int8_t>(ColumnType::int8, size),
          numbers<std::int64_t, std::int32_t>(ColumnType::int32, size),
          numbers<std::int64_t, std::uint16_t>(ColumnType::uint16, size),
          numbers<std::int64_t, std::uint32_t>(ColumnType::uint32, size, 3),
          numbers<std::int64_t, std::uint8_t>(ColumnType::boolean, size),
          with_nulls(numbers<std::int64_t, std::int32_t>(ColumnType::int32, size), std::nullopt)};
}

template <>
inline std::vector<Sample<std::uint64_t>> samples(std::size_t size) {
  return {numbers<std::uint64_t, std::uint64_t>(ColumnType::uint64, size),
          numbers<std::uint64_t, std::uint8_t>(ColumnType::uint8, size), bits(size),
          with_nulls(bits(size), std::nullopt, true)};
}

template <>
inline std::vector<Sample<std::string_view>> samples(std::size_t size) {
  return {texts<std::int32_t>(ColumnType::text32, size),
          texts<std::int64_t>(ColumnType::text64, size),
          with_nulls(texts<std::int32_t>(ColumnType::text32, size), std::nullopt),
          with_nulls(texts<std::int64_t>(ColumnType::text64, size), std::string("no text at all")),
          text_views(size),
          code_points(size),
          dictionary<std::int8_t>(ColumnType::int8, size, std::nullopt),
          dictionary<std::uint32_t>(ColumnType::uint32, size, std::nullopt),
          dictionary<std::int64_t>(ColumnType::int64, size, std::string("x"))};
}

}  // namespace scrim::test
