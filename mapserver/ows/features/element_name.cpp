// SPDX-License-Identifier: MIT
#include "ows/features/element_name.hpp"

#include <algorithm>

namespace ms::ows {

namespace {

bool is_letter(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

} // namespace

std::string element_name(std::string_view name)
{
    std::string result;
    for (char const c : name) {
        bool const is_inner = (c >= '0' && c <= '9') || c == '-' || c == '.' || c == ':';
        bool const is_allowed = is_letter(c) || (is_inner && !result.empty());
        result += is_allowed ? c : '_';
    }
    return result.empty() ? std::string{"_"} : result;
}

std::string property_element_name(std::string_view name)
{
    auto result = element_name(name);
    std::ranges::replace(result, ':', '_');
    return result;
}

} // namespace ms::ows
