// SPDX-License-Identifier: MIT
#include "ows/features/feature_request.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "expr/build.hpp"
#include "expr/functions.hpp"
#include "expr/node.hpp"
#include "mapfile/declared_z.hpp"
#include "mapfile/layer_kind.hpp"
#include "ows/common/substitutions.hpp"
#include "render/plan/layer_plan.hpp"
#include "render/plan/union_members.hpp"
#include "source/registry.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ms::ows {

namespace {

using expr::NodePtr;
using expr::Operator;
using expr::Type;

/// A box without an area is a line or a point: as a polygon it would be invalid.
std::string text_of(geometry::Box const& box)
{
    if (box.width() == 0 && box.height() == 0) {
        return fmt::format("POINT({} {})", box.min_x, box.min_y);
    }
    if (box.width() == 0 || box.height() == 0) {
        return fmt::format("LINESTRING({} {},{} {})", box.min_x, box.min_y, box.max_x, box.max_y);
    }
    return fmt::format("POLYGON(({0} {1},{0} {3},{2} {3},{2} {1},{0} {1}))", box.min_x, box.min_y,
                       box.max_x, box.max_y);
}

std::size_t fetch(FeatureRequest& request, std::size_t field)
{
    auto& names = request.query.fields;
    auto const& name = request.schema[field].name;
    auto const found = std::ranges::find(names, name);
    auto const column = static_cast<std::size_t>(found - names.begin());
    if (found == names.end()) {
        names.push_back(name);
        request.fields.push_back(request.schema[field]);
    }
    return column;
}

/// Shapefiles return their shapes unchanged; a database's mixed kinds are converted to that of
/// TYPE. So are those of OGR, but for polygons in layers of lines, which stay polygons, as in
/// MapServer.
geometry::Kind kind_of_features(mapfile::Layer const& layer) noexcept
{
    using mapfile::ConnectionType;
    using mapfile::LayerType;
    bool const is_converted =
        layer.connection_type == ConnectionType::PostGis ||
        (layer.connection_type == ConnectionType::Ogr && layer.type != LayerType::Line);
    return is_converted ? mapfile::kind_of(layer.type) : geometry::Kind::None;
}

/// MAXDISTANCE of clusters is in pixels of the map as its EXTENT and SIZE show it, and all points
/// there are grouped, whatever box is requested, as in MapServer.
void measure_clusters(mapfile::Map const& map, FeatureRequest& request)
{
    bool const has_pixels = map.extent.is_set() && map.size.width > 0 && map.size.height > 0;
    if (!request.definition.has_clusters() || !has_pixels) {
        return;
    }
    auto const view = render::make_viewport(map, {});
    crs::Transformation const to_map{request.layer_crs, view.crs};
    if (auto const seen = to_map.inverse(view.extent); !seen.is_empty()) {
        request.query.pixel_size = view.cell_size_x * seen.width() / view.extent.width();
        request.clustered = seen;
    }
}

/// OGC API does not read ows_geometry_precision, as in MapServer, but that of WFS.
std::string const* find_precision(mapfile::StringMap const& metadata, Service service)
{
    constexpr std::string_view key = "geometry_precision";
    if (service != Service::Oga) {
        return find_of(service, metadata, key);
    }
    auto const* const own = metadata.find("oga_geometry_precision");
    return own == nullptr ? metadata.find("wfs_geometry_precision") : own;
}

} // namespace

bool is_feature_type(mapfile::Layer const& layer)
{
    using mapfile::LayerType;
    return !layer.name.empty() &&
           (layer.type == LayerType::Point || layer.type == LayerType::Line ||
            layer.type == LayerType::Polygon);
}

bool uses_default_extent(mapfile::Map const& map, mapfile::Layer const& layer, Service service)
{
    constexpr std::string_view key = "use_default_extent_for_getfeature";
    auto const* use = find_of(service, layer.metadata, key);
    use = use == nullptr ? find_of(service, map.web.metadata, key) : use;
    return use == nullptr || !equals_ignoring_case(trim(*use), "false");
}

void open_layer(Call const& call, FeatureRequest& request, crs::Definition const& answer,
                Service service)
{
    render::Viewport view;
    view.crs = answer;
    std::vector<std::string> notes;
    auto const values = substitutions(call.parameters());
    render::LayerChoice const choice{.layer = request.layer, .class_group = {}, .filter = {}};
    request.map = render::with_prepared_members(call.map, {choice}, view, values, notes);
    auto const& map = *request.map;
    auto const prepared = render::prepared(map, map.layers[request.layer], view, values, notes);
    request.definition = *prepared.layer;
    auto const& layer = request.definition;
    request.layer_crs = render::layer_crs(map, layer, view);
    request.to_answer = crs::Transformation{request.layer_crs, answer};
    request.source = source::open_source(map, layer, call.services);
    request.schema = request.source->schema().fields;
    auto& query = request.query;
    query.kind = kind_of_features(layer);
    query.whole = true;
    query.with_z = mapfile::declares_z(layer);
    query.null_geometry = uses_default_extent(map, layer, service) ? source::NullGeometry::Excluded
                                                                   : source::NullGeometry::Returned;
    query.filter = render::layer_filter(map, prepared);
    measure_clusters(map, request);
}

void also(FeatureRequest& request, expr::Expression const& condition)
{
    source::add_condition(request.query, request.definition, condition);
}

void also_in(FeatureRequest& request, geometry::Box const& box)
{
    if (box.is_empty()) {
        also(request, nothing());
        return;
    }
    request.query.box = box;
    if (auto const& all = request.clustered; !all.is_empty()) {
        request.query.box->extend({all.min_x, all.min_y});
        request.query.box->extend({all.max_x, all.max_y});
    }
    // Conditions are about the coordinates of tiles, the box is transformed to their CRSs.
    if (request.definition.tile_srs.empty()) {
        also(request, touches(box));
    }
}

void fetch_chosen(FeatureRequest& request)
{
    auto& properties = request.properties;
    request.query.with_z = request.query.with_z && request.chosen.has_geometry;
    for (auto const item : request.chosen.items) {
        properties.items[item].field = fetch(request, properties.items[item].field);
    }
    if (properties.id) {
        properties.id = fetch(request, *properties.id);
    }
}

expr::Expression touches(geometry::Box const& box)
{
    auto const text = text_of(box);
    auto const shape = expr::build_call(expr::function_of(expr::FunctionId::FromText),
                                        {expr::make_node(expr::TextLiteral{text}, Type::Text)}, 0);
    return expr::Expression{
        expr::build_call(expr::function_of(expr::FunctionId::Intersects),
                         {expr::make_node(expr::ShapeOfFeature{}, Type::Shape), shape}, 0)};
}

expr::Expression is_one_of(std::string const& field, std::span<std::string const> values)
{
    auto const subject = expr::make_node(expr::Attribute{field, Type::Text}, Type::Text);
    NodePtr any;
    for (auto const& value : values) {
        auto const literal = expr::make_node(expr::TextLiteral{value}, Type::Text);
        auto one = expr::build_comparison(Operator::Equal, subject, literal, 0);
        any = any ? expr::build_operation(Operator::Or, {any, one}, 0) : one;
    }
    return expr::Expression{any};
}

expr::Expression nothing()
{
    return expr::Expression{expr::make_node(expr::NumberLiteral{0}, Type::Boolean)};
}

int geometry_digits(mapfile::Map const& map, mapfile::Layer const& layer, Service service)
{
    constexpr int usual = 6;
    constexpr int most = 20;
    auto const* text = find_precision(layer.metadata, service);
    text = text == nullptr ? find_precision(map.web.metadata, service) : text;
    auto const number = text == nullptr ? std::nullopt : parse_int(trim(*text));
    return number ? std::clamp(*number, 0, most) : usual;
}

void check_answer_size(Call const& call, std::size_t bytes)
{
    if (2 * bytes > call.services.max_kept_bytes) {
        throw Error{ErrorKind::Limit, "the query selects too much to be answered at once"};
    }
}

} // namespace ms::ows
