// SPDX-License-Identifier: MIT
#include "ows/common/version_number.hpp"

#include "base/string.hpp"

#include <algorithm>

namespace ms::ows {

namespace {

bool is_number(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

std::optional<int> version_number(std::string_view text)
{
    auto const parts = split(text, '.');
    if (parts.size() < 2 || parts.size() > 3 || !std::ranges::all_of(parts, is_number)) {
        return std::nullopt;
    }
    int number = 0;
    for (auto const part : parts) {
        number = number * 100 + std::min(parse_int(part).value_or(99), 99);
    }
    return parts.size() == 3 ? number : number * 100;
}

std::string malformed_version(std::string_view text)
{
    return "msOWSParseVersionString(): OWS error. Invalid version (" +
           std::string{text.substr(0, 100)} + "). Version must be in the format 'x.y' or 'x.y.z'";
}

} // namespace ms::ows
