// SPDX-License-Identifier: MIT
#include "sld/marks.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

namespace ms::sld {

namespace {

constexpr std::string_view prefix = "sld_mark_symbol_";
constexpr std::string_view suffix = "_filled";

constexpr std::array marks{
    Mark{"square"}, Mark{"circle"},       Mark{"triangle"},
    Mark{"star"},   Mark{"cross", false}, Mark{"x", false},
};

struct Hatch {
    std::string_view name;
    double angle;
};

constexpr std::array hatches{
    Hatch{"shape://horline", 0},
    Hatch{"shape://slash", 45},
    Hatch{"shape://vertline", 90},
    Hatch{"shape://backslash", 135},
};

/// The outlines that MapServer draws for the well-known names (its applySLD writes them out).
std::initializer_list<mapfile::SymbolPoint> outline(std::string_view name)
{
    static constexpr std::initializer_list<mapfile::SymbolPoint> square{
        {0, 1}, {0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static constexpr std::initializer_list<mapfile::SymbolPoint> triangle{
        {0, 1}, {0.5, 0}, {1, 1}, {0, 1}};
    static constexpr std::initializer_list<mapfile::SymbolPoint> star{
        {0, 0.375},    {0.35, 0.375}, {0.5, 0},    {0.65, 0.375}, {1, 0.375},
        {0.75, 0.625}, {0.875, 1},    {0.5, 0.75}, {0.125, 1},    {0.25, 0.625}};
    static constexpr std::initializer_list<mapfile::SymbolPoint> cross{
        {0.5, 0}, {0.5, 1}, {-99, -99}, {0, 0.5}, {1, 0.5}};
    static constexpr std::initializer_list<mapfile::SymbolPoint> x{
        {0, 0}, {1, 1}, {-99, -99}, {0, 1}, {1, 0}};
    if (name == "triangle") {
        return triangle;
    }
    if (name == "star") {
        return star;
    }
    if (name == "cross") {
        return cross;
    }
    return name == "x" ? x : square;
}

/// Into [0, 180): a hatch looks the same half a turn on.
double half_turn(double angle) noexcept
{
    double const rest = std::fmod(angle, 180);
    return rest < 0 ? rest + 180 : rest;
}

} // namespace

Mark const* find_mark(std::string_view well_known_name) noexcept
{
    auto const* const found = std::ranges::find_if(marks, [&](Mark const& mark) {
        return equals_ignoring_case(mark.well_known_name, well_known_name);
    });
    return found == marks.end() ? nullptr : found;
}

std::string symbol_name(Mark const& mark, bool is_filled)
{
    auto name = std::string{prefix}.append(mark.well_known_name);
    return is_filled && mark.can_be_filled ? name.append(suffix) : name;
}

mapfile::Symbol make_symbol(Mark const& mark, bool is_filled)
{
    mapfile::Symbol symbol{.name = symbol_name(mark, is_filled),
                           .filled = is_filled && mark.can_be_filled};
    if (mark.well_known_name == "circle") {
        symbol.type = mapfile::SymbolType::Ellipse;
        symbol.points = {{1, 1}};
    } else {
        symbol.type = mapfile::SymbolType::Vector;
        symbol.points = outline(mark.well_known_name);
    }
    return symbol;
}

std::string_view well_known_name(std::string_view symbol) noexcept
{
    if (symbol.starts_with(prefix)) {
        symbol.remove_prefix(prefix.size());
        symbol.remove_suffix(symbol.ends_with(suffix) ? suffix.size() : 0);
    }
    auto const* const mark = find_mark(symbol);
    return mark == nullptr ? std::string_view{} : mark->well_known_name;
}

std::optional<double> hatch_angle(std::string_view well_known_name) noexcept
{
    auto const* const found = std::ranges::find_if(hatches, [&](Hatch const& hatch) {
        return equals_ignoring_case(hatch.name, well_known_name);
    });
    return found == hatches.end() ? std::nullopt : std::optional{found->angle};
}

std::string_view hatch_name(double angle) noexcept
{
    auto const distance = [&](Hatch const& hatch) {
        double const apart = std::abs(half_turn(angle) - hatch.angle);
        return std::min(apart, 180 - apart);
    };
    return std::ranges::min_element(hatches, {}, distance)->name;
}

} // namespace ms::sld
