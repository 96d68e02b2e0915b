// SPDX-License-Identifier: MIT
#include "ows/wcs/version.hpp"

#include "base/string.hpp"
#include "ows/common/version_number.hpp"
#include "ows/wcs/wcs_exception.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::wcs {

namespace {

struct Known {
    std::string_view text;
    int number; ///< 1.1.0 is 10100
};

// Ascending.
constexpr std::array known{Known{"1.0.0", 10000}, Known{"1.1.0", 10100}, Known{"1.1.1", 10101},
                           Known{"1.1.2", 10102}, Known{"2.0.0", 20000}, Known{"2.0.1", 20001}};

/// The number that the digits begin with; 0 without any, as in MapServer: "2.a" is 2.0.0.
int leading_number(std::string_view text)
{
    auto const end = text.find_first_not_of("0123456789");
    return std::min(parse_int(text.substr(0, end)).value_or(0), 99);
}

[[noreturn]] void refuse(std::string_view text)
{
    if (!parse_version(text)) {
        throw WcsException{invalid_value, "version", malformed_version(text)};
    }
    throw WcsException{invalid_value, "version", in_dispatch,
                       "WCS Server does not support VERSION " + std::string{text} + "."};
}

std::string_view accepted(std::string_view list)
{
    for (auto const item : split(list, ',')) {
        auto const* const found = std::ranges::find(known, trim(item), &Known::text);
        if (found != known.end()) {
            return found->text;
        }
    }
    refuse(trim(split(list, ',').front()));
}

} // namespace

std::optional<std::array<int, 3>> parse_version(std::string_view text)
{
    auto const parts = split(text, '.');
    if (parts.size() < 2 || parts.size() > 3) {
        return std::nullopt;
    }
    std::array<int, 3> numbers{};
    std::ranges::transform(parts, numbers.begin(), leading_number);
    return numbers;
}

namespace {

/// 1.1.0 is 10100; nullopt as of parse_version()
std::optional<int> number_of(std::string_view text)
{
    auto const parts = parse_version(text);
    return parts ? std::optional{((*parts)[0] * 100 + (*parts)[1]) * 100 + (*parts)[2]}
                 : std::nullopt;
}

} // namespace

Family family_of(std::string_view version)
{
    auto const number = number_of(version).value_or(0);
    return number < 10100 ? Family::V10 : number < 20000 ? Family::V11 : Family::V20;
}

std::string_view required_version(std::string_view text)
{
    if (text.empty()) {
        throw WcsException{invalid_value, "version", in_dispatch, "VERSION parameter not set."};
    }
    auto const* const found = std::ranges::find(known, text, &Known::text);
    if (found == known.end()) {
        refuse(text);
    }
    return found->text;
}

std::string_view negotiated_version(Request const& request)
{
    std::string_view const text{request.version};
    if (text.empty()) {
        return request.accept_versions.empty() ? known.back().text
                                               : accepted(request.accept_versions);
    }
    auto const number = number_of(text);
    if (!number) {
        refuse(text);
    }
    auto const* const above = std::ranges::upper_bound(known, *number, {}, &Known::number);
    return above == known.begin() ? known.front().text : std::prev(above)->text;
}

} // namespace ms::ows::wcs
