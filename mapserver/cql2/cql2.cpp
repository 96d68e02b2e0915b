// SPDX-License-Identifier: MIT
#include "cql2/cql2.hpp"

#include "base/string.hpp"
#include "base/utf8.hpp"
#include "cql2/parse.hpp"
#include "cql2/refuse.hpp"
#include "cql2/translate.hpp"

namespace ms::cql2 {

namespace {

constexpr std::size_t longest = std::size_t{1} << 20U; ///< bytes

} // namespace

std::optional<Language> language_named(std::string_view name) noexcept
{
    return equals_ignoring_case(name, "cql2-text")   ? std::optional{Language::Text}
           : equals_ignoring_case(name, "cql2-json") ? std::optional{Language::Json}
                                                     : std::nullopt;
}

expr::Expression parse(std::string_view filter, Language language, Context const& context)
{
    if (filter.size() > longest) {
        cannot_parse("it is longer than 1 MiB");
    }
    if (!is_valid_utf8(filter)) { // no database takes it
        cannot_parse("it is not UTF-8");
    }
    auto const term = language == Language::Json ? parse_json(filter) : parse_text(filter);
    return expr::Expression{translate(term, context)};
}

} // namespace ms::cql2
