// SPDX-License-Identifier: MIT
#include "mapfile/structure.hpp"

#include "mapfile/names.hpp"

namespace ms::mapfile {

namespace {

void check_symbol(Symbol const& symbol, ProblemList& problems)
{
    bool const needs_points =
        symbol.type == SymbolType::Vector || symbol.type == SymbolType::Ellipse;
    if (needs_points && symbol.points.empty()) {
        problems.error(symbol.at,
                       "SYMBOL of TYPE " + std::string{word_of(symbol.type)} + " has no POINTS");
    }
    bool const needs_image = symbol.type == SymbolType::Pixmap || symbol.type == SymbolType::Svg;
    if (needs_image && symbol.image.empty()) {
        problems.error(symbol.at,
                       "SYMBOL of TYPE " + std::string{word_of(symbol.type)} + " has no IMAGE");
    }
}

void check_layer(Layer const& layer, ProblemList& problems)
{
    if (layer.type == LayerType::Unset) {
        problems.error(layer.at, "LAYER has no TYPE");
    }
    for (auto const& token : layer.scale_tokens) {
        if (token.name.empty() || token.values.empty()) {
            problems.error(token.at, "SCALETOKEN needs NAME and VALUES");
        }
    }
}

} // namespace

void check_structure(Map const& map, ProblemList& problems)
{
    for (auto const& format : map.output_formats) {
        if (format.driver.empty()) {
            problems.error(format.at, "OUTPUTFORMAT has no DRIVER");
        }
    }
    for (auto const& symbol : map.symbols) {
        check_symbol(symbol, problems);
    }
    for (auto const& layer : map.layers) {
        check_layer(layer, problems);
    }
}

} // namespace ms::mapfile
