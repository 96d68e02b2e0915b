// SPDX-License-Identifier: MIT
#include "base/base64.hpp"

#include <algorithm>

namespace ms {

namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

} // namespace

std::string to_base64(std::span<std::uint8_t const> bytes)
{
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        auto const at = [&](std::size_t k) {
            return i + k < bytes.size() ? static_cast<unsigned>(bytes[i + k]) : 0U;
        };
        auto const three = at(0) << 16U | at(1) << 8U | at(2);
        for (unsigned k = 0; k < 4; ++k) {
            bool const is_padding = i + k > bytes.size();
            out.push_back(is_padding ? '=' : alphabet[three >> (18U - 6U * k) & 63U]);
        }
    }
    return out;
}

std::optional<std::vector<std::uint8_t>> from_base64(std::string_view text)
{
    if (text.size() % 4 != 0) {
        return std::nullopt;
    }
    std::size_t const padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    std::vector<std::uint8_t> bytes;
    bytes.reserve(text.size() / 4 * 3);
    unsigned three = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        bool const is_padding = i + padding >= text.size();
        auto const value = is_padding ? std::size_t{0} : alphabet.find(text[i]);
        if (value == std::string_view::npos) {
            return std::nullopt;
        }
        three = three << 6U | static_cast<unsigned>(value);
        if (i % 4 == 3) {
            for (unsigned const shift : {16U, 8U, 0U}) {
                bytes.push_back(static_cast<std::uint8_t>(three >> shift & 0xffU));
            }
            three = 0;
        }
    }
    bytes.erase(bytes.end() - static_cast<std::ptrdiff_t>(padding), bytes.end());
    return bytes;
}

std::optional<std::vector<std::uint8_t>> from_data_url(std::string_view url)
{
    constexpr std::string_view mark = ";base64,";
    auto const at = url.starts_with("data:") ? url.find(mark) : std::string_view::npos;
    return at == std::string_view::npos ? std::nullopt : from_base64(url.substr(at + mark.size()));
}

} // namespace ms
