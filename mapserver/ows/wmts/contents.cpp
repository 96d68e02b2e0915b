// SPDX-License-Identifier: MIT
#include "base/percent_encode.hpp"
#include "base/string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/wms/capabilities_annotations.hpp"
#include "ows/wms/capabilities_styles.hpp"
#include "ows/wmts/capabilities.hpp"
#include "ows/wmts/request.hpp"
#include "render/query/pick.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace ms::ows::wmts {

namespace {

using wms::LayerNode;

/// All digits of a number, for coordinates that clients compute tiles from.
std::string number(double value)
{
    return fmt::format("{}", value);
}

/// "urn:ogc:def:crs:EPSG::3857"; degrees are written as longitude, latitude.
std::string urn_of(std::string const& system)
{
    if (equals_ignoring_case(system, "EPSG:4326")) {
        return "urn:ogc:def:crs:OGC:1.3:CRS84";
    }
    auto const colon = system.find(':');
    return fmt::format("urn:ogc:def:crs:{}::{}", system.substr(0, colon), system.substr(colon + 1));
}

/// The keys of a text of the map, of a group, and of a layer.
struct TextKeys {
    std::string_view root;
    std::string_view group;
    std::string_view own;
};
constexpr TextKeys titles{"rootlayer_title", "group_title", "title"};
constexpr TextKeys abstracts{"rootlayer_abstract", "group_abstract", "abstract"};

std::string_view text_of(mapfile::Map const& map, LayerNode const& node, bool is_root,
                         TextKeys const& keys)
{
    auto const& of_map = map.web.metadata;
    if (is_root) {
        return wms::first_of(wms_value(of_map, keys.root), wms_value(of_map, keys.own));
    }
    if (node.layer) {
        return wms_value(map.layers[*node.layer].metadata, keys.own);
    }
    for (auto const& child : node.children) {
        auto const text = child.layer ? wms_value(map.layers[*child.layer].metadata, keys.group)
                                      : std::string_view{};
        if (!text.empty()) {
            return text;
        }
    }
    return {};
}

/// The box of all layers of which it is known, in degrees.
geometry::Box geographic_box(ContentsWriter& writer, Tileset const& tileset)
{
    geometry::Box all;
    for (auto const index : tileset.layers) {
        auto const place = extent_of(writer.call, writer.call.map->layers[index]);
        if (auto const box = place ? writer.transformer.geographic(*place) : std::nullopt) {
            all.extend({box->min_x, box->min_y});
            all.extend({box->max_x, box->max_y});
        }
    }
    return all;
}

void write_geographic_box(ContentsWriter& writer, Tileset const& tileset)
{
    auto const box = geographic_box(writer, tileset);
    if (box.is_empty()) {
        return;
    }
    writer.xml.open("ows:WGS84BoundingBox")
        .element("ows:LowerCorner", fmt::format("{:.6f} {:.6f}", box.min_x, box.min_y))
        .element("ows:UpperCorner", fmt::format("{:.6f} {:.6f}", box.max_x, box.max_y))
        .close();
}

void write_styles(ContentsWriter& writer, Tileset const& tileset)
{
    auto const format = wms::legend_format(*writer.call.map);
    bool is_default = true;
    for (auto const& style : styles_of(*writer.call.map, tileset)) {
        writer.xml.open("Style").attribute("isDefault", is_default ? "true" : "false");
        writer.xml.element("ows:Identifier", style);
        if (format) {
            auto const url = writer.address +
                             "SERVICE=WMS&VERSION=1.3.0&REQUEST=GetLegendGraphic&SLD_VERSION=1.1.0&"
                             "LAYER=" +
                             percent_encode(tileset.name) + "&FORMAT=" + percent_encode(*format) +
                             "&STYLE=" + percent_encode(style);
            writer.xml.open("LegendURL")
                .attribute("format", *format)
                .attribute("xlink:href", url)
                .close();
        }
        writer.xml.close();
        is_default = false;
    }
}

void write_dimensions(XmlWriter& xml, std::vector<TileDimension> const& dimensions)
{
    for (auto const& dimension : dimensions) {
        xml.open("Dimension").element("ows:Identifier", dimension.identifier);
        if (!dimension.units.empty()) {
            xml.element("ows:UOM", dimension.units);
        }
        xml.element("Default",
                    dimension.default_value.empty() ? "default" : dimension.default_value);
        for (auto const& value : dimension.values) {
            xml.element("Value", value);
        }
        xml.close();
    }
}

void write_limits(ContentsWriter& writer, Tileset const& tileset, TileMatrixSet const& set)
{
    auto const box = limits_of(writer.call, tileset, set.system);
    if (!box) {
        return;
    }
    auto& xml = writer.xml;
    xml.open("TileMatrixSetLimits");
    for (auto const& matrix : set.matrices) {
        if (auto const range = tiles_in(matrix, *box)) {
            xml.open("TileMatrixLimits")
                .element("TileMatrix", matrix.identifier)
                .element("MinTileRow", std::to_string(range->first_row))
                .element("MaxTileRow", std::to_string(range->last_row))
                .element("MinTileCol", std::to_string(range->first_column))
                .element("MaxTileCol", std::to_string(range->last_column))
                .close();
        }
    }
    xml.close();
}

void write_address(XmlWriter& xml, std::string_view format, std::string_view kind,
                   std::string const& address)
{
    xml.open("ResourceURL")
        .attribute("format", format)
        .attribute("resourceType", kind)
        .attribute("template", address)
        .close();
}

/// A slash within a name would lead elsewhere: such layers are reached by parameters.
void write_addresses(ContentsWriter& writer, Tileset const& tileset,
                     std::vector<TileDimension> const& dimensions, bool is_queryable)
{
    if (writer.path.empty() || tileset.name.find('/') != std::string::npos) {
        return;
    }
    auto tile = writer.path + '/' + percent_encode(tileset.name) + "/{Style}";
    for (auto const& dimension : dimensions) {
        tile += "/{" + dimension.identifier + '}';
    }
    tile += "/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}";
    for (auto const& format : writer.formats) {
        write_address(writer.xml, format.mime_type, "tile", tile + '.' + format.extension);
    }
    for (auto const& format : writer.info_formats) {
        if (auto const extension = info_extension(format); is_queryable && !extension.empty()) {
            write_address(writer.xml, format, "FeatureInfo",
                          tile + "/{J}/{I}." + std::string{extension});
        }
    }
}

void write_layer(ContentsWriter& writer, LayerNode const& node, Tileset const& tileset,
                 bool is_root)
{
    auto const& map = *writer.call.map;
    auto& xml = writer.xml;
    bool const is_queryable = std::ranges::any_of(
        tileset.layers, [&](std::size_t index) { return render::is_queryable(map.layers[index]); });
    auto const dimensions = dimensions_of(map, tileset);
    xml.open("Layer");
    xml.element("ows:Title", wms::first_of(text_of(map, node, is_root, titles), tileset.name));
    if (auto const abstract = text_of(map, node, is_root, abstracts); !abstract.empty()) {
        xml.element("ows:Abstract", abstract);
    }
    write_geographic_box(writer, tileset);
    xml.element("ows:Identifier", tileset.name);
    write_styles(writer, tileset);
    for (auto const& format : writer.formats) {
        xml.element("Format", format.mime_type);
    }
    for (auto const& format : writer.info_formats) {
        if (is_queryable) {
            xml.element("InfoFormat", format);
        }
    }
    write_dimensions(xml, dimensions);
    for (auto const& set : writer.sets) {
        if (is_drawn_in(map, tileset, set.system)) {
            xml.open("TileMatrixSetLink").element("TileMatrixSet", set.identifier);
            write_limits(writer, tileset, set);
            xml.close();
        }
    }
    write_addresses(writer, tileset, dimensions, is_queryable);
    xml.close();
}

/// What a tile of the node shows. A layer whose name is numbered, as others have it too, is found
/// among all of them only by comparing each.
Tileset tileset_of(mapfile::Map const& map, LayerNode const& node)
{
    if (node.layer && map.layers[*node.layer].name != node.name) {
        return {node.name, {*node.layer}};
    }
    return {node.name, wms::find_layers(map, node.name, "GetMap")};
}

/// Each name once: a path of groups may come back to one.
void write_node(ContentsWriter& writer, LayerNode const& node, bool is_root,
                std::set<std::string>& written)
{
    auto const& map = *writer.call.map;
    writer.call.services.deadline.check();
    auto const tileset = tileset_of(map, node);
    bool const is_drawn = is_offered(map, tileset.layers) &&
                          std::ranges::any_of(writer.sets, [&](TileMatrixSet const& set) {
                              return is_drawn_in(map, tileset, set.system);
                          });
    if (is_drawn && written.insert(node.name).second) {
        write_layer(writer, node, tileset, is_root);
    }
    for (auto const& child : node.children) {
        write_node(writer, child, false, written);
    }
}

void write_grid(XmlWriter& xml, TileMatrixSet const& set)
{
    xml.open("TileMatrixSet").element("ows:Identifier", set.identifier);
    xml.element("ows:SupportedCRS", urn_of(set.system));
    if (!set.scale_set.empty()) {
        xml.element("WellKnownScaleSet", set.scale_set);
    }
    bool const is_inverted = urn_of(set.system).find("EPSG") != std::string::npos &&
                             crs::parse(set.system).is_axis_inverted();
    for (auto const& matrix : set.matrices) {
        auto const [x, y] = matrix.top_left;
        auto const size = std::to_string(matrix.tile_px);
        xml.open("TileMatrix")
            .element("ows:Identifier", matrix.identifier)
            .element("ScaleDenominator", number(matrix.scale_denominator))
            .element("TopLeftCorner",
                     number(is_inverted ? y : x) + ' ' + number(is_inverted ? x : y))
            .element("TileWidth", size)
            .element("TileHeight", size)
            .element("MatrixWidth", std::to_string(matrix.columns))
            .element("MatrixHeight", std::to_string(matrix.rows))
            .close();
    }
    xml.close();
}

} // namespace

void write_contents(ContentsWriter& writer)
{
    writer.xml.open("Contents");
    std::set<std::string> written;
    write_node(writer, wms::layer_tree(*writer.call.map), true, written);
    for (auto const& set : writer.sets) {
        write_grid(writer.xml, set);
    }
    writer.xml.close();
}

} // namespace ms::ows::wmts
