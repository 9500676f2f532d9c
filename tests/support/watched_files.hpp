// SQLite's way to the disk, watched: counts what it asks for, lets one of these fail or kills the
// process before it, and writes down what was written, synced and deleted.
#pragma once

#include <signal.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrim::test {

enum class Fault {
  none,
  kill,           ///< the process dies before the operation
  kill_in_write,  ///< after half of a write
  io_error,       ///< EIO, once
  io_error_on,    ///< EIO, then and ever after: the disk is gone
  full,           ///< ENOSPC, once
  full_on,        ///< ENOSPC, then and ever after
  short_write,    ///< half of a write, then ENOSPC
};

/// What changes a disk, or makes a change lasting.
struct FileEvent {
  enum class Kind { create, write, truncate, sync, remove, mark };

  Kind kind = Kind::mark;
  std::string file;     ///< or the name of a mark
  std::int64_t at = 0;  ///< where is written; to what size is truncated
  std::string data = {};
  bool syncs_folder = false;
};

/// One for the process. Use it by `SqliteOptions{.vfs = watched_files().name()}`.
class WatchedFiles {
 public:
  [[nodiscard]] const char* name() const noexcept { return vfs_.zName; }

  /// Counts from 1 again; the n-th operation fails like that.
  void arm(Fault fault, int n) {
    fault_ = fault;
    fault_at_ = n;
    operations_ = 0;
    has_struck_ = false;
  }
  [[nodiscard]] int operations() const noexcept { return operations_; }
  /// Whether the operation was one that can fail like that.
  [[nodiscard]] bool has_struck() const noexcept { return has_struck_; }

  void record(bool is_recording) {
    is_recording_ = is_recording;
    events_.clear();
  }
  [[nodiscard]] const std::vector<FileEvent>& events() const noexcept { return events_; }
  /// Something that is seen outside.
  void mark(std::string name) { note({FileEvent::Kind::mark, std::move(name)}); }

  // --- for the functions below, which SQLite calls ---

  enum class Operation { read, write, truncate, sync, open, remove, other };

  /// What SQLite is told instead of doing it; SQLITE_OK: do it.
  [[nodiscard]] int before(Operation operation) {
    ++operations_;
    const bool is_on = fault_ == Fault::io_error_on || fault_ == Fault::full_on;
    if (is_on ? operations_ < fault_at_ : operations_ != fault_at_) return SQLITE_OK;
    switch (fault_) {
      case Fault::kill:
        ::kill(::getpid(), SIGKILL);
        break;
      case Fault::io_error:
      case Fault::io_error_on:
        return struck(io_error_of(operation));
      case Fault::full:
      case Fault::full_on:
        if (operation == Operation::write) return struck(SQLITE_FULL);
        break;
      case Fault::none:
      case Fault::kill_in_write:
      case Fault::short_write:
        break;
    }
    return SQLITE_OK;
  }
  /// Whether this write ends after its first half.
  [[nodiscard]] bool is_half_written() const {
    return operations_ == fault_at_ &&
           (fault_ == Fault::kill_in_write || fault_ == Fault::short_write);
  }
  int after_half_a_write() {
    if (fault_ == Fault::kill_in_write) ::kill(::getpid(), SIGKILL);
    return struck(SQLITE_FULL);
  }
  void note(FileEvent event) {
    if (is_recording_) events_.push_back(std::move(event));
  }
  [[nodiscard]] sqlite3_vfs& real() const noexcept { return *real_; }

 private:
  friend WatchedFiles& watched_files();
  WatchedFiles();

  int struck(int result) {
    if (result != SQLITE_OK) has_struck_ = true;
    return result;
  }
  static int io_error_of(Operation operation) {
    switch (operation) {
      case Operation::read:
        return SQLITE_IOERR_READ;
      case Operation::write:
        return SQLITE_IOERR_WRITE;
      case Operation::truncate:
        return SQLITE_IOERR_TRUNCATE;
      case Operation::sync:
        return SQLITE_IOERR_FSYNC;
      case Operation::remove:
        return SQLITE_IOERR_DELETE;
      case Operation::open:
        return SQLITE_CANTOPEN;
      case Operation::other:
        break;
    }
    return SQLITE_OK;
  }

  sqlite3_vfs* real_;
  sqlite3_vfs vfs_;
  Fault fault_ = Fault::none;
  int fault_at_ = 0;
  int operations_ = 0;
  bool has_struck_ = false;
  bool is_recording_ = false;
  std::vector<FileEvent> events_;
};

[[nodiscard]] inline WatchedFiles& watched_files() {
  static WatchedFiles files;
  return files;
}

namespace watched {

using Kind = FileEvent::Kind;
using Operation = WatchedFiles::Operation;

/// Behind it lies the file of SQLite's own.
struct File {
  sqlite3_file base;
  std::string* name;

  [[nodiscard]] sqlite3_file* real() noexcept { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

inline File& of(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
inline sqlite3_file* real(sqlite3_file* file) { return of(file).real(); }

inline int close(sqlite3_file* file) {
  sqlite3_file* const inner = real(file);
  const int result = inner->pMethods == nullptr ? SQLITE_OK : inner->pMethods->xClose(inner);
  delete std::exchange(of(file).name, nullptr);
  return result;
}
inline int read(sqlite3_file* file, void* data, int size, sqlite3_int64 at) {
  if (const int error = watched_files().before(Operation::read)) return error;
  return real(file)->pMethods->xRead(real(file), data, size, at);
}
inline int write(sqlite3_file* file, const void* data, int size, sqlite3_int64 at) {
  WatchedFiles& files = watched_files();
  if (const int error = files.before(Operation::write)) return error;
  const int written = files.is_half_written() ? size / 2 : size;
  files.note({Kind::write, *of(file).name, at,
              std::string(static_cast<const char*>(data), static_cast<std::size_t>(written))});
  const int result = real(file)->pMethods->xWrite(real(file), data, written, at);
  return written < size ? files.after_half_a_write() : result;
}
inline int truncate(sqlite3_file* file, sqlite3_int64 size) {
  if (const int error = watched_files().before(Operation::truncate)) return error;
  watched_files().note({Kind::truncate, *of(file).name, size});
  return real(file)->pMethods->xTruncate(real(file), size);
}
inline int sync(sqlite3_file* file, int flags) {
  if (const int error = watched_files().before(Operation::sync)) return error;
  const int result = real(file)->pMethods->xSync(real(file), flags);
  watched_files().note({Kind::sync, *of(file).name});
  return result;
}
inline int file_size(sqlite3_file* file, sqlite3_int64* size) {
  static_cast<void>(watched_files().before(Operation::other));
  return real(file)->pMethods->xFileSize(real(file), size);
}
inline int lock(sqlite3_file* file, int level) {
  static_cast<void>(watched_files().before(Operation::other));
  return real(file)->pMethods->xLock(real(file), level);
}
inline int unlock(sqlite3_file* file, int level) {
  static_cast<void>(watched_files().before(Operation::other));
  return real(file)->pMethods->xUnlock(real(file), level);
}
inline int check_reserved_lock(sqlite3_file* file, int* result) {
  return real(file)->pMethods->xCheckReservedLock(real(file), result);
}
inline int file_control(sqlite3_file* file, int operation, void* argument) {
  return real(file)->pMethods->xFileControl(real(file), operation, argument);
}
inline int sector_size(sqlite3_file* file) { return real(file)->pMethods->xSectorSize(real(file)); }
inline int device_characteristics(sqlite3_file* file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

inline const sqlite3_io_methods methods = {1,
                                           close,
                                           read,
                                           write,
                                           truncate,
                                           sync,
                                           file_size,
                                           lock,
                                           unlock,
                                           check_reserved_lock,
                                           file_control,
                                           sector_size,
                                           device_characteristics,
                                           nullptr,
                                           nullptr,
                                           nullptr,
                                           nullptr,
                                           nullptr,
                                           nullptr};

inline int open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  File& opened = *::new (file) File{};
  WatchedFiles& files = watched_files();
  if (const int error = files.before(Operation::open)) return error;
  const bool is_new = name != nullptr && ::access(name, F_OK) != 0;
  const int result = files.real().xOpen(&files.real(), name, opened.real(), flags, out_flags);
  if (result != SQLITE_OK) return result;
  opened.name = new std::string(name == nullptr ? "" : name);
  opened.base.pMethods = &methods;
  if (is_new) files.note({Kind::create, *opened.name});
  return SQLITE_OK;
}
inline int remove(sqlite3_vfs*, const char* name, int syncs_folder) {
  WatchedFiles& files = watched_files();
  if (const int error = files.before(Operation::remove)) return error;
  const int result = files.real().xDelete(&files.real(), name, syncs_folder);
  if (result == SQLITE_OK) files.note({Kind::remove, name, 0, {}, syncs_folder != 0});
  return result;
}
inline int access(sqlite3_vfs*, const char* name, int flags, int* result) {
  static_cast<void>(watched_files().before(Operation::other));
  return watched_files().real().xAccess(&watched_files().real(), name, flags, result);
}
inline int full_pathname(sqlite3_vfs*, const char* name, int size, char* out) {
  return watched_files().real().xFullPathname(&watched_files().real(), name, size, out);
}

}  // namespace watched

inline WatchedFiles::WatchedFiles() : real_(sqlite3_vfs_find(nullptr)), vfs_(*real_) {
  vfs_.iVersion = 1;
  vfs_.zName = "scrim-watched";
  vfs_.pNext = nullptr;
  vfs_.szOsFile = static_cast<int>(sizeof(watched::File)) + real_->szOsFile;
  vfs_.xOpen = watched::open;
  vfs_.xDelete = watched::remove;
  vfs_.xAccess = watched::access;
  vfs_.xFullPathname = watched::full_pathname;
  sqlite3_vfs_register(&vfs_, 0);
}

}  // namespace scrim::test
