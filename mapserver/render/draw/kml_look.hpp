// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// How a feature looks in KML: the Style that its placemark refers to.

#include "base/xml_writer.hpp"
#include "image/color.hpp"
#include "mapfile/model/layer.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace ms::render {

struct KmlLine {
    image::Color color;
    double width_px = 1;
};

struct KmlIcon {
    std::string name; ///< of its symbol, with size and colour: a part of the id
    std::string href;
};

struct KmlLook {
    std::optional<image::Color> area;
    std::optional<KmlLine> line;
    std::optional<image::Color> text;
    std::optional<KmlIcon> icon;

    [[nodiscard]] bool is_empty() const noexcept { return !area && !line && !text && !icon; }
};

/// "ff0000dc": alpha, blue, green, red.
[[nodiscard]] std::string kml_color(image::Color color);

/// The opacity of the layer (COMPOSITE), 255 if it has none.
[[nodiscard]] std::uint8_t kml_alpha(mapfile::Layer const& layer) noexcept;

/// "style_line_ff0000dc_w1.0", as MapServer names them; the same for the same look.
[[nodiscard]] std::string kml_style_id(KmlLook const& look);

/// <Style id="...">
void write_kml_style(XmlWriter& out, KmlLook const& look);

} // namespace ms::render
