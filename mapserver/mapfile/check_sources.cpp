// SPDX-License-Identifier: MIT
// Checks the data sources of layers.
#include "mapfile/check.hpp"

#include "base/string.hpp"

#include <filesystem>

namespace ms::mapfile {

namespace {

std::string with_blanks(std::string_view text)
{
    std::string out{text};
    for (char& c : out) {
        c = c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
    }
    return out;
}

/// `geometry from source [using unique column] [using srid=number]`.
void check_postgis_data(Layer const& layer, ProblemList& problems)
{
    auto const data = with_blanks(layer.data);
    auto const from = find_ignoring_case(data, " from ");
    if (from == std::string::npos || trim(data.substr(0, from)).empty()) {
        problems.error(layer.data_at, "DATA of a POSTGIS layer is \"geometry from table\"");
        return;
    }
    if (auto const srid = find_ignoring_case(data, " using srid"); srid != std::string::npos) {
        auto const equals = data.find_first_not_of(' ', srid + 11);
        bool const has_number = equals != std::string::npos && data[equals] == '=' &&
                                data.find_first_of("0123456789%", equals) != std::string::npos;
        if (!has_number) {
            problems.error(layer.data_at, "DATA: \"using srid\" needs \"=number\"");
        }
    }
}

bool has_source(Layer const& layer)
{
    return !layer.data.empty() || !layer.tile_index.empty() || !layer.connection.empty() ||
           !layer.features.empty() || layer.grid.has_value();
}

bool is_drawn(Layer const& layer)
{
    return layer.status != Status::Off && layer.type != LayerType::Query &&
           layer.type != LayerType::TileIndex;
}

void check_layer(Layer const& layer, ProblemList& problems)
{
    bool const is_postgis = layer.connection_type == ConnectionType::PostGis;
    if (is_postgis && layer.connection.empty()) {
        problems.error(layer.at, "a POSTGIS layer needs CONNECTION");
    }
    if (is_postgis && layer.data.empty() && layer.features.empty()) {
        problems.error(layer.at, "a POSTGIS layer needs DATA");
    } else if (is_postgis && !layer.data.empty()) {
        check_postgis_data(layer, problems);
    }
    if (is_drawn(layer) && !has_source(layer)) {
        problems.warning(layer.at, "LAYER has nothing to draw: no DATA, CONNECTION or FEATURE");
    }
    if (is_drawn(layer) && layer.classes.empty() && layer.type != LayerType::Raster &&
        layer.style_item.empty()) {
        problems.warning(layer.at, "LAYER has no CLASS and draws nothing");
    }
    for (auto const& directive : layer.processing) {
        if (directive.find('=') == std::string::npos) {
            problems.warning(layer.at, "PROCESSING \"" + directive + "\" is no \"KEY=VALUE\"");
        }
    }
}

void check_proj_data(Map const& map, ProblemList& problems)
{
    auto const folder = map.proj_data();
    std::error_code ignored;
    if (!folder.empty() && !std::filesystem::is_directory(folder, ignored)) {
        problems.warning(map.at, "CONFIG PROJ_DATA is not a folder: \"" + folder + "\"");
    }
}

} // namespace

void check_sources(Map const& map, ProblemList& problems)
{
    check_proj_data(map, problems);
    for (auto const& layer : map.layers) {
        check_layer(layer, problems);
    }
}

} // namespace ms::mapfile
