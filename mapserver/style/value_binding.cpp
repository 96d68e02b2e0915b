// SPDX-License-Identifier: MIT
#include "style/value_binding.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "expr/scalar.hpp"
#include "image/hex_color.hpp"

#include <algorithm>
#include <array>

namespace ms::style {

mapfile::OptionalColor parse_color(std::string_view text)
{
    text = trim(text);
    if (text.starts_with('#')) {
        return image::parse_hex_color(text);
    }
    auto const words = split_words(text);
    if (words.size() != 3) {
        return std::nullopt;
    }
    std::array<std::uint8_t, 3> parts{};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        auto const part = parse_int(words[i]);
        if (!part || *part < 0 || *part > 255) {
            return std::nullopt;
        }
        parts[i] = static_cast<std::uint8_t>(*part);
    }
    return image::Color{parts[0], parts[1], parts[2]};
}

double number_in(std::string_view text) noexcept
{
    double const number = expr::leading_number(text);
    return std::isfinite(number) ? number : 0;
}

void add_field(std::vector<std::string>& fields, std::string_view name)
{
    if (std::ranges::find(fields, name) == fields.end()) {
        fields.emplace_back(name);
    }
}

void add_fields(std::vector<std::string>& fields, expr::Expression const& expression)
{
    for (auto const& name : expression.attributes()) {
        add_field(fields, name);
    }
}

std::size_t column_of(std::string const& attribute, std::span<std::string const> columns)
{
    auto const column = std::ranges::find(columns, attribute);
    if (column == columns.end()) {
        throw Error{ErrorKind::BadMapfile, "unknown attribute [" + attribute + "]"};
    }
    return static_cast<std::size_t>(column - columns.begin());
}

} // namespace ms::style
