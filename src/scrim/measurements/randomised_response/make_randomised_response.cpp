#include "scrim/measurements/randomised_response/make_randomised_response.hpp"

#include "scrim/entropy/secure_generator.hpp"
#include "scrim/samplers/response.hpp"
#include "scrim/samplers/uniform_below.hpp"

namespace scrim {

class Responder::Law {
 public:
  Law(const ResponseOptions& options, std::uint64_t number)
      : categories(number),
        truth(options.epsilon ? TruthProbability::from_epsilon(*options.epsilon, number - 1)
                              : TruthProbability::from_fraction(*options.keep)) {}

  std::uint64_t categories;
  TruthProbability truth;
};

Responder::Responder(const ResponseOptions& options, std::size_t categories)
    : law_(std::make_shared<const Law>(options, categories)) {}

std::size_t Responder::answer(std::optional<std::size_t> truth) const {
  auto& source = entropy::thread_source();
  if (!truth) return sample_uniform_below(law_->categories, source);
  return sample_response(*truth, law_->categories, law_->truth, source);
}

}  // namespace scrim
