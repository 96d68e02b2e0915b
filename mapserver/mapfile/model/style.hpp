// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// STYLE: how one symbol, line or fill is drawn.

#include "mapfile/model/common.hpp"

namespace ms::mapfile {

/// SYMBOL as an index, a name or a file.
struct SymbolReference {
    int index = 0;    ///< used when name is empty
    std::string name; ///< of a SYMBOL, or an image file
    friend bool operator==(SymbolReference const&, SymbolReference const&) = default;
};

enum class LineCap : std::uint8_t { Butt, Round, Square, Triangle };
enum class LineJoin : std::uint8_t { None, Round, Miter, Bevel };
enum class AngleMode : std::uint8_t { Fixed, Auto, Auto2, Follow };

struct Style {
    // Colours and symbol
    Bindable<OptionalColor> color;
    Bindable<OptionalColor> outline_color;
    Bindable<double> opacity{.value = 100}; ///< percent
    Bindable<SymbolReference> symbol;
    // Sizes: in SIZEUNITS of the layer, before the scale factor
    Bindable<double> size{.value = -1}; ///< -1: the symbol's own
    double min_size = 0;                ///< pixels
    double max_size = 500;              ///< pixels
    Bindable<double> width{.value = 1};
    double min_width = 0;  ///< pixels
    double max_width = 32; ///< pixels
    Bindable<double> outline_width{.value = 0};
    // Where
    Bindable<double> angle{.value = 0}; ///< degrees, counter-clockwise
    AngleMode angle_mode = AngleMode::Fixed;
    Bindable<double> offset_x{.value = 0};
    Bindable<double> offset_y{.value = 0}; ///< -99: parallel line, -999: on both sides
    Bindable<double> polar_offset_pixel{.value = 0};
    Bindable<double> polar_offset_angle{.value = 0}; ///< degrees
    std::string geom_transform; ///< a name, or an expression with its outer parentheses
    Position geom_transform_at{};
    // Lines
    double gap = 0;
    double initial_gap = -1;
    LineCap line_cap = LineCap::Round;
    LineJoin line_join = LineJoin::None;
    double line_join_max_size = 3;
    std::vector<double> pattern;
    bool antialias = true;
    // Ranges
    std::string range_item;
    OptionalColor range_min_color;
    OptionalColor range_max_color;
    double range_min = 0;
    double range_max = 1;
    // When
    double min_scale_denominator = -1; ///< drawn when min <= scale < max
    double max_scale_denominator = -1;

    std::vector<PreservedKeyword> kept;
    Position at{};
    friend bool operator==(Style const&, Style const&) = default;
};

} // namespace ms::mapfile
