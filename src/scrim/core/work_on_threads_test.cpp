#include "scrim/core/work_on_threads.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <latch>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace scrim::work_on_threads_test {
namespace {

/// What the exception says that comes out.
std::string failure_of(std::size_t chunks, std::size_t threads, const ChunkWork& work) {
  try {
    work_on_threads(chunks, threads, work);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(WorkOnThreads, does_every_chunk_once) {
  for (const std::size_t threads : {1U, 2U, 3U, 7U}) {
    for (const std::size_t chunks : {0U, 1U, 2U, 6U, 7U, 8U, 1000U}) {
      std::vector<std::atomic<int>> times_done(chunks);
      std::vector<std::atomic<int>> busy(threads);
      work_on_threads(chunks, threads, [&](std::size_t worker, std::size_t chunk) {
        ASSERT_LT(worker, threads);
        EXPECT_EQ(busy[worker].fetch_add(1), 0) << "two calls with one worker's number overlap";
        ++times_done[chunk];
        --busy[worker];
      });
      for (const auto& times : times_done) EXPECT_EQ(times, 1);
    }
  }
}

TEST(WorkOnThreads, works_on_as_many_threads_as_asked_the_calling_one_included) {
  constexpr std::size_t threads = 5;
  std::latch all_are_here(threads);  // or this test would never end
  std::vector<std::thread::id> ids(threads);
  work_on_threads(threads, threads, [&](std::size_t worker, std::size_t) {
    ids[worker] = std::this_thread::get_id();
    all_are_here.arrive_and_wait();
  });
  EXPECT_EQ(ids.front(), std::this_thread::get_id());
  for (std::size_t i = 0; i < threads; ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(ids[i], ids[j]);
  }
}

TEST(WorkOnThreads, starts_no_thread_for_one) {
  work_on_threads(100, 1, [caller = std::this_thread::get_id()](std::size_t, std::size_t) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
  });
}

TEST(WorkOnThreads, throws_what_one_thread_would_have_met_first) {
  // Chunk 1 fails last, because it waits for 2 and 3 to fail, and is still the one that counts.
  for (int repetition = 0; repetition < 50; ++repetition) {
    std::latch later_ones_fail(2);
    EXPECT_EQ(failure_of(4, 4,
                         [&](std::size_t, std::size_t chunk) {
                           if (chunk == 0) return;
                           if (chunk == 1) {
                             later_ones_fail.wait();
                           } else {
                             later_ones_fail.arrive_and_wait();
                           }
                           throw std::runtime_error(std::to_string(chunk));
                         }),
              "1");
  }
}

TEST(WorkOnThreads, has_the_same_failure_on_any_number_of_threads) {
  for (int repetition = 0; repetition < 100; ++repetition) {
    for (const std::size_t threads : {1U, 2U, 3U, 7U}) {
      EXPECT_EQ(failure_of(100, threads,
                           [&](std::size_t, std::size_t chunk) {
                             if (chunk % 10 == 7) throw std::runtime_error(std::to_string(chunk));
                           }),
                "7");
    }
  }
}

TEST(WorkOnThreads, takes_no_more_chunks_after_a_failure) {
  std::size_t calls = 0;
  EXPECT_EQ(failure_of(1000, 1,
                       [&](std::size_t, std::size_t chunk) {
                         ++calls;
                         if (chunk == 2) throw std::runtime_error("third");
                       }),
            "third");
  EXPECT_EQ(calls, 3U);
}

TEST(WorkOnThreads, has_ended_every_thread_when_it_throws) {
  std::atomic<int> at_work{0};
  std::latch both_work(2);
  EXPECT_EQ(failure_of(2, 2,
                       [&](std::size_t, std::size_t chunk) {
                         ++at_work;
                         both_work.arrive_and_wait();
                         if (chunk == 0) {
                           --at_work;
                           throw std::runtime_error("early");
                         }
                         std::this_thread::sleep_for(std::chrono::milliseconds(20));
                         --at_work;
                       }),
            "early");
  EXPECT_EQ(at_work, 0);
}

/// While it lives, the system refuses to start threads: their stacks do not fit the address space.
class NoThreads {
 public:
  NoThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t huge;
    pthread_getattr_default_np(&huge);
    pthread_attr_setstacksize(&huge, std::size_t{1} << 62);
    EXPECT_EQ(pthread_setattr_default_np(&huge), 0);
    pthread_attr_destroy(&huge);
  }
  ~NoThreads() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;

 private:
  pthread_attr_t before_{};
};

TEST(WorkOnThreads, does_without_threads_that_cannot_be_started) {
  const NoThreads no_threads;
  ASSERT_THROW(std::jthread([] {}), std::system_error);
  std::vector<int> times_done(20);
  work_on_threads(times_done.size(), 4, [&](std::size_t worker, std::size_t chunk) {
    EXPECT_EQ(worker, 0U);
    ++times_done[chunk];
  });
  for (const int times : times_done) EXPECT_EQ(times, 1);
  EXPECT_EQ(
      failure_of(2, 4, [](std::size_t, std::size_t) { throw std::runtime_error("still thrown"); }),
      "still thrown");
}

}  // namespace
}  // namespace scrim::work_on_threads_test
