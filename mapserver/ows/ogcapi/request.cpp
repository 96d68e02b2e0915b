// SPDX-License-Identifier: MIT
#include "ows/ogcapi/request.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <optional>

namespace ms::ows::ogcapi {

namespace {

constexpr std::size_t max_shown = 100; ///< characters of a client's text that it is shown again

std::string shown(std::string_view text)
{
    return std::string{text.substr(0, max_shown)};
}

/// q= of a media range (RFC 9110, 12.4.2).
double weight_of(std::span<std::string_view const> parameters) noexcept
{
    for (auto const parameter : parameters) {
        auto const text = trim(parameter);
        if (starts_with_ignoring_case(text, "q=")) {
            return parse_double(text.substr(2)).value_or(0);
        }
    }
    return 1;
}

bool is_json(std::string_view type) noexcept
{
    constexpr std::string_view suffix = "json"; // application/json, application/geo+json ...
    return starts_with_ignoring_case(type, "application/") && type.size() > suffix.size() &&
           equals_ignoring_case(type.substr(type.size() - suffix.size()), suffix);
}

bool is_html(std::string_view type) noexcept
{
    return equals_ignoring_case(type, "text/html") ||
           equals_ignoring_case(type, "application/xhtml+xml");
}

} // namespace

ServiceException bad_value(std::string_view name)
{
    return ServiceException{invalid_value, "Bad value for " + std::string{name} + "."};
}

bool prefers_json(std::string_view accept) noexcept
{
    std::optional<double> json;
    std::optional<double> html;
    double anything = 0; // the weight of unnamed types
    for (auto const range : split(accept, ',')) {
        auto const parts = split(range, ';');
        auto const type = trim(parts.front());
        auto const weight = weight_of(std::span{parts}.subspan(1));
        if (is_json(type)) {
            json = std::max(json.value_or(0), weight);
        } else if (is_html(type)) {
            html = std::max(html.value_or(0), weight);
        } else if (type == "*/*") {
            anything = weight;
        }
    }
    // Programs that take anything (curl, OWSLib) want the API; browsers name HTML.
    bool const is_html_named = html.value_or(0) > 0;
    auto const of_json = json.value_or(anything);
    return is_html_named ? of_json > *html : of_json > 0;
}

Format format_of(http::Request const& request)
{
    auto const* const requested = find_parameter(request, "f");
    if (requested == nullptr || requested->empty()) {
        return prefers_json(request.accept) ? Format::Json : Format::Html;
    }
    if (*requested == "json") {
        return Format::Json;
    }
    if (*requested == "html") {
        return Format::Html;
    }
    throw ServiceException{invalid_value, "Unsupported format requested."};
}

std::string const* find_parameter(http::Request const& request, std::string_view name) noexcept
{
    auto const& entries = request.parameters.entries();
    auto const found =
        std::ranges::find_if(entries, [&](auto const& entry) { return entry.first == name; });
    return found == entries.end() ? nullptr : &found->second;
}

void check_parameters(http::Request const& request, std::span<std::string_view const> known)
{
    auto const& entries = request.parameters.entries();
    for (auto entry = entries.begin(); entry != entries.end(); ++entry) {
        auto const& name = entry->first;
        if (find_parameter(request, name) != &entry->second) {
            throw ServiceException{invalid_value,
                                   "Query parameter " + shown(name) + " is repeated"};
        }
        if (name != "f" && std::ranges::find(known, name) == known.end()) {
            throw ServiceException{invalid_value, "Unknown query parameter: " + shown(name)};
        }
    }
}

} // namespace ms::ows::ogcapi
