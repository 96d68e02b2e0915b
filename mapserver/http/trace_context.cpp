// SPDX-License-Identifier: MIT
#include "http/trace_context.hpp"

#include <algorithm>

namespace ms::http {

namespace {

// 3.2.2: version "-" trace-id "-" parent-id "-" trace-flags
constexpr std::size_t trace_at = 3, trace_digits = 32;
constexpr std::size_t parent_at = 36, parent_digits = 16;
constexpr std::size_t flags_at = 53;
constexpr std::size_t length = 55;

/// HEXDIGLC = DIGIT / "a" / "b" / "c" / "d" / "e" / "f" ; lowercase hex character
bool is_digit(char c) noexcept
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

bool are_digits(std::string_view text) noexcept
{
    return std::ranges::all_of(text, is_digit);
}

bool is_zero(std::string_view digits) noexcept
{
    return digits.find_first_not_of('0') == std::string_view::npos;
}

unsigned value_of(char digit) noexcept
{
    return static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

/// 3.2.2.2: "Version ff is forbidden"; 3.2.3: later versions append after a dash.
bool has_frame(std::string_view header) noexcept
{
    if (header.size() < length || header[2] != '-' || header[parent_at - 1] != '-' ||
        header[flags_at - 1] != '-') {
        return false;
    }
    auto const version = header.substr(0, 2);
    bool const is_longer = header.size() > length;
    return are_digits(version) && version != "ff" &&
           (!is_longer || (version != "00" && header[length] == '-'));
}

} // namespace

std::optional<TraceParent> parse_trace_parent(std::string_view header)
{
    if (!has_frame(header)) {
        return std::nullopt;
    }
    auto const trace = header.substr(trace_at, trace_digits);
    auto const parent = header.substr(parent_at, parent_digits);
    auto const flags = header.substr(flags_at, 2);
    // 3.2.2.3 and 3.2.2.4: "All bytes as zero is considered an invalid value."
    if (!are_digits(trace) || !are_digits(parent) || !are_digits(flags) || is_zero(trace) ||
        is_zero(parent)) {
        return std::nullopt;
    }
    return TraceParent{std::string{trace}, std::string{parent}, (value_of(flags[1]) & 1U) != 0};
}

} // namespace ms::http
