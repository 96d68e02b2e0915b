// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "source/postgis/source.hpp"

#include <algorithm>

namespace ms::source::postgis {

namespace {

/// `text` with each SCALETOKEN's name replaced by its value at a scale.
std::string apply_scale_tokens(std::string text, mapfile::Layer const& layer,
                               double scale_denominator)
{
    for (auto const& token : layer.scale_tokens) {
        std::string_view value;
        for (auto const& [limit, candidate] : token.values) {
            if (scale_denominator >= limit) {
                value = candidate;
            }
        }
        text = replace_all(text, token.name, value);
    }
    return text;
}

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

EncodingWish encoding_wish(mapfile::Layer const& layer, LayerRef const& ref)
{
    auto const word = layer.processing_value("GEOMETRY_ENCODING").value_or("AUTO");
    auto const wish = parse_encoding(word);
    if (!wish) {
        throw ref.error(ErrorKind::BadMapfile,
                        "PROCESSING GEOMETRY_ENCODING must be AUTO, WKB, TWKB or HEX");
    }
    return *wish;
}

/// The same at every scale.
LayerSettings fixed_settings(mapfile::Map const& map, mapfile::Layer const& layer)
{
    LayerSettings settings;
    settings.ref = {layer.name, map.where(layer.data_at)};
    settings.connection = layer.connection;
    settings.encoding = encoding_wish(layer, settings.ref);
    settings.force_2d = is_on(layer.processing_value("FORCE2D").value_or("no"));
    // NORMAL and DEFER are the same: the pool keeps connections as long as they are of use.
    settings.close_connection = equals_ignoring_case(
        layer.processing_value("CLOSE_CONNECTION").value_or("NORMAL"), "ALWAYS");
    settings.bind_values = bind_values(layer, settings.ref);
    return settings;
}

void set_scaled(LayerSettings& settings, mapfile::Layer const& layer, double scale_denominator)
{
    auto const data = apply_scale_tokens(layer.data, layer, scale_denominator);
    settings.data = parse_data_clause(data, settings.ref);
    auto const filter = std::string{layer.processing_value("NATIVE_FILTER").value_or("")};
    settings.native_filter = apply_scale_tokens(filter, layer, scale_denominator);
}

} // namespace

std::unique_ptr<FeatureSource> open(mapfile::Map const& map, mapfile::Layer const& layer,
                                    Services const& services)
{
    auto settings = fixed_settings(map, layer);
    set_scaled(settings, layer, 0);
    auto settings_at = [settings = std::move(settings), &layer](double scale_denominator) {
        auto scaled = settings;
        if (!layer.scale_tokens.empty()) {
            set_scaled(scaled, layer, scale_denominator);
        }
        return scaled;
    };
    return std::make_unique<PostgisSource>(std::move(settings_at), services);
}

} // namespace ms::source::postgis
