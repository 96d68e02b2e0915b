// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "mapfile/scale_token.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/postgis/link/decrypt.hpp"
#include "source/postgis/source.hpp"

#include <set>

namespace ms::source::postgis {

namespace {

/// BINDVALS "1" ... "n" in order.
std::vector<std::string> bind_values(mapfile::Layer const& layer, LayerRef const& ref)
{
    std::vector<std::string> values(layer.bind_values.entries.size());
    for (auto const& [key, value] : layer.bind_values.entries) {
        auto const number = parse_int(key);
        if (!number || *number < 1 || static_cast<std::size_t>(*number) > values.size()) {
            throw ref.error(ErrorKind::BadMapfile,
                            "BINDVALS must be numbered from \"1\" without a gap");
        }
        values[static_cast<std::size_t>(*number) - 1] = value;
    }
    return values;
}

bool is_on(std::string_view word)
{
    return equals_ignoring_case(word, "yes") || equals_ignoring_case(word, "on") ||
           equals_ignoring_case(word, "true");
}

EncodingWish encoding_wish(mapfile::Layer const& layer, LayerRef const& ref, EncodingWish otherwise)
{
    auto const word = layer.processing_value("GEOMETRY_ENCODING");
    auto const wish = word ? parse_encoding(*word) : otherwise;
    if (!wish) {
        throw ref.error(ErrorKind::BadMapfile,
                        "PROCESSING GEOMETRY_ENCODING must be AUTO, WKB, TWKB or HEX");
    }
    return *wish;
}

bool wants_levels(mapfile::Layer const& layer, LayerRef const& ref)
{
    auto const word = layer.processing_value("LOD").value_or("OFF");
    bool const is_requested = equals_ignoring_case(word, "AUTO");
    if (!is_requested && !equals_ignoring_case(word, "OFF")) {
        throw ref.error(ErrorKind::BadMapfile, "PROCESSING LOD must be AUTO or OFF");
    }
    return is_requested;
}

bool keeps_geometries(mapfile::Layer const& layer, LayerRef const& ref)
{
    auto const word = layer.processing_value("GEOMETRY_CACHE").value_or("AUTO");
    bool const is_requested = equals_ignoring_case(word, "AUTO");
    if (!is_requested && !equals_ignoring_case(word, "OFF")) {
        throw ref.error(ErrorKind::BadMapfile, "PROCESSING GEOMETRY_CACHE must be AUTO or OFF");
    }
    return is_requested;
}

LayerSettings read_settings(mapfile::Map const& map, mapfile::Layer const& layer,
                            Databases const& databases)
{
    LayerSettings settings;
    settings.ref = {layer.name, map.where(layer.data_at)};
    settings.connection =
        readable_connection(map, layer.connection, {layer.name, map.where(layer.connection_at)});
    settings.data = parse_data_clause(layer.data, settings.ref);
    settings.encoding = encoding_wish(layer, settings.ref, databases.encoding());
    settings.use_levels = wants_levels(layer, settings.ref);
    settings.keeps_geometries = keeps_geometries(layer, settings.ref);
    settings.force_2d = is_on(layer.processing_value("FORCE2D").value_or("no"));
    // NORMAL and DEFER are the same: the pool keeps useful connections open.
    settings.close_connection = equals_ignoring_case(
        layer.processing_value("CLOSE_CONNECTION").value_or("NORMAL"), "ALWAYS");
    settings.native_filter = layer.processing_value("NATIVE_FILTER").value_or("");
    settings.data_version =
        trim(layer.processing_value("DATA_VERSION").value_or(databases.data_version()));
    settings.bind_values = bind_values(layer, settings.ref);
    return settings;
}

} // namespace

void reach(mapfile::Map const& map, std::vector<mapfile::Layer const*> const& layers,
           Services const& services)
{
    std::set<std::string, std::less<>> connections;
    for (auto const* const layer : layers) {
        if (layer->connection_type == mapfile::ConnectionType::PostGis) {
            connections.insert(layer->connection);
        }
    }
    if (connections.size() < 2) {
        return; // whoever needs it connects
    }
    std::vector<std::string> readable;
    for (auto const& connection : connections) {
        try {
            readable.push_back(readable_connection(map, connection, {}));
        } catch (Error const&) {
            continue; // reported when its layer is opened
        }
    }
    services.databases.reach(readable, services.deadline);
}

std::unique_ptr<FeatureSource> open(mapfile::Map const& map, mapfile::Layer const& layer,
                                    Services const& services)
{
    if (layer.scale_tokens.empty()) {
        auto const fixed = [settings = read_settings(map, layer, services.databases)](double) {
            return settings;
        };
        return std::make_unique<PostgisSource>(fixed, services);
    }
    auto const at_scale = [&map, &layer, &services](double scale_denominator) {
        return read_settings(map, mapfile::at_scale(layer, scale_denominator), services.databases);
    };
    return std::make_unique<PostgisSource>(at_scale, services);
}

} // namespace ms::source::postgis
