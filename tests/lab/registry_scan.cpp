#include "lab/registry_scan.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace scrim::test {

namespace {

/// The text without comments, literals and preprocessor lines: none of these declares a function,
/// but all may hold braces and names.
std::string code_of(std::string_view text) {
  static const std::regex not_code(R"re(//[^\n]*)re"
                                   R"re(|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)re"
                                   R"re(|(?:^|\n)[ \t]*#[^\n]*(?:\\\n[^\n]*)*)re"
                                   R"re(|"(?:[^"\\\n]|\\.)*")re"
                                   R"re(|'(?:[^'\\\n]|\\.)')re");
  return std::regex_replace(std::string(text), not_code, "\n");
}

/// What stands at namespace scope, declaration by declaration; bodies are left out.
std::vector<std::string> declarations_in(std::string_view text) {
  static const std::regex opens_namespace(R"(\bnamespace\b[\w\s:]*$)");
  std::vector<std::string> declarations(1);
  std::vector<bool> is_body;    // of each open brace: false for a namespace
  std::size_t bodies = 0;       // how many of them are
  std::size_t parentheses = 0;  // a brace within these is a default argument
  for (const char c : code_of(text)) {
    if (c == '{') {
      is_body.push_back(!std::regex_search(declarations.back(), opens_namespace));
      bodies += is_body.back();
      if (parentheses == 0) declarations.emplace_back();
    } else if (c == '}' && !is_body.empty()) {
      bodies -= is_body.back();
      is_body.pop_back();
    } else if (bodies == 0) {
      parentheses += c == '(';
      parentheses -= c == ')' && parentheses > 0;
      declarations.back() += c;
      if (c == ';' && parentheses == 0) declarations.emplace_back();
    }
  }
  return declarations;
}

/// The parenthesised text at the start.
std::string_view parameters_at(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(';
    if (text[i] == ')' && --depth == 0) return text.substr(0, i + 1);
  }
  return text;
}

std::string without_spaces(std::string text) {
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  return text;
}

}  // namespace

std::vector<DeclaredConstructor> constructors_in(std::string_view text,
                                                 const std::filesystem::path& header) {
  static const std::regex name_before_parameters(R"(\b(make_\w+)\s*(?=\())");
  std::vector<DeclaredConstructor> found;
  for (const std::string& declaration : declarations_in(text)) {
    std::smatch match;
    if (!std::regex_search(declaration, match, name_before_parameters)) continue;
    // The template's head belongs to it: overloads may differ by a concept alone.
    const std::string after = match.suffix();
    DeclaredConstructor constructor{
        match[1],
        without_spaces(match.prefix().str() + match[1].str() + std::string(parameters_at(after))),
        header};
    const bool is_repeated = std::any_of(found.begin(), found.end(), [&](const auto& earlier) {
      return earlier.signature == constructor.signature;
    });
    if (!is_repeated) found.push_back(std::move(constructor));
  }
  return found;
}

std::vector<DeclaredConstructor> constructors_below(const std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(folder)) {
    throw std::runtime_error(folder.string() +
                             " is no folder; run this from the root of the repository");
  }
  std::vector<DeclaredConstructor> all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".hpp") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    for (auto& constructor : constructors_in(text.str(), entry.path())) {
      all.push_back(std::move(constructor));
    }
  }
  return all;
}

}  // namespace scrim::test
