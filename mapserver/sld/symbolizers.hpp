// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts symbolizers of SLD 1.0 and SE 1.1 to STYLEs and LABELs.

#include "base/xml.hpp"
#include "mapfile/model/map.hpp"
#include "sld/remote_images.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ms::sld {

/// Finds symbols in the styled map, and adds new ones.
class SymbolBuilder {
public:
    /// \param map the new map; receives symbols \param layer the styled layer
    /// \param images of other servers \param notes receives what is left out
    SymbolBuilder(mapfile::Map& map, mapfile::Layer const& layer, RemoteImages& images,
                  std::vector<std::string>& notes)
        : m_map(map), m_layer(layer), m_images(images), m_notes(notes)
    {}

    /// Whether the layer's sizes are in metres or feet: see size_units.
    [[nodiscard]] bool has_ground_sizes() const noexcept { return m_has_ground_sizes; }
    void set_ground_sizes(bool has) noexcept { m_has_ground_sizes = has; }
    [[nodiscard]] mapfile::LayerType layer_type() const noexcept { return m_layer.type; }
    /// The name of the symbol for a Mark; an unknown WellKnownName may be a symbol of the map,
    /// otherwise it is a square.
    [[nodiscard]] std::string mark(std::string_view well_known_name, bool is_filled);
    [[nodiscard]] std::string hatch();
    /// The name of the symbol for an image: a file, or one of another server. Only names that match
    /// "sld_external_graphic" of VALIDATION are allowed; other and failed ones give a note and "",
    /// which draws nothing.
    [[nodiscard]] std::string image(std::string const& href);
    /// The key of the FONTSET for a family, style and weight, or "".
    [[nodiscard]] std::string font(std::string const& family, std::string const& style,
                                   std::string const& weight) const;

private:
    std::string added(mapfile::Symbol symbol);
    std::string left_out(std::string_view why);
    std::string remote_image(std::string const& url);
    std::string image_file(std::string const& href, std::string_view path);

    mapfile::Map& m_map;
    mapfile::Layer const& m_layer;
    RemoteImages& m_images;
    std::vector<std::string>& m_notes;
    bool m_has_ground_sizes = false;
};

void append_point(XmlNode const& symbolizer, SymbolBuilder& builder, mapfile::Class& out);
void append_line(XmlNode const& symbolizer, SymbolBuilder& builder, mapfile::Class& out);
void append_polygon(XmlNode const& symbolizer, SymbolBuilder& builder, mapfile::Class& out);
void append_text(XmlNode const& symbolizer, SymbolBuilder& builder, mapfile::Class& out);

/// What a <Graphic> is drawn as; the lines of "shape://slash" are a hatch in an area, else a mark.
enum class GraphicUse : std::uint8_t { Mark, AreaFill };
/// A <Graphic> in a style: symbol, colours, size, angle, offset, opacity. Of a Mark and an
/// ExternalGraphic the first counts, the other replaces an image that is left out. \return whether
/// there is anything to draw
[[nodiscard]] bool apply_graphic(XmlNode const& graphic, GraphicUse use, SymbolBuilder& builder,
                                 mapfile::Style& style);
/// The stroked geometry: a line with COLOR, an area with OUTLINECOLOR.
enum class StrokeOf : std::uint8_t { Line, Area };
/// A <Stroke> with a plain colour.
void apply_stroke(XmlNode const& stroke, StrokeOf what, mapfile::Style& style);

} // namespace ms::sld
