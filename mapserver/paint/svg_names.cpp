// SPDX-License-Identifier: MIT
#include "paint/svg_names.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>

namespace ms::paint {

namespace {

bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

/// The length of a name such as "image12" at the start of a text, behind the " or # that begins
/// every reference to it (neither occurs in the base64 of images); 0 if there is none.
std::size_t name_length(std::string_view text, std::string_view word) noexcept
{
    if (!text.starts_with(word)) {
        return 0;
    }
    auto const digits = text.substr(word.size());
    auto const end = std::ranges::find_if_not(digits, is_digit);
    auto const count = static_cast<std::size_t>(end - digits.begin());
    bool const ends = end != digits.end() && (*end == '"' || *end == ')');
    return count > 0 && ends ? word.size() + count : 0;
}

} // namespace

std::vector<std::uint8_t> with_own_names(std::span<std::uint8_t const> svg)
{
    constexpr std::array<std::string_view, 2> words{"surface", "image"};
    std::string_view text{reinterpret_cast<char const*>(svg.data()), svg.size()};
    std::map<std::string_view, std::string> names;
    std::vector<std::uint8_t> out;
    out.reserve(svg.size());
    while (!text.empty()) {
        auto const begin = std::min(text.find_first_of("\"#"), text.size() - 1) + 1;
        out.insert(out.end(), text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin));
        text.remove_prefix(begin);
        for (auto const word : words) {
            if (auto const length = name_length(text, word); length > 0) {
                auto const [name, is_new] = names.try_emplace(text.substr(0, length));
                if (is_new) {
                    name->second = std::string{word} + std::to_string(names.size() - 1);
                }
                out.insert(out.end(), name->second.begin(), name->second.end());
                text.remove_prefix(length);
                break;
            }
        }
    }
    return out;
}

} // namespace ms::paint
