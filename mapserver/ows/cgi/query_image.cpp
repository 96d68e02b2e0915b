// SPDX-License-Identifier: MIT
#include "ows/cgi/query_image.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "ows/cgi/request_view.hpp"
#include "ows/common/substitutions.hpp"
#include "ows/features/vector_format.hpp"
#include "ows/images/image_response.hpp"
#include "render/core/lone_image.hpp"
#include "render/core/output.hpp"
#include "render/plan/query_map.hpp"
#include "render/run.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace ms::ows::cgi {

std::optional<mapfile::OutputFormat> query_image_format(mapfile::Map const& map,
                                                        std::string_view qformat)
{
    if (qformat.empty()) {
        return std::nullopt;
    }
    try {
        auto format = render::find_output_format(map, qformat);
        bool const is_page =
            equals_ignoring_case(format.driver, "TEMPLATE") || is_vector_file(format);
        return is_page ? std::nullopt : std::optional{std::move(format)};
    } catch (Error const&) {
        return std::nullopt; // the MIME type of pages
    }
}

http::Response draw_query(Call const& call, render::ViewportRequest const& view,
                          render::Selection selection, mapfile::OutputFormat const& format)
{
    auto layers = layers_of(call.parameters(), *call.map);
    for (auto const& picked : selection.layers) {
        if (std::ranges::find(layers, picked.layer, &render::LayerChoice::layer) == layers.end()) {
            layers.push_back({.layer = picked.layer, .class_group = {}, .filter = {}});
        }
    }
    if (call.map->query_map.style == mapfile::QueryMapStyle::Selected) {
        std::erase_if(layers, [&](render::LayerChoice const& choice) {
            bool const has_results =
                std::ranges::find(selection.layers, choice.layer, &render::PickedLayer::layer) !=
                selection.layers.end();
            auto const& searched = selection.searched;
            return !has_results && std::ranges::find(searched, choice.layer) != searched.end();
        });
    }
    std::ranges::sort(layers, {}, &render::LayerChoice::layer);
    auto const shown = render::make_viewport(*call.map, render::view_of_query_map(*call.map, view));
    render::Overrides overrides;
    overrides.layers = std::move(layers);
    overrides.results = std::make_shared<render::Selection const>(std::move(selection));
    overrides.substitutions = substitutions(call.parameters());
    overrides.nearest_rule = render::rule_of_lone_image(shown);
    auto const plan = render::make_plan(call.map, shown, overrides, format);
    return map_response(call, render::run(plan, call.services), format, shown.resolution);
}

} // namespace ms::ows::cgi
