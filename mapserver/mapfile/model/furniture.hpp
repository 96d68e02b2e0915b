// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// LEGEND, SCALEBAR, REFERENCE and QUERYMAP: the parts around the map itself.

#include "mapfile/model/label.hpp"

namespace ms::mapfile {

struct Legend {
    OptionalColor image_color = image::Color{255, 255, 255, 255};
    Size key_size{20, 10};
    Size key_spacing{5, 5};
    Label label{.size = {.value = 10}};
    bool has_label = false; ///< a LABEL block was given
    OptionalColor outline_color;
    Placement position = Placement::LL;
    bool post_label_cache = false;
    Status status = Status::Off;
    std::string template_path;
    std::optional<bool> transparent;
    std::vector<PreservedKeyword> kept;
    Position at{};
    friend bool operator==(Legend const&, Legend const&) = default;
};

struct ScaleBar {
    TextAlign align = TextAlign::Center;
    OptionalColor background_color;
    OptionalColor color = image::Color{};
    OptionalColor image_color;
    int intervals = 4;
    Label label;
    bool has_label = false;
    int offset_x = 0;
    int offset_y = 0;
    OptionalColor outline_color;
    Placement position = Placement::LL;
    bool post_label_cache = false;
    Size size{200, 3};
    Status status = Status::Off;
    int style = 0;
    std::optional<bool> transparent;
    Units units = Units::Miles;
    std::vector<PreservedKeyword> kept;
    Position at{};
    friend bool operator==(ScaleBar const&, ScaleBar const&) = default;
};

struct Reference {
    OptionalColor color = image::Color{255, 0, 0, 255};
    Extent extent;
    std::string image;
    SymbolReference marker;
    int marker_size = 0;
    int max_box_size = 0;
    int min_box_size = 3;
    OptionalColor outline_color = image::Color{};
    Size size;
    Status status = Status::Off;
    std::vector<PreservedKeyword> kept;
    Position at{};
    friend bool operator==(Reference const&, Reference const&) = default;
};

enum class QueryMapStyle : std::uint8_t { Normal, Hilite, Selected };

struct QueryMap {
    OptionalColor color = image::Color{255, 255, 0, 255};
    Size size;
    Status status = Status::Off;
    QueryMapStyle style = QueryMapStyle::Hilite;
    std::vector<PreservedKeyword> kept;
    Position at{};
    friend bool operator==(QueryMap const&, QueryMap const&) = default;
};

} // namespace ms::mapfile
