// Arithmetic as IEEE 754 has it, whatever another library has told the processor.
//
// Proof: strict_arithmetic.proof.md
#pragma once

#include <cstdint>
#include <type_traits>

#if defined(__x86_64__)
#include <xmmintrin.h>
#elif !defined(__aarch64__)
#include <cfenv>
#endif

namespace scrim {

namespace strict_arithmetic {

// How the processor computes, for the calling thread: where it rounds to, whether it takes
// subnormal numbers for zeros (flush-to-zero, denormals-are-zero: a library built with fast-math
// sets both for the whole process when it is loaded), and whether it traps.

using Control = std::uint64_t;

[[nodiscard]] inline Control control() noexcept {
#if defined(__x86_64__)
  return _mm_getcsr();
#elif defined(__aarch64__)
  Control value;
  __asm__ volatile("mrs %0, fpcr" : "=r"(value));
  return value;
#else
  return static_cast<Control>(std::fegetround());
#endif
}

[[nodiscard]] inline bool is_standard(Control value) noexcept {
#if defined(__x86_64__)
  // All but the lowest six bits, which only report what has happened.
  constexpr Control settings = 0xffc0;
  constexpr Control standard = 0x1f80;  // to nearest, no traps, subnormal numbers kept
  return (value & settings) == standard;
#elif defined(__aarch64__)
  return value == 0;
#else
  return value == static_cast<Control>(FE_TONEAREST);
#endif
}

/// Sets the standard, and what was there before when it goes.
class StandardControl {
 public:
  StandardControl() noexcept;
  ~StandardControl();
  StandardControl(const StandardControl&) = delete;
  StandardControl& operator=(const StandardControl&) = delete;

 private:
  Control before_;
};

}  // namespace strict_arithmetic

/// f(), computed in strict IEEE 754 arithmetic. The caller's settings are back when it returns or
/// throws.
///
/// Cost: a read and a comparison where nothing is to be done, which is nearly always. Not for loops
/// over rows: around them.
template <class F>
decltype(auto) strictly(F&& f) {
  if (strict_arithmetic::is_standard(strict_arithmetic::control())) [[likely]] {
    return f();
  }
  using Function = std::remove_reference_t<F>;
  using Result = std::invoke_result_t<Function&>;
  const strict_arithmetic::StandardControl standard;
  // Compilers do not know that arithmetic depends on the settings, and may move it to where they
  // are others. Nothing is moved into or out of a function that they cannot see.
  Result (*volatile unseen)(Function&) = [](Function& function) -> Result { return function(); };
  return unseen(f);
}

}  // namespace scrim
