// SPDX-License-Identifier: MIT
#include "ows/features/gml.hpp"

#include "base/string.hpp"
#include "base/xml_writer.hpp"
#include "crs/transformation.hpp"
#include "geometry/nesting.hpp"
#include "mapfile/visible_items.hpp"
#include "ows/common/metadata.hpp"
#include "ows/features/element_name.hpp"
#include "ows/features/gml_feature.hpp"
#include "ows/features/growing_answer.hpp"

#include <algorithm>
#include <numeric>

namespace ms::ows {

namespace {

/// False if gml_geometries is "none": then not even bounds are written.
bool shows_places(mapfile::Layer const& layer)
{
    auto const* const list = find_gml(layer.metadata, "geometries");
    return list == nullptr || !equals_ignoring_case(trim(*list), "none");
}

/// gml_layername or gml_featurename, else the layer's name with a suffix.
std::string name_of(mapfile::Layer const& layer, std::string_view key, std::string_view suffix)
{
    auto const* const given = find_gml(layer.metadata, key);
    return element_name(given == nullptr ? layer.name + std::string{suffix} : *given);
}

FeatureForm form_of(render::PickedLayer const& picked, crs::Definition const& crs)
{
    auto const& layer = picked.definition;
    FeatureForm form{.gml = {.version = Gml::V212, .srs_name = crs.authority_code()},
                     .type_name = name_of(layer, "featurename", "_feature"),
                     .properties = properties_of(layer, picked.fields, mapfile::ItemRules::Gml)};
    form.gml.has_z = form.properties.has_z;
    form.chosen.items.resize(form.properties.items.size());
    std::iota(form.chosen.items.begin(), form.chosen.items.end(), std::size_t{0});
    form.chosen.has_geometry = shows_places(layer);
    return form;
}

/// \param text to which what has been written so far goes, piece by piece
void write_layer(XmlWriter& xml, render::PickedLayer const& picked, crs::Definition const& crs,
                 GrowingText& text)
{
    auto const& layer = picked.definition;
    xml.open(name_of(layer, "layername", "_layer"));
    if (auto const* const title = find_gml(layer.metadata, "title")) {
        xml.element("gml:name", *title);
    }
    auto const form = form_of(picked, crs);
    crs::Transformation const to_answer{picked.crs, crs};
    std::string features;
    geometry::GeometryColumn shapes;
    render::PickedReader reader{picked};
    while (auto const* const found = reader.next()) {
        geometry::nest(found->features.geometry, shapes);
        to_answer.forward(shapes.points);
        features.clear();
        for (std::size_t row = 0; row < shapes.size(); ++row) {
            append_feature(features, form, {found->features, shapes, row});
        }
        xml.markup(trim(features));
        text.append(xml.take_begun());
    }
    xml.close();
}

/// Layers' names may have a prefix ("cite:Lakes"), which only its declaration makes well-formed.
void declare_prefixes(XmlWriter& xml, render::Selection const& selection)
{
    std::vector<std::string> declared{"", "gml", "xlink", "xsi", "xml", "xmlns"};
    for (auto const& picked : selection.layers) {
        auto const name = element_name(picked.definition.name);
        auto const colon = name.find(':');
        auto const prefix = name.substr(0, colon);
        if (colon != std::string::npos && std::ranges::find(declared, prefix) == declared.end()) {
            xml.attribute("xmlns:" + prefix, "http://mapserver.gis.umn.edu/mapserver");
            declared.push_back(prefix);
        }
    }
}

} // namespace

http::Response gml_document(Call const& call, crs::Definition const& crs,
                            std::string const& content_type, render::Selection const& selection)
{
    auto const& metadata = call.map->web.metadata;
    auto const* const root = find_gml(metadata, "rootname");
    XmlWriter xml{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"};
    xml.open(root == nullptr ? "msGMLOutput" : element_name(*root));
    if (auto const* const uri = find_gml(metadata, "uri")) {
        xml.attribute("xmlns", *uri);
    }
    xml.attribute("xmlns:gml", "http://www.opengis.net/gml")
        .attribute("xmlns:xlink", "http://www.w3.org/1999/xlink")
        .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
    declare_prefixes(xml, selection);
    if (auto const* const schema = find_gml(metadata, "schema")) {
        xml.attribute("xsi:schemaLocation", *schema);
    }
    if (auto const* const description = find_gml(metadata, "description")) {
        xml.element("gml:description", *description);
    }
    GrowingText text{call, http::text_response(200, content_type, {})};
    for (auto const& picked : selection.layers) {
        write_layer(xml, picked, crs, text);
    }
    xml.close();
    text.append(xml.take());
    return text.finish();
}

} // namespace ms::ows
