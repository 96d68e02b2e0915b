// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes symbolizers in the dialect of SLD 1.0 or SE 1.1.

#include "base/xml_writer.hpp"
#include "mapfile/model/map.hpp"
#include "sld/version.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ms::sld {

/// Knows the dialect; numbers come as MapServer prints them.
class SeWriter {
public:
    SeWriter(XmlWriter& xml, mapfile::Map const& map, Version version)
        : m_xml(xml), m_map(map), m_version(version)
    {}

    [[nodiscard]] XmlWriter& xml() noexcept { return m_xml; }
    [[nodiscard]] mapfile::Map const& map() const noexcept { return m_map; }

    // Elements with their prefix.
    void open(std::string_view name);
    void close() { m_xml.close(); }
    void element(std::string_view name, std::string_view value);
    /// CssParameter or SvgParameter.
    void parameter(std::string_view name, std::string_view value);
    void bound_parameter(std::string_view name, mapfile::Bindable<double> const& value,
                         std::string const& text);
    void color(std::string_view name, mapfile::Bindable<mapfile::OptionalColor> const& color);

private:
    [[nodiscard]] std::string prefixed(std::string_view name) const;

    XmlWriter& m_xml;
    mapfile::Map const& m_map;
    Version m_version;
};

/// 0 to 1, of the style and of the colour's alpha together.
[[nodiscard]] double opacity_of(mapfile::Style const& style, mapfile::OptionalColor const& color);
/// "#rrggbb"
[[nodiscard]] std::string hex_color(image::Color const& color);
[[nodiscard]] std::string two_decimals(double value);
[[nodiscard]] std::string six_digits(double value);
[[nodiscard]] bool is_set(mapfile::Bindable<mapfile::OptionalColor> const& color);
/// The symbol that a style names, or nullptr.
[[nodiscard]] mapfile::Symbol const* symbol_of(mapfile::Map const& map,
                                               mapfile::Style const& style);

void write_point(SeWriter& writer, mapfile::Layer const& layer, mapfile::Style const& style);
void write_line(SeWriter& writer, mapfile::Layer const& layer, mapfile::Style const& style);
void write_polygon(SeWriter& writer, mapfile::Layer const& layer, mapfile::Style const& style);
void write_text(SeWriter& writer, mapfile::Layer const& layer, mapfile::Class const& in,
                mapfile::Label const& label);

/// <RasterSymbolizer> of classes of one group: opacity of the layer, and a ColorMap of those that
/// compare [pixel] with numbers; comments replace others.
void write_raster(SeWriter& writer, mapfile::Layer const& layer,
                  std::vector<mapfile::Class const*> const& classes);

/// <Graphic>, or nothing if the symbol cannot be written.
void write_graphic(SeWriter& writer, mapfile::Layer const& layer, mapfile::Style const& style);

/// A vector or ellipse symbol, drawn in the colours and size of a style, as an SVG document.
/// \param color of the fill, or of the stroke of a symbol that is not filled
[[nodiscard]] std::string to_svg(mapfile::Symbol const& symbol, mapfile::Style const& style,
                                 mapfile::OptionalColor const& color,
                                 mapfile::OptionalColor const& outline);

} // namespace ms::sld
