// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// LABEL and LEADER: text beside, along or inside features.

#include "mapfile/model/style.hpp"

namespace ms::mapfile {

enum class TextAlign : std::uint8_t { Default, Left, Center, Right };
enum class LabelForce : std::uint8_t { Off, On, Group };

struct Label {
    Bindable<std::string> font; ///< fontset key, or a comma list of fallbacks; empty: built-in sans
    Bindable<double> size{.value = 10};
    int min_size = 4;   ///< pixels
    int max_size = 256; ///< pixels
    Bindable<OptionalColor> color{.value = image::Color{}};
    Bindable<OptionalColor> outline_color;
    int outline_width = 1;
    OptionalColor shadow_color;
    Bindable<double> shadow_size_x{.value = 1};
    Bindable<double> shadow_size_y{.value = 1};

    Expression text; ///< String (with [items]) or Logical; None: LABELITEM
    Expression expression;
    std::string encoding;
    Bindable<TextAlign> align;
    char wrap = '\0';
    int max_length = 0; ///< characters

    Bindable<double> angle{.value = 0}; ///< degrees, counter-clockwise
    AngleMode angle_mode = AngleMode::Fixed;
    Bindable<Placement> position{.value = Placement::CC};
    Bindable<int> offset_x{.value = 0};
    Bindable<int> offset_y{.value = 0};
    int buffer = 0; ///< pixels
    Bindable<int> priority{.value = 1};
    LabelForce force = LabelForce::Off;
    bool partials = false;
    double max_overlap_angle = 22.5; ///< degrees
    int min_distance = -1;           ///< pixels
    int repeat_distance = 0;         ///< pixels
    int min_feature_size = -1;       ///< pixels
    bool min_feature_size_auto = false;
    double min_scale_denominator = -1;
    double max_scale_denominator = -1;

    std::vector<Style> styles;
    std::vector<PreservedKeyword> kept;
    Position at{};
    friend bool operator==(Label const&, Label const&) = default;
};

struct Leader {
    int grid_step = 5;    ///< pixels
    int max_distance = 0; ///< pixels
    std::vector<Style> styles;
    std::vector<PreservedKeyword> kept;
    Position at{};
    friend bool operator==(Leader const&, Leader const&) = default;
};

} // namespace ms::mapfile
