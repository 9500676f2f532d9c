// Numbered pieces of work, shared out among threads.
#pragma once

#include <cstddef>
#include <functional>

namespace scrim {

/// Does one chunk. The worker's number is below the number of threads, and no two calls with the
/// same one overlap.
using ChunkWork = std::function<void(std::size_t worker, std::size_t chunk)>;

/// Calls work(worker, chunk) once for each chunk below `chunks`, on up to `threads` threads, of
/// which the calling one is worker 0. A worker takes the next chunk when it has done one, so that a
/// thread which the system holds up delays the others by no more than the chunk it has in hand. A
/// thread that cannot be started is done without.
///
/// Precondition (caller): threads > 0.
/// Postcondition: every thread that was started has ended. If calls threw, the exception of the
///   first chunk that failed, in the order of the chunks, is thrown here: the one that a single
///   thread would have met. Chunks behind it may then not have been done.
void work_on_threads(std::size_t chunks, std::size_t threads, const ChunkWork& work);

}  // namespace scrim
