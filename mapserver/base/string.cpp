// SPDX-License-Identifier: MIT
#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace ms {

namespace {

constexpr char lower(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

constexpr char upper(char c) noexcept
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
}

constexpr bool is_space(char c) noexcept
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

template <typename T>
std::optional<T> parse_whole(std::string_view text) noexcept
{
    text = trim(text);
    if (text.starts_with('+')) {
        text.remove_prefix(1); // from_chars takes no plus sign
        if (text.starts_with('-')) {
            return std::nullopt;
        }
    }
    T value{};
    auto const* const end = text.data() + text.size();
    auto const [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end ? std::optional{value} : std::nullopt;
}

} // namespace

bool equals_ignoring_case(std::string_view a, std::string_view b) noexcept
{
    return std::ranges::equal(a, b, {}, lower, lower);
}

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) noexcept
{
    return text.size() >= prefix.size() &&
           equals_ignoring_case(text.substr(0, prefix.size()), prefix);
}

std::size_t find_ignoring_case(std::string_view text, std::string_view needle,
                               std::size_t from) noexcept
{
    for (std::size_t i = from; i + needle.size() <= text.size(); ++i) {
        if (equals_ignoring_case(text.substr(i, needle.size()), needle)) {
            return i;
        }
    }
    return std::string_view::npos;
}

std::string to_lower(std::string_view text)
{
    std::string out{text};
    std::ranges::transform(out, out.begin(), lower);
    return out;
}

std::string to_upper(std::string_view text)
{
    std::string out{text};
    std::ranges::transform(out, out.begin(), upper);
    return out;
}

std::string_view trim(std::string_view text) noexcept
{
    while (!text.empty() && is_space(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && is_space(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> pieces;
    for (;;) {
        auto const at = text.find(separator);
        pieces.push_back(text.substr(0, at));
        if (at == std::string_view::npos) {
            return pieces;
        }
        text.remove_prefix(at + 1);
    }
}

std::vector<std::string_view> split_words(std::string_view text)
{
    std::vector<std::string_view> words;
    for (std::size_t i = 0; i < text.size();) {
        if (is_space(text[i])) {
            ++i;
            continue;
        }
        auto const first = i;
        while (i < text.size() && !is_space(text[i])) {
            ++i;
        }
        words.push_back(text.substr(first, i - first));
    }
    return words;
}

std::string replace_all(std::string_view text, std::string_view from, std::string_view to)
{
    std::string out;
    for (;;) {
        auto const at = from.empty() ? std::string_view::npos : text.find(from);
        out.append(text.substr(0, at));
        if (at == std::string_view::npos) {
            return out;
        }
        out.append(to);
        text.remove_prefix(at + from.size());
    }
}

std::optional<double> parse_double(std::string_view text) noexcept
{
    auto const value = parse_whole<double>(text);
    return value && std::isfinite(*value) ? value
                                          : std::nullopt; // "inf" and "nan" are not valid input
}

std::optional<int> parse_int(std::string_view text) noexcept
{
    return parse_whole<int>(text);
}

std::string format_double(double value)
{
    std::array<char, 32> buffer{};
    auto const result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), result.ptr};
}

} // namespace ms
