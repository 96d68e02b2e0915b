// SPDX-License-Identifier: MIT
#include "programs/trial.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "crs/definition.hpp"
#include "ogr/load.hpp"
#include "ows/wms/catalogue.hpp"
#include "ows/wms/catalogue_faults.hpp"
#include "programs/raster_advice.hpp"
#include "render/core/output.hpp"
#include "render/core/services.hpp"
#include "render/plan/plan.hpp"
#include "render/plan/plan_state.hpp"
#include "sld/style_files.hpp"
#include "source/feature_source.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/raster/files.hpp"
#include "source/registry.hpp"
#include "store/tile_stores.hpp"
#include "style/symbol_art.hpp"
#include "style/symbol_files.hpp"
#include "text/font_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ms::programs {

namespace {

using mapfile::ConnectionType;
using mapfile::LayerType;

bool is_tried(mapfile::Layer const& layer)
{
    bool const is_readable = layer.type != LayerType::Raster || ogr::has_module();
    return is_readable && layer.type != LayerType::TileIndex && layer.type != LayerType::Query;
}

bool is_in_database(mapfile::Layer const& layer)
{
    return layer.connection_type == ConnectionType::PostGis;
}

bool has_data(mapfile::Layer const& layer)
{
    return !layer.data.empty() || !layer.tile_index.empty() || !layer.connection.empty();
}

/// Any view is sufficient: the result does not depend on it, and a map for WMS may have none.
render::ViewportRequest some_view(mapfile::Map const& map)
{
    auto request = render::view_of_mapfile(map);
    if (!map.extent.is_set()) {
        request.extent = geometry::Box{0, 0, 1, 1};
    }
    request.size = mapfile::Size{100, 100};
    return request;
}

/// Whether an error is known between the beginning of a layer and that of the next.
bool has_error(mapfile::Map const& map, std::size_t index, std::span<mapfile::Problem const> known)
{
    auto const begin = map.layers[index].at;
    return std::ranges::any_of(known, [&](mapfile::Problem const& problem) {
        bool const is_behind = problem.at.file == begin.file && problem.at.line >= begin.line;
        bool const is_before_next = index + 1 == map.layers.size() ||
                                    map.layers[index + 1].at.file != begin.file ||
                                    problem.at.line < map.layers[index + 1].at.line;
        return problem.severity == mapfile::Severity::Error && is_behind && is_before_next;
    });
}

class Trial {
public:
    Trial(std::shared_ptr<mapfile::Map const> map, Databases databases)
        : m_map(std::move(map)), m_asks(databases == Databases::Asked),
          m_format({.name = "png", .driver = "AGG/PNG"}),
          m_viewport(render::make_viewport(*m_map, some_view(*m_map)))
    {
        if (m_asks) {
            m_log = Log{LogLevel::Error,
                        [this](LogLine const& line) { m_logged.emplace_back(line.message); }};
        }
    }

    void try_layer(std::size_t index)
    {
        auto const& layer = m_map->layers[index];
        if (!layer.projection.is_auto()) { // of AUTO, the plan asks the data
            (void)crs::parse(layer.projection.arguments, {m_map->proj_data()});
        }
        render::Overrides overrides;
        overrides.layers.emplace().push_back({.layer = index, .class_group = {}, .filter = {}});
        overrides.embeds_furniture = false;
        auto const plan = render::make_plan(m_map, m_viewport, overrides, m_format);
        try_symbols(layer);
        if (m_asks) {
            ows::wms::try_catalogues(*m_map, layer, m_viewport, m_services);
        }
        if (!has_data(layer) || (is_in_database(layer) && !m_asks)) {
            return;
        }
        auto const source = source::open_source(*m_map, layer, m_services);
        (void)source->schema();
        if (is_in_database(layer)) {
            try_statements(*source, plan);
            return;
        }
        if (layer.type != LayerType::Raster) { // columns that files lack are noticed at the start
            for (auto const& step : plan.state().steps) {
                (void)source->start(step.query);
            }
        }
    }

    /// What a server would have logged about the last layer: a database's own words.
    [[nodiscard]] std::vector<std::string> take_logged() { return std::exchange(m_logged, {}); }

    /// The causes that make a raster layer slow, with remedies.
    [[nodiscard]] std::vector<std::string> advice(std::size_t index) const
    {
        auto const& layer = m_map->layers[index];
        if (layer.type != LayerType::Raster || layer.data.empty() || !layer.tile_index.empty()) {
            return {};
        }
        auto const files = source::raster::files_of(*m_map, layer, std::nullopt, m_services);
        if (files.empty()) { // CONFIG "ON_MISSING_DATA"
            return {};
        }
        auto const& path = files.front().path;
        auto const sources = source::raster::sources_of(*m_map, layer, path, m_services);
        auto const opened = source::raster::open_file(*m_map, layer, path, m_services);
        return raster_advice(layer, opened.file->header(), sources ? sources->size() : 0);
    }

private:
    /// A layer that this view's scale leaves out has no step.
    static void try_statements(source::FeatureSource& source, render::Plan const& plan)
    {
        for (auto const& step : plan.state().steps) {
            source.try_plan(step.query);
        }
        if (plan.state().steps.empty()) {
            source.try_plan({});
        }
    }

    /// The files of those that its styles use.
    void try_symbols(mapfile::Layer const& layer)
    {
        for (auto const& tried_class : layer.classes) {
            for (auto const& tried_style : tried_class.styles) {
                auto const* const symbol = style::find_symbol(*m_map, tried_style.symbol.value);
                if (symbol != nullptr && symbol->type == mapfile::SymbolType::Pixmap) {
                    (void)m_art.pixmap(*symbol);
                } else if (symbol != nullptr && symbol->type == mapfile::SymbolType::Svg) {
                    (void)m_art.svg(*symbol);
                } else if (symbol != nullptr && symbol->type == mapfile::SymbolType::TrueType) {
                    (void)m_art.font(*symbol);
                }
            }
        }
    }

    std::shared_ptr<mapfile::Map const> m_map;
    bool m_asks;
    mapfile::OutputFormat m_format;
    render::Viewport m_viewport;
    std::vector<std::string> m_logged;
    Log m_log;
    source::postgis::Databases m_databases;
    Deadline m_deadline;
    text::FontCache m_fonts;
    style::SymbolFiles m_symbol_files;
    render::Services m_services{{m_log, m_databases, m_deadline}, m_fonts, &m_symbol_files};
    style::SymbolArt m_art{*m_map, &m_fonts, &m_symbol_files};
};

/// What images of the map are written as.
void try_format(mapfile::Map const& map)
{
    auto const format = render::find_output_format(map, {});
    if (!render::is_supported(format)) {
        throw Error{ErrorKind::BadMapfile,
                    fmt::format("IMAGETYPE: output format \"{}\": the driver {} is not supported",
                                format.name, format.driver)};
    }
}

/// A name that leads to no tile store; "" if there is none. The server would keep no tiles on disk,
/// and maps look the same.
std::string wrong_store_of(mapfile::Map const& map)
{
    for (auto const* const key : {"wms_tile_cache_store", "ows_tile_cache_store"}) {
        auto const* const name = map.web.metadata.find(key);
        if (name != nullptr && !name->empty() && !store::is_store_name(*name)) {
            return fmt::format(
                "METADATA {} \"{}\" is not the name of a tile store: letters, digits, "
                "_ and -, then .gpkg, .files, .bundles or nothing",
                key, *name);
        }
    }
    return {};
}

} // namespace

std::vector<mapfile::Problem> try_layers(std::shared_ptr<mapfile::Map const> const& map,
                                         Databases databases,
                                         std::span<mapfile::Problem const> known)
{
    std::vector<mapfile::Problem> problems;
    auto const note = [&](mapfile::Position at, std::string const& what,
                          mapfile::Severity severity = mapfile::Severity::Error) {
        problems.push_back({severity, at, map->where(at), what});
    };
    if (auto const wrong = wrong_store_of(*map); !wrong.empty()) {
        note(map->at, wrong, mapfile::Severity::Warning);
    }
    std::vector<std::string> notes;
    try {
        try_format(*map);
    } catch (Error const& error) {
        note(map->at, error.what());
    }
    try {
        Trial trial{sld::with_style_files(map, notes), databases};
        for (std::size_t i = 0; i < map->layers.size(); ++i) {
            auto const& layer = map->layers[i];
            for (auto const& fault : ows::wms::catalogue_faults(*map, layer)) {
                note(layer.at, fault, mapfile::Severity::Warning);
            }
            try {
                if (is_tried(layer) && !has_error(*map, i, known)) {
                    trial.try_layer(i);
                    for (auto const& line : trial.take_logged()) {
                        note(layer.at, line, mapfile::Severity::Warning);
                    }
                    for (auto const& advice : trial.advice(i)) {
                        note(layer.at, advice, mapfile::Severity::Warning);
                    }
                }
            } catch (Error const& error) {
                auto const logged = trial.take_logged();
                note(layer.at, logged.empty() ? error.what() : logged.back());
            }
        }
    } catch (Error const& error) {
        note({}, error.what());
    }
    return problems;
}

} // namespace ms::programs
