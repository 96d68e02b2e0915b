// SPDX-License-Identifier: MIT
#include "http/content_coding.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace ms::http {

namespace {

/// "gzip;q=0.5": the quality, 1 by default.
double quality_of(std::string_view parameters) noexcept
{
    auto const start = find_ignoring_case(parameters, "q="); // RFC 5234, 2.3: in any case
    if (start == std::string_view::npos) {
        return 1;
    }
    return parse_double(trim(parameters.substr(start + 2))).value_or(0);
}

} // namespace

bool accepts_gzip(std::string_view accept_encoding) noexcept
{
    std::optional<double> named;
    std::optional<double> any;
    while (!accept_encoding.empty()) {
        auto const comma = std::min(accept_encoding.find(','), accept_encoding.size());
        auto const item = trim(accept_encoding.substr(0, comma));
        accept_encoding.remove_prefix(std::min(comma + 1, accept_encoding.size()));
        auto const semicolon = std::min(item.find(';'), item.size());
        auto const coding = trim(item.substr(0, semicolon));
        auto const quality = quality_of(item.substr(semicolon));
        if (equals_ignoring_case(coding, "gzip") || equals_ignoring_case(coding, "x-gzip")) {
            named = quality;
        } else if (coding == "*") {
            any = quality;
        }
    }
    return named.value_or(any.value_or(0)) > 0;
}

bool is_worth_compressing(std::string_view content_type) noexcept
{
    constexpr std::array<std::string_view, 6> parts{"text/", "xml",         "json",
                                                    "gml",   "vector-tile", "protobuf"};
    auto const type = content_type.substr(0, content_type.find(';'));
    return std::ranges::any_of(
        parts, [&](std::string_view part) { return type.find(part) != std::string_view::npos; });
}

} // namespace ms::http
