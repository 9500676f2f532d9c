// The Arrow C data and C stream interfaces: the structs that the specification fixes, under the
// macros by which headers that define them coexist, and owners of them.
#pragma once

#include <cstdint>
#include <utility>

// NOLINTBEGIN(readability-identifier-naming, cppcoreguidelines-macro-usage): the names and the
// macros are those of the specification.
extern "C" {

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;
  void (*release)(struct ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;
  void (*release)(struct ArrowArray*);
  void* private_data;
};

#endif  // ARROW_C_DATA_INTERFACE

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
  const char* (*get_last_error)(struct ArrowArrayStream*);
  void (*release)(struct ArrowArrayStream*);
  void* private_data;
};

#endif  // ARROW_C_STREAM_INTERFACE

}  // extern "C"
// NOLINTEND(readability-identifier-naming, cppcoreguidelines-macro-usage)

namespace scrim {

/// Owns one of the structs above: released once, by whoever holds it last, on any thread. A
/// consumer that takes the struct over (it marks it as released) leaves an owner of nothing.
template <class Struct>
class ArrowOwner {
 public:
  ArrowOwner() = default;

  /// Takes over what a producer lends: its struct is marked as released, as the specification asks.
  explicit ArrowOwner(Struct& lent) : owned_(lent) { lent.release = nullptr; }

  ArrowOwner(ArrowOwner&& other) noexcept : owned_(other.owned_) { other.owned_.release = nullptr; }
  ArrowOwner& operator=(ArrowOwner&& other) noexcept {
    std::swap(owned_, other.owned_);
    return *this;
  }
  ArrowOwner(const ArrowOwner&) = delete;
  ArrowOwner& operator=(const ArrowOwner&) = delete;

  ~ArrowOwner() {
    if (is_live()) owned_.release(&owned_);
  }

  [[nodiscard]] bool is_live() const noexcept { return owned_.release != nullptr; }
  [[nodiscard]] Struct& operator*() noexcept { return owned_; }
  [[nodiscard]] const Struct& operator*() const noexcept { return owned_; }
  [[nodiscard]] Struct* operator->() noexcept { return &owned_; }
  [[nodiscard]] const Struct* operator->() const noexcept { return &owned_; }

 private:
  Struct owned_{};
};

}  // namespace scrim
