// SPDX-License-Identifier: MIT
#include "render/plan/layer_plan.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "base/thread_counts.hpp"
#include "crs/transformation.hpp"
#include "mapfile/layer_kind.hpp"
#include "mapfile/resolve.hpp"
#include "mapfile/text_file.hpp"
#include "render/core/world_grid.hpp"
#include "render/plan/blends.hpp"
#include "render/plan/chart_plan.hpp"
#include "render/plan/class_plan.hpp"
#include "render/plan/label_plan.hpp"
#include "render/plan/line_styles.hpp"
#include "source/data_crs.hpp"
#include "source/layer_error.hpp"
#include "source/ogr/source.hpp"
#include "source/raster/computed.hpp"
#include "source/raster/tile_index.hpp"
#include "source/wms/server.hpp"
#include "style/binding.hpp"
#include "style/symbolizer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ms::render {

namespace {

using geometry::Kind;

/// The kind that a layer is drawn as; Kind::None for types that are not drawn.
Kind drawn_kind(mapfile::LayerType type)
{
    bool const is_made_up = type == mapfile::LayerType::Circle || type == mapfile::LayerType::Chart;
    return is_made_up ? Kind::Polygon : mapfile::kind_of(type);
}

crs::Definition crs_of(mapfile::Map const& map, mapfile::Layer const& layer, Viewport const& view)
{
    if (!view.crs.is_defined()) {
        return view.crs;
    }
    // The coordinates are the map's, which a request (WMS, a tile) may show in another CRS.
    auto const crs_of_map = [&] { return map.projection.is_set() ? map_crs(map) : view.crs; };
    if (!layer.projection.is_set()) {
        return crs_of_map();
    }
    if (layer.projection.is_auto()) {
        if (layer.type == mapfile::LayerType::Raster) {
            return view.crs; // that of the box; each file has its own
        }
        auto crs = source::data_crs(map, layer);
        return crs.is_defined() ? crs : crs_of_map(); // as in MapServer
    }
    try {
        return crs::parse(layer.projection.arguments, {map.proj_data()});
    } catch (Error const& error) {
        throw Error{error.kind(),
                    fmt::format("{}: layer \"{}\": {}", map.where(layer.projection.at), layer.name,
                                error.what())};
    }
}

/// GEOMTRANSFORM of a layer: the source returns its own kind of geometry, for any layer TYPE.
void plan_transform(mapfile::Map const& map, VectorStep& step)
{
    try {
        style::add_fields(step.query.fields,
                          style::parse_transform(step.layer.geom_transform, step.expressions));
    } catch (Error const& error) {
        throw Error{error.kind(),
                    fmt::format("{}: layer \"{}\": GEOMTRANSFORM: {}", map.where(step.layer.at),
                                step.layer.name, error.what())};
    }
    step.query.kind = Kind::None;
    step.needs_whole_precision = true;
}

/// A layer with its classes, as they are drawn.
struct Lines {
    std::shared_ptr<mapfile::Layer const> layer;
    std::vector<bool> is_whole; ///< of each entry: ClassPlan::is_whole
};

/// The classes of a layer of lines: whether they draw them as a whole, and without the casings that
/// MapServer does not draw.
Lines lines_of(mapfile::Map const& map, std::shared_ptr<mapfile::Layer const> layer, Kind kind,
               style::ClassSelection const& classes, std::vector<std::string>& notes)
{
    Lines lines{std::move(layer), std::vector<bool>(classes.entries().size(), false)};
    if (kind != Kind::Line) {
        return lines;
    }
    bool const is_shared = classes.draws_all_matching() && classes.entries().size() > 1;
    std::shared_ptr<mapfile::Layer> copy;
    for (std::size_t i = 0; i < lines.is_whole.size(); ++i) {
        auto const index = classes.entries()[i].index;
        auto const& drawn_class = lines.layer->classes[index];
        lines.is_whole[i] = draws_whole_lines(is_shared, drawn_class);
        if (!has_casings_to_drop(lines.is_whole[i], drawn_class)) {
            continue;
        }
        notes.push_back(fmt::format(
            "{}: layer \"{}\": OUTLINEWIDTH of some styles is not drawn (several classes draw "
            "a line, a style behind the first is bound or has no OUTLINECOLOR)",
            map.where(drawn_class.at), lines.layer->name));
        copy = copy ? copy : std::make_shared<mapfile::Layer>(*lines.layer);
        drop_casings(lines.is_whole[i], copy->classes[index]);
    }
    lines.layer = copy ? copy : lines.layer;
    return lines;
}

/// Classes of charts select features by their EXPRESSION alone: GROUP, STATUS and scale limits,
/// also those of their styles, are ignored, as in MapServer. Those of rasters colour values: they
/// are tested at every scale and with every STATUS.
double scale_of_classes(mapfile::Layer const& layer, Viewport const& view)
{
    constexpr double any = 0;
    bool const is_limited =
        layer.type != mapfile::LayerType::Chart && layer.type != mapfile::LayerType::Raster;
    return is_limited ? view.scale_denominator : any;
}

/// Adds the requirements of the layer's classes on the source and the canvas.
void plan_classes(mapfile::Map const& map, VectorStep& step, std::vector<bool> const& is_whole,
                  LabelsOfClass labels, double scale, std::vector<std::string>& notes)
{
    step.classes.collect_fields(step.query.fields);
    step.needs_whole_precision = step.classes.uses_shape();
    if (!step.layer.geom_transform.empty()) {
        plan_transform(map, step);
    }
    for (auto const& [index, message] : step.classes.faults()) {
        notes.push_back(fmt::format("{}: layer \"{}\": EXPRESSION: {}; the class takes no feature",
                                    map.where(step.layer.classes[index].at), step.layer.name,
                                    message));
    }
    for (std::size_t i = 0; i < is_whole.size(); ++i) {
        plan_class(map, step, step.classes.entries()[i].index, is_whole[i], labels, scale, notes);
    }
}

bool is_true(mapfile::Layer const& layer, std::string_view processing)
{
    auto const value = layer.processing_value(processing);
    return value && !equals_ignoring_case(trim(*value), "NO");
}

/// Circles and charts query other kinds than areas.
void plan_type(mapfile::Map const& map, VectorStep& step)
{
    auto const type = step.layer.type;
    if (type == mapfile::LayerType::Circle) {
        step.query.kind = Kind::Line; // from corner to corner of the box around it
        step.needs_whole_shapes = true;
    } else if (type == mapfile::LayerType::Chart) {
        try {
            plan_chart(step);
        } catch (Error const& error) {
            throw Error{error.kind(), fmt::format("{}: layer \"{}\": {}", map.where(step.layer.at),
                                                  step.layer.name, error.what())};
        }
    }
}

/// For images that must fit together: which vertices are thinned depends on where a shape is cut,
/// so the cut must be out of sight. Labels are those of the whole shapes.
void keep_more(VectorStep& step)
{
    constexpr double more_px = 4;
    for (auto& plan : step.class_plans) {
        plan.clip_px += more_px;
    }
    step.clip_px += more_px;
}

/// PROCESSING keys that need geometry beyond the edge of the image.
void plan_clipping(mapfile::Map const& map, VectorStep& step, LayerChanges changes)
{
    auto const& layer = step.layer;
    step.is_of_tile = changes.has_world_labels;
    bool const has_labels = std::ranges::any_of(
        step.class_plans, [](ClassPlan const& plan) { return !plan.labels.empty(); });
    try {
        if (has_labels || step.style_column >= 0) {
            step.has_world_labels = layer.processing_value("LABEL_ANCHOR")
                                        ? has_world_labels(layer)
                                        : changes.has_world_labels;
        }
        if (has_labels && step.has_world_labels) {
            step.needs_whole_labels = true;
            step.label_buffer_px = world_label_buffer(layer);
            keep_more(step);
        }
    } catch (Error const& error) {
        throw Error{error.kind(), fmt::format("{}: layer \"{}\": {}", map.where(layer.at),
                                              layer.name, error.what())};
    }
    step.needs_whole_labels |= has_labels && is_true(layer, "LABEL_NO_CLIP");
    if (step.kind == Kind::Line && is_true(layer, "POLYLINE_NO_CLIP")) {
        step.needs_whole_shapes = true;
        step.needs_both_shapes = false;
    }
    step.needs_both_shapes &= layer.type != mapfile::LayerType::Circle;
    step.query.with_ids |= layer.grid.has_value(); // distinguishes meridians from parallels
    step.needs_whole_labels |= has_labels && layer.grid.has_value();
    step.query.whole =
        step.needs_whole_labels || step.needs_whole_shapes || step.needs_whole_precision;
}

/// STYLEITEM: styles and labels are known when features come, and may be as wide as they like.
void plan_style_item(mapfile::Map const& map, VectorStep& step)
{
    bool const has_own_styles = step.layer.connection_type == mapfile::ConnectionType::Ogr;
    bool const is_auto = equals_ignoring_case(step.layer.style_item, "auto");
    auto const item =
        is_auto && has_own_styles ? std::string{source::ogr::style_field} : step.layer.style_item;
    if (item.empty()) {
        return;
    }
    if (is_auto && !has_own_styles) {
        if (step.layer.connection_type == mapfile::ConnectionType::Union) {
            return; // its layers are drawn one by one
        }
        throw Error{ErrorKind::BadMapfile,
                    fmt::format("{}: layer \"{}\": STYLEITEM \"AUTO\": the data source has no "
                                "styles of its own",
                                map.where(step.layer.at), step.layer.name)};
    }
    if (item.find("://") != std::string::npos) {
        throw Error{ErrorKind::BadMapfile,
                    fmt::format("{}: layer \"{}\": STYLEITEM \"{}\" is not supported",
                                map.where(step.layer.at), step.layer.name, item)};
    }
    constexpr double default_reach_px = 32;
    auto& fields = step.query.fields;
    style::add_field(fields, item);
    step.style_column = std::ranges::find(fields, item) - fields.begin();
    if (!step.layer.label_item.empty()) {
        style::add_field(fields, step.layer.label_item); // labels without TEXT
    }
    step.reach_px = std::max(step.reach_px, default_reach_px);
    step.clip_px = std::max(step.clip_px, default_reach_px);
    step.is_style_by_style = false;
}

/// The size of a pixel in units of the layer's CRS, on its shorter axis and averaged over the view.
/// For views that reach beyond the edge of the world, whose box is not meaningful.
double sampled_pixel_size(Viewport const& view, geometry::Box const& seen,
                          crs::Transformation const& to_map)
{
    constexpr int samples = 9; // per axis
    std::vector<geometry::Point> points;
    for (int row = 0; row < samples; ++row) {
        for (int column = 0; column < samples; ++column) {
            geometry::Point const at{std::lerp(seen.min_x, seen.max_x, (column + 0.5) / samples),
                                     std::lerp(seen.min_y, seen.max_y, (row + 0.5) / samples)};
            points.push_back(at);
            points.push_back({at.x + view.cell_size_x, at.y});
            points.push_back({at.x, at.y + view.cell_size_y});
        }
    }
    to_map.inverse(points);
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < points.size(); i += 3) {
        auto const distance = [&](std::size_t other) {
            return std::hypot(points[i + other].x - points[i].x, points[i + other].y - points[i].y);
        };
        auto const size = std::min(distance(1), distance(2));
        if (std::isfinite(size)) {
            sum += size;
            ++count;
        }
    }
    return count > 0 ? sum / count : std::numeric_limits<double>::infinity();
}

} // namespace

source::QueryImage image_of_query(mapfile::Layer const& layer, crs::Definition const& layer_crs,
                                  Viewport const& view)
{
    bool const is_placed = layer.projection.is_set() && view.crs.is_defined();
    bool const is_in_degrees = layer_crs.is_geographic() && view.crs.is_geographic();
    return {view.width, view.height, !is_placed || is_in_degrees};
}

namespace {

/// The box of the query: the image and the reach of symbols into it, in the layer's CRS.
void plan_box(VectorStep& step, Viewport const& view)
{
    if (step.layer.transform != mapfile::Transform::True) {
        return; // coordinates are pixels: everything is read
    }
    // Half a pixel: the extent ends in the centres of the outermost pixels. Slightly more, so that
    // rounding does not lose features on the edge itself, where many round coordinates lie.
    // Graticules and clusters are computed from the visible part, as in MapServer.
    bool const is_sampled = source::raster::is_sampled(step.layer);
    bool const is_made_up = step.layer.grid || step.layer.has_clusters() || is_sampled;
    double const reach = step.kind == Kind::Point ? view.edge_buffer : step.reach_px;
    double const margin = !is_made_up ? std::max(reach, step.label_buffer_px) + 0.500001
                          : step.layer.has_clusters() ? step.layer.cluster->buffer
                                                      : 0;
    auto const seen = is_sampled ? centres_seen_of(view) : vectors_seen_of(view, margin);
    step.query.world_edge = step.layer_crs.world_edge();
    crs::Transformation const to_map{step.layer_crs, view.crs};
    step.is_reprojected = !to_map.is_identity();
    auto const box = to_map.inverse_around(seen);
    if (box.is_empty()) {
        return; // the view has no image there; let every feature try
    }
    step.query.box = box;
    if (is_sampled) {
        step.query.image = image_of_query(step.layer, step.layer_crs, view);
    }
    if (step.layer.has_clusters()) {
        auto const pixel = pixel_of(box, seen, view);
        step.query.pixel_size = pixel.x;
        step.query.pixel_aspect = pixel.y / pixel.x;
        return;
    }
    // The finer of the two axes, so that nothing visible is thought too small.
    step.query.pixel_size = std::min(box.width() / (seen.width() / view.cell_size_x + 1),
                                     box.height() / (seen.height() / view.cell_size_y + 1));
    auto const meridian = step.query.world_edge.meridian;
    if (step.is_reprojected && meridian > 0 && box.min_x <= -meridian && box.max_x >= meridian) {
        step.query.pixel_size =
            std::min(step.query.pixel_size, sampled_pixel_size(view, seen, to_map));
    }
}

expr::Expression filter_of(mapfile::Map const& map, mapfile::Layer const& layer,
                           mapfile::Expressions const& expressions, std::vector<std::string>* notes)
{
    // A string FILTER without FILTERITEM was SQL before MapServer 7. Since then it takes no
    // feature of a file, as any FILTER that does not parse, and is an error of PostGIS layers; so
    // here. mapcheck reports both.
    try {
        return expressions.condition(layer.filter, layer.filter_item);
    } catch (Error const& error) {
        if (layer.connection_type == mapfile::ConnectionType::PostGis &&
            layer.filter.kind != mapfile::ExpressionKind::Logical) {
            throw Error{error.kind(),
                        fmt::format("{}: layer \"{}\": FILTER: {}; a condition in SQL is written "
                                    "as PROCESSING \"NATIVE_FILTER=...\"",
                                    map.where(layer.filter.at), layer.name, error.what())};
        }
        if (notes != nullptr) {
            notes->push_back(fmt::format("{}: layer \"{}\": FILTER: {}; it takes no feature",
                                         map.where(layer.filter.at), layer.name, error.what()));
        }
        return expr::parse("(1 = 0)");
    }
}

style::ClassSelection select_classes(mapfile::Map const& map, mapfile::Layer const& layer,
                                     mapfile::Expressions const& expressions,
                                     std::string_view group, double scale)
{
    try {
        return {layer, group, scale, expressions};
    } catch (Error const& error) {
        throw Error{error.kind(), fmt::format("{}: layer \"{}\": EXPRESSION: {}",
                                              map.where(layer.at), layer.name, error.what())};
    }
}

style::RasterProcessing processing_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    try {
        constexpr std::size_t max_lut_bytes = 65536;
        return style::parse_raster_processing(layer, [&](std::string_view name) {
            return mapfile::read_text_file(mapfile::map_path(map, name), max_lut_bytes);
        });
    } catch (PublicError const& error) {
        throw source::LayerError{
            error.kind(),
            fmt::format("layer \"{}\": {} ({})", layer.name, error.what(), map.where(layer.at)),
            source::not_drawn(layer.name, error.public_text()), error.where()};
    }
}

} // namespace

crs::Definition layer_crs(mapfile::Map const& map, mapfile::Layer const& layer,
                          Viewport const& view)
{
    return crs_of(map, layer, view);
}

expr::Expression layer_filter(mapfile::Map const& map, mapfile::Layer const& layer)
{
    return filter_of(map, layer, map.expressions, nullptr);
}

expr::Expression layer_filter(mapfile::Map const& map, PreparedLayer const& layer)
{
    return filter_of(map, *layer.layer, layer.expressions, nullptr);
}

FeatureLimits feature_limits(mapfile::Layer const& layer) noexcept
{
    if (layer.max_features <= 0) {
        return {};
    }
    bool const is_read_here = layer.connection_type == mapfile::ConnectionType::Local &&
                              layer.type != mapfile::LayerType::Chart && !layer.cluster;
    return is_read_here ? FeatureLimits{-1, layer.max_features}
                        : FeatureLimits{layer.max_features, -1};
}

/// Of PROJECTION AUTO: what the image shows, in the CRS of the index; nothing where nobody says
/// what that is, so that all files are requested.
static std::optional<geometry::Box> box_in_index(mapfile::Map const& map, VectorStep const& step,
                                                 Viewport const& view)
{
    if (step.layer.tile_index.empty() || !view.crs.is_defined() || !step.query.box) {
        return std::nullopt;
    }
    auto const index_crs = source::raster::crs_of_index(map, step.layer);
    if (!index_crs.is_defined()) {
        return std::nullopt;
    }
    auto const box = crs::Transformation{index_crs, view.crs}.inverse_around(seen_of(view, 1));
    return box.is_empty() ? std::nullopt : std::optional{box};
}

std::optional<VectorStep> plan_layer(mapfile::Map const& map, mapfile::Layer layer,
                                     Viewport const& view, LayerChoice const& choice,
                                     std::vector<std::string>& notes)
{
    PreparedLayer kept{std::make_shared<mapfile::Layer const>(std::move(layer)), map.expressions};
    return plan_layer(map, std::move(kept), view, choice, notes, {});
}

std::optional<VectorStep> plan_layer(mapfile::Map const& map, PreparedLayer prepared,
                                     Viewport const& view, LayerChoice const& choice,
                                     std::vector<std::string>& notes, LayerChanges changes)
{
    ++thread_counts().layers_planned;
    auto const& layer = *prepared.layer;
    // Images of other servers are rasters for any TYPE, as in MapServer.
    bool const is_raster =
        layer.type == mapfile::LayerType::Raster || source::wms::is_cascaded(layer);
    auto const kind = is_raster ? Kind::None : drawn_kind(layer.type);
    bool const is_chart = layer.type == mapfile::LayerType::Chart;
    if (!is_raster && kind == Kind::None) {
        throw Error{ErrorKind::BadMapfile,
                    fmt::format("{}: layer \"{}\": layers of this TYPE are not supported",
                                map.where(layer.at), layer.name)};
    }
    auto const& group = choice.class_group.empty() ? layer.class_group : choice.class_group;
    auto const scale = scale_of_classes(layer, view);
    auto classes = select_classes(map, layer, prepared.expressions,
                                  is_chart ? std::string_view{} : group, scale);
    bool const is_drawn = !changes.shows_results && !changes.tile_buffer; // vector tiles have them
    if (!is_raster && !is_chart && is_drawn) {
        classes.pass_on_what_is_off(layer);
    }
    auto const lines = lines_of(map, prepared.layer, kind, classes, notes);
    VectorStep step{.shared_layer = lines.layer,
                    .layer = *lines.layer,
                    .expressions = std::move(prepared.expressions),
                    .kind = kind,
                    .query = {},
                    .layer_crs = crs_of(map, layer, view),
                    .scaling = style::layer_scaling(layer, image_scale(view)),
                    .classes = std::move(classes),
                    .class_plans = {},
                    .blends = blends_of(map, layer),
                    .part = choice.part};
    step.query.kind = kind;
    step.query.filter =
        is_raster ? choice.filter
                  : expr::both(filter_of(map, layer, step.expressions, &notes), choice.filter);
    source::add_condition(step.query, layer, choice.requested_filter);
    auto const limits = is_raster ? FeatureLimits{} : feature_limits(layer);
    step.query.max_features = limits.fetched;
    step.max_drawn = limits.classified;
    step.query.scale_denominator = view.scale_denominator;
    if (is_raster) {
        step.raster = processing_of(map, step.layer);
        plan_box(step, view);
        if (step.layer.projection.is_auto()) {
            step.query.box = box_in_index(map, step, view);
        }
        return step;
    }
    plan_classes(map, step, lines.is_whole,
                 changes.has_no_labels ? LabelsOfClass::LeftOut : LabelsOfClass::Drawn, scale,
                 notes);
    plan_style_item(map, step);
    if (changes.tile_buffer) {
        step.reach_px = step.clip_px = *changes.tile_buffer;
        step.is_style_by_style = false;
    } else if (std::ranges::none_of(step.class_plans, [&](ClassPlan const& plan) {
                   return plan.is_drawn && (!plan.style_indexes.empty() || !plan.labels.empty() ||
                                            plan.fault || step.style_column >= 0);
               })) {
        return std::nullopt;
    }
    plan_type(map, step);
    plan_clipping(map, step, changes);
    plan_box(step, view);
    return step;
}

} // namespace ms::render
