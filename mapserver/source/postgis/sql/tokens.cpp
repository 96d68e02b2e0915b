// SPDX-License-Identifier: MIT
#include "source/postgis/sql/tokens.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ms::source::postgis {

namespace {

constexpr std::string_view box_token = "!BOX!";

bool is_comment(std::string_view sql, std::size_t at) noexcept
{
    return sql[at] == '-' || sql[at] == '/';
}

struct Replacement {
    std::string_view token;
    std::string number;
};

/// Walks over SQL; `visit(piece, is_quoted)` for everything but comments, `keep(piece)` for those.
template <typename Visit, typename Keep>
void for_each_piece(std::string_view sql, Visit visit, Keep keep)
{
    std::size_t start = 0;
    std::size_t i = 0;
    auto const flush = [&] {
        if (i > start) {
            visit(sql.substr(start, i - start), false);
        }
    };
    while (i < sql.size()) {
        auto const next = skip_quoted(sql, i);
        if (next == i) {
            ++i;
            continue;
        }
        flush();
        auto const piece = sql.substr(i, next - i);
        is_comment(sql, i) ? keep(piece) : visit(piece, true);
        start = i = next;
    }
    flush();
}

std::string replace_numbers(std::string text, std::array<Replacement, 4> const& replacements,
                            bool quoted, Statement& statement)
{
    for (auto const& [token, number] : replacements) {
        if (text.find(token) != std::string::npos) {
            auto const value = quoted ? number : statement.bind(number) + "::float8";
            text = replace_all(text, token, value);
        }
    }
    return text;
}

} // namespace

bool uses_box(std::string_view sql) noexcept
{
    bool found = false;
    for_each_piece(
        sql,
        [&](std::string_view piece, bool) {
            found = found || piece.find(box_token) != std::string_view::npos;
        },
        [](std::string_view) {});
    return found;
}

int zoom_level(double scale_denominator) noexcept
{
    // OGC 17-083r2, annex on WebMercatorQuad: level 0 has scale denominator 559082264.0287178.
    constexpr double level_0 = 559082264.0287178;
    if (!(scale_denominator > 0)) {
        return 0;
    }
    return static_cast<int>(
        std::clamp(std::round(std::log2(level_0 / scale_denominator)), 0.0, 30.0));
}

std::string substitute_tokens(std::string_view sql, TokenValues const& values, Statement& statement)
{
    auto const pixel = format_double(values.pixel_size);
    std::array<Replacement, 4> const numbers{
        {{"!PIXEL_WIDTH!", pixel},
         {"!PIXEL_HEIGHT!", pixel},
         {"!SCALE_DENOMINATOR!", format_double(values.scale_denominator)},
         {"!ZOOM!", std::to_string(zoom_level(values.scale_denominator))}}};
    std::string out;
    for_each_piece(
        sql,
        [&](std::string_view piece, bool quoted) {
            auto text = quoted ? std::string{piece} : replace_all(piece, box_token, values.box);
            out += replace_numbers(std::move(text), numbers, quoted, statement);
        },
        [&](std::string_view comment) { out += comment; });
    return out;
}

} // namespace ms::source::postgis
