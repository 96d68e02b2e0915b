// SPDX-License-Identifier: MIT
#include "http/parameters.hpp"

#include "base/string.hpp"

#include <algorithm>

namespace ms::http {

void Parameters::set(std::string_view name, std::string value)
{
    auto const same = std::ranges::find_if(
        m_entries, [&](Entry const& entry) { return equals_ignoring_case(entry.first, name); });
    if (same == m_entries.end()) {
        append(std::string{name}, std::move(value));
    } else {
        same->second = std::move(value);
    }
}

std::string const* Parameters::first(std::string_view name) const noexcept
{
    auto const found = std::ranges::find_if(
        m_entries, [&](Entry const& entry) { return equals_ignoring_case(entry.first, name); });
    return found == m_entries.end() ? nullptr : &found->second;
}

std::string const* Parameters::last(std::string_view name) const noexcept
{
    auto const found = std::find_if(m_entries.rbegin(), m_entries.rend(), [&](Entry const& entry) {
        return equals_ignoring_case(entry.first, name);
    });
    return found == m_entries.rend() ? nullptr : &found->second;
}

std::string_view Parameters::value(std::string_view name) const noexcept
{
    auto const* const found = last(name);
    return found == nullptr ? std::string_view{} : std::string_view{*found};
}

std::string_view Parameters::first_value(std::string_view name) const noexcept
{
    auto const* const found = first(name);
    return found == nullptr ? std::string_view{} : std::string_view{*found};
}

} // namespace ms::http
