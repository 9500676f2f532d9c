// Ownership of one MPFR number, and the exponent range within which they are computed.
#pragma once

#include <cstdint>  // before mpfr.h, which then declares its functions on std::intmax_t

#ifndef MPFR_USE_INTMAX_T
#define MPFR_USE_INTMAX_T
#endif
#include <mpfr.h>

#include <utility>

namespace scrim {

/// Owns one MPFR number. All arithmetic is done by MPFR's own functions through `get()`.
class BigFloat {
 public:
  /// A NaN of the given precision in bits, to be written to.
  explicit BigFloat(mpfr_prec_t precision) { mpfr_init2(value_, precision); }

  BigFloat(const BigFloat& other) : BigFloat(mpfr_get_prec(other.value_)) {
    mpfr_set(value_, other.value_, MPFR_RNDN);  // exact: the precisions agree
  }

  // The number moved from stays valid, as a NaN of the least precision.
  BigFloat(BigFloat&& other) noexcept : BigFloat(MPFR_PREC_MIN) { mpfr_swap(value_, other.value_); }

  BigFloat& operator=(BigFloat other) noexcept {
    mpfr_swap(value_, other.value_);
    return *this;
  }

  ~BigFloat() { mpfr_clear(value_); }

  [[nodiscard]] mpfr_ptr get() noexcept { return value_; }
  [[nodiscard]] mpfr_srcptr get() const noexcept { return value_; }
  [[nodiscard]] mpfr_prec_t precision() const noexcept { return mpfr_get_prec(value_); }

 private:
  mpfr_t value_;
};

namespace detail {

/// MPFR keeps constants such as ln 2 for each thread, and leaves them behind when the thread ends.
struct ThreadCacheOwner {
  ThreadCacheOwner() noexcept = default;
  ~ThreadCacheOwner() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
  ThreadCacheOwner(const ThreadCacheOwner&) = delete;
  ThreadCacheOwner& operator=(const ThreadCacheOwner&) = delete;
};

/// From the first call on, the end of the calling thread releases its MPFR caches.
inline void own_thread_cache() noexcept {
  static thread_local const ThreadCacheOwner owner;
  static_cast<void>(owner);
}

}  // namespace detail

/// While one lives, the calling thread's MPFR functions use the widest exponent range they can, so
/// that exp(-1e18) is a number. The range is a property of the thread; the former one comes back.
class WideExponentRange {
 public:
  WideExponentRange() : emin_(mpfr_get_emin()), emax_(mpfr_get_emax()) {
    detail::own_thread_cache();
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
  }

  ~WideExponentRange() {
    mpfr_set_emin(emin_);
    mpfr_set_emax(emax_);
  }

  WideExponentRange(const WideExponentRange&) = delete;
  WideExponentRange& operator=(const WideExponentRange&) = delete;

 private:
  mpfr_exp_t emin_;
  mpfr_exp_t emax_;
};

}  // namespace scrim
