// How rows are read: on how many threads.
#pragma once

#include <cstddef>

namespace scrim {

/// `invoke(rows, {.threads = 2})`, `run.update(rows, {.threads = all_cores()})`.
///
/// The value, a release's law and the error, if there is one, are the same for every number of
/// threads; noise is always drawn on the calling thread. `threads` is the most that read at the
/// same time, the calling thread included. Fewer do where there is too little to read for so many,
/// or where the system refuses to start one: that is no error.
struct ReadOptions {
  std::size_t threads = 1;
};

/// The number of threads that this machine runs at once; 1 where it cannot tell.
[[nodiscard]] std::size_t all_cores() noexcept;

/// Throws Error{invalid_argument} unless there is a thread to read on.
void check_read_options(ReadOptions options);

}  // namespace scrim
