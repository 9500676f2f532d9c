// An array of numbers in a file, read in place.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <span>
#include <string>
#include <system_error>
#include <utility>

namespace scrim::side_by_side {

/// A file of consecutive values of T in the machine's byte order, mapped into memory with every
/// page already present, so that the first pass over it costs what every other pass does.
template <class T>
class MappedArray {
 public:
  MappedArray() = default;

  /// Precondition (checked): the file exists and its size is a multiple of sizeof(T), not 0.
  explicit MappedArray(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) throw std::system_error(errno, std::generic_category(), path);
    struct stat status{};
    const bool has_status = ::fstat(file, &status) == 0;
    bytes_ = has_status ? static_cast<std::size_t>(status.st_size) : 0;
    const bool is_whole = bytes_ > 0 && bytes_ % sizeof(T) == 0;
    if (is_whole) start_ = ::mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    const int error = errno;
    ::close(file);  // the mapping outlives the descriptor
    if (!is_whole) throw std::system_error(EINVAL, std::generic_category(), path);
    if (start_ == MAP_FAILED) {
      start_ = nullptr;
      throw std::system_error(error, std::generic_category(), path);
    }
  }

  MappedArray(MappedArray&& other) noexcept
      : start_(std::exchange(other.start_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  MappedArray& operator=(MappedArray&& other) noexcept {
    std::swap(start_, other.start_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  MappedArray(const MappedArray&) = delete;
  MappedArray& operator=(const MappedArray&) = delete;
  ~MappedArray() {
    if (start_ != nullptr) ::munmap(start_, bytes_);
  }

  [[nodiscard]] std::span<const T> values() const {
    return {static_cast<const T*>(start_), bytes_ / sizeof(T)};
  }

 private:
  void* start_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace scrim::side_by_side
