// SPDX-License-Identifier: MIT
#include "render/draw/kml_look.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ms::render {

std::string kml_color(image::Color color)
{
    return fmt::format("{:02x}{:02x}{:02x}{:02x}", color.alpha, color.blue, color.green, color.red);
}

std::uint8_t kml_alpha(mapfile::Layer const& layer) noexcept
{
    auto const percent = layer.compositors.empty() ? 100 : layer.compositors.front().opacity;
    return static_cast<std::uint8_t>(std::clamp(percent, 0, 100) * 255 / 100); // 50: 127
}

std::string kml_style_id(KmlLook const& look)
{
    std::string id = "style";
    if (look.line) {
        id += fmt::format("_line_{}_w{:.1f}", kml_color(look.line->color), look.line->width_px);
    }
    if (look.area) {
        id += "_polygon_" + kml_color(*look.area);
    }
    if (look.text) {
        id += "_label_" + kml_color(*look.text);
    }
    return look.icon ? id + "_symbol_" + look.icon->name : id;
}

void write_kml_style(XmlWriter& out, KmlLook const& look)
{
    out.open("Style").attribute("id", kml_style_id(look));
    if (look.area) {
        out.open("PolyStyle").element("color", kml_color(*look.area)).close();
    }
    if (look.line) {
        out.open("LineStyle").element("color", kml_color(look.line->color));
        out.element("width", fmt::format("{:.1f}", look.line->width_px)).close();
    }
    if (look.icon) {
        out.open("IconStyle").open("Icon").element("href", look.icon->href).close().close();
    }
    if (look.text) {
        out.open("LabelStyle").element("color", kml_color(*look.text)).close();
    }
    out.close();
}

} // namespace ms::render
