// SPDX-License-Identifier: MIT
#include "render/draw/kml.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "base/trace.hpp"
#include "render/draw/kml_layer.hpp"
#include "render/plan/query_map.hpp"
#include "source/registry.hpp"
#include "source/remote/access.hpp"
#include "source/wms/server.hpp"

#include <fmt/format.h>

namespace ms::render {

namespace {

constexpr std::int64_t usual_max_features = 1000; // as MapServer

std::string metadata_of(PlanState const& plan, mapfile::Layer const& layer, std::string_view key)
{
    auto const* const own = layer.metadata.find(key);
    auto const* const value = own != nullptr ? own : plan.map->web.metadata.find(key);
    return value == nullptr ? std::string{} : *value;
}

std::int64_t max_features(VectorStep const& step) noexcept
{
    return step.max_drawn < 0 ? usual_max_features : step.max_drawn;
}

bool is_overlay(VectorStep const& step)
{
    auto const* const text = step.layer.metadata.find("kml_outputasraster");
    return step.layer.type == mapfile::LayerType::Raster || source::wms::is_cascaded(step.layer) ||
           (text != nullptr &&
            (equals_ignoring_case(*text, "true") || equals_ignoring_case(*text, "yes")));
}

std::string const& wms_address(PlanState const& plan, VectorStep const& step)
{
    for (auto const* const key : {"wms_onlineresource", "ows_onlineresource"}) {
        if (auto const* const found = plan.map->web.metadata.find(key)) {
            return *found;
        }
    }
    auto const text = fmt::format("layer \"{}\" is an image in KML, which its viewer gets from the "
                                  "WMS of the map: wms_onlineresource is missing",
                                  step.layer.name);
    throw PublicError{ErrorKind::BadMapfile, text, text};
}

void write_overlay(PlanState const& plan, VectorStep const& step, KmlFile& file)
{
    auto const& view = plan.viewport;
    auto const box = crs::Transformation{view.crs, crs::parse("EPSG:4326")}.forward(view.extent);
    auto const number = [](double value) { return fmt::format("{:.8f}", value); };
    auto const* const layer = plan.map->find_layer(step.layer.name);
    auto const place = layer == nullptr ? 0 : layer - plan.map->layers.data();
    auto& out = file.folder();
    out.open("GroundOverlay")
        .element("name", step.layer.name)
        .element("color", kml_color({255, 255, 255, kml_alpha(step.layer)}));
    out.element("drawOrder", std::to_string(place));
    auto const href = source::remote::with_parameters(
        wms_address(plan, step), {{"SERVICE", "WMS"},
                                  {"VERSION", "1.1.1"},
                                  {"REQUEST", "GetMap"},
                                  {"SRS", "EPSG:4326"},
                                  {"BBOX", fmt::format("{:.8f},{:.8f},{:.8f},{:.8f}", box.min_x,
                                                       box.min_y, box.max_x, box.max_y)},
                                  {"WIDTH", std::to_string(view.width)},
                                  {"HEIGHT", std::to_string(view.height)},
                                  {"LAYERS", step.layer.name},
                                  {"STYLES", ""},
                                  {"FORMAT", "image/png"},
                                  {"TRANSPARENT", "TRUE"}});
    out.open("Icon").element("href", href);
    out.close()
        .open("LatLonBox")
        .element("north", number(box.max_y))
        .element("south", number(box.min_y));
    out.element("west", number(box.min_x)).element("east", number(box.max_x));
    out.element("rotation", "0.0").close().close();
    file.keep(href.size() + 1000);
}

void write_features(PlanState const& plan, VectorStep const& step, feature::Schema const& schema,
                    auto const& start, Services const& services, KmlFile& file)
{
    auto query = step.query;
    query.pixel_size = 0;
    query.with_ids = true; // placemarks without a name have that of the layer and the id
    KmlItems items{step.layer, schema, query.fields};
    KmlFields const fields{query.fields, std::move(items)};
    KmlLayer layer{plan, step, fields, max_features(step), services, file};
    auto const cursor = start(query);
    feature::FeatureBatch batch;
    while (cursor->next(batch)) {
        services.deadline.check();
        if (!layer.add(batch)) {
            break;
        }
    }
}

void write_layer(PlanState const& plan, VectorStep const& step, Services const& services,
                 KmlFile& file)
{
    Timed const timed{services.trace, Stage::Layer, step.layer.name};
    file.begin_folder(step.layer.name, metadata_of(plan, step.layer, "kml_folder_display"));
    if (is_overlay(step)) {
        write_overlay(plan, step, file);
    } else if (step.picked != nullptr) {
        auto const start = [&](source::Query const& query) {
            return cursor_over(*step.picked, query);
        };
        write_features(plan, step, {}, start, services, file);
    } else if (step.layer.type == mapfile::LayerType::Chart) {
        services.log.write(LogLevel::Error,
                           fmt::format("layer \"{}\": TYPE CHART is left out: KML has no charts",
                                       step.layer.name));
    } else {
        auto const source = source::open_source(*plan.map, step.layer, services);
        write_features(
            plan, step, source->schema(),
            [&](source::Query const& query) { return source->start(query); }, services, file);
    }
    file.end_folder();
}

} // namespace

std::vector<std::uint8_t> write_kml(PlanState const& plan, Services const& services)
{
    KmlFile file{plan.map->name, plan.kml->is_zipped, *services.budget};
    for (auto const& step : plan.steps) {
        write_layer(plan, step, services, file);
    }
    Timed const timed{services.trace, Stage::Encode};
    return file.finish();
}

} // namespace ms::render
