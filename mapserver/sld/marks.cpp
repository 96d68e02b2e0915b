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

/// Of GeoServer (shape://) and QGIS. Lines cannot be filled.
constexpr std::array vendor_marks{
    Mark{"shape://vertline", false},
    Mark{"shape://horline", false},
    Mark{"shape://slash", false},
    Mark{"shape://backslash", false},
    Mark{"shape://plus", false},
    Mark{"shape://times", false},
    Mark{"shape://dot"},
    Mark{"diamond"},
    Mark{"pentagon"},
    Mark{"hexagon"},
    Mark{"equilateral_triangle"},
    Mark{"arrow"},
    Mark{"filled_arrowhead"},
    Mark{"cross_fill"},
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

struct VendorOutline {
    std::string_view name;
    std::initializer_list<mapfile::SymbolPoint> points;
};

/// All fill the box from (0, 0) to (1, 1), so that SIZE is their height; the pen goes to the
/// corners of those that would not.
std::initializer_list<mapfile::SymbolPoint> vendor_outline(std::string_view name)
{
    using Points = std::initializer_list<mapfile::SymbolPoint>;
    static constexpr Points upright{{0.5, 0}, {0.5, 1}, {-99, -99}, {1, 1}};
    static constexpr Points level{{0, 0.5}, {1, 0.5}, {-99, -99}, {1, 1}};
    static constexpr Points slash{{0, 1}, {1, 0}};
    static constexpr Points backslash{{0, 0}, {1, 1}};
    static constexpr Points diamond{{0.5, 0}, {1, 0.5}, {0.5, 1}, {0, 0.5}, {0.5, 0}};
    static constexpr Points pentagon{{0.5, 0},  {1, 0.38}, {0.81, 1},
                                     {0.19, 1}, {0, 0.38}, {0.5, 0}};
    static constexpr Points hexagon{{0.5, 0},     {0.93, 0.25}, {0.93, 0.75}, {0.5, 1},
                                    {0.07, 0.75}, {0.07, 0.25}, {0.5, 0}};
    static constexpr Points arrow{{0.5, 0},  {1, 0.5},    {0.75, 0.5}, {0.75, 1},
                                  {0.25, 1}, {0.25, 0.5}, {0, 0.5},    {0.5, 0}};
    static constexpr Points arrowhead{{0, 0}, {1, 0.5}, {0, 1}, {0, 0}};
    static constexpr Points plus{{0.33, 0},    {0.67, 0},    {0.67, 0.33}, {1, 0.33},    {1, 0.67},
                                 {0.67, 0.67}, {0.67, 1},    {0.33, 1},    {0.33, 0.67}, {0, 0.67},
                                 {0, 0.33},    {0.33, 0.33}, {0.33, 0}};
    static constexpr std::array outlines{
        VendorOutline{"shape://vertline", upright},
        VendorOutline{"shape://horline", level},
        VendorOutline{"shape://slash", slash},
        VendorOutline{"shape://backslash", backslash},
        VendorOutline{"diamond", diamond},
        VendorOutline{"pentagon", pentagon},
        VendorOutline{"hexagon", hexagon},
        VendorOutline{"arrow", arrow},
        VendorOutline{"filled_arrowhead", arrowhead},
        VendorOutline{"cross_fill", plus},
    };
    auto const* const found = std::ranges::find(outlines, name, &VendorOutline::name);
    return found == outlines.end() ? outline(name) : found->points;
}

/// Other names of what SE has a name for.
std::string_view standard_name(std::string_view name) noexcept
{
    if (name == "shape://plus") {
        return "cross";
    }
    if (name == "shape://times") {
        return "x";
    }
    if (name == "shape://dot") {
        return "circle";
    }
    return name == "equilateral_triangle" ? "triangle" : name;
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

Mark const* find_vendor_mark(std::string_view well_known_name) noexcept
{
    auto const* const found = std::ranges::find_if(vendor_marks, [&](Mark const& mark) {
        return equals_ignoring_case(mark.well_known_name, well_known_name);
    });
    return found == vendor_marks.end() ? nullptr : found;
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
    auto const shape = standard_name(mark.well_known_name);
    if (shape == "circle") {
        symbol.type = mapfile::SymbolType::Ellipse;
        symbol.points = {{1, 1}};
    } else {
        symbol.type = mapfile::SymbolType::Vector;
        symbol.points = vendor_outline(shape);
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
