#include "scrim/measurements/laplace/make_laplace.hpp"

#include "scrim/entropy/secure_generator.hpp"
#include "scrim/measurements/noise/noise_adder.hpp"
#include "scrim/numbers/each_number.hpp"
#include "scrim/samplers/discrete_laplace.hpp"

namespace scrim {

class LaplaceNoise::Adder : public NoiseAdder<DiscreteLaplace<>, BulkLaplace> {
 public:
  using NoiseAdder::NoiseAdder;
};

LaplaceNoise::LaplaceNoise(double scale)
    : adder_(scale == 0.0 ? nullptr : std::make_shared<const Adder>(to_rational(scale))) {}

template <Integer T>
T LaplaceNoise::add_to(const T& x) const {
  return adder_ == nullptr ? x : adder_->add_to(x, entropy::thread_source());
}

template <Integer T>
std::vector<T> LaplaceNoise::add_to(std::span<const T> xs) const {
  if (adder_ == nullptr) return {xs.begin(), xs.end()};
  return adder_->add_to(xs, entropy::thread_source());
}

#define SCRIM_INSTANTIATE(T)                          \
  template T LaplaceNoise::add_to<T>(const T&) const; \
  template std::vector<T> LaplaceNoise::add_to<T>(std::span<const T>) const;
SCRIM_FOR_EACH_INTEGER(SCRIM_INSTANTIATE)
#undef SCRIM_INSTANTIATE

}  // namespace scrim
