// SPDX-License-Identifier: MIT
#include "ows/wms/tileset_identity.hpp"

#include "base/string.hpp"
#include "ows/common/per_map_cache.hpp"
#include "render/core/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <string_view>
#include <utility>
#include <vector>

namespace ms::ows::wms {

namespace {

/// Maximum of the text that names a tileset, which may contain a client's SLD.
constexpr std::size_t longest_parameters = 16 * 1024;

/// Parameters that select a part of a tileset or its encoding, not its content.
constexpr std::array<std::string_view, 9> not_of_tileset{"bbox",       "width",   "height",
                                                         "format",     "bgcolor", "transparent",
                                                         "exceptions", "service", "request"};

bool is_of_tileset(std::string_view parameter)
{
    return std::ranges::none_of(not_of_tileset, [&](std::string_view name) {
        return equals_ignoring_case(name, parameter);
    });
}

/// Names and values of the parameters that the images of a tileset depend on, in a fixed order.
std::string parameters_of(Call const& call)
{
    std::vector<std::pair<std::string, std::string_view>> sorted;
    for (auto const& [name, value] : call.parameters().entries()) {
        if (is_of_tileset(name)) {
            sorted.emplace_back(to_lower(name), value);
        }
    }
    std::ranges::stable_sort(sorted, {},
                             [](auto const& entry) { return std::string_view{entry.first}; });
    std::string text;
    for (auto const& [name, value] : sorted) {
        text += fmt::format("{}:{}{}:{}", name.size(), name, value.size(), value);
    }
    return text;
}

/// nullopt: they are too long to be kept.
std::optional<std::string> kept_parameters(Call const& call)
{
    auto text = fmt::format("{}:{} {}", call.request.path_info.size(), call.request.path_info,
                            parameters_of(call));
    return text.size() <= longest_parameters ? std::optional{std::move(text)} : std::nullopt;
}

} // namespace

bool depends_on_place(mapfile::Map const& map)
{
    return substitutes_any(map, not_of_tileset);
}

std::optional<std::string> identity_of(Call const& call, TileSettings const& settings,
                                       Drawing const& drawing, render::PlanState const& plan,
                                       ImageState const& state)
{
    std::string age;
    if (!state.is_known) {
        if (!settings.max_age_s) {
            return std::nullopt;
        }
        age = std::to_string(std::time(nullptr) / *settings.max_age_s);
    }
    auto const parameters = kept_parameters(call);
    if (!parameters) {
        return std::nullopt;
    }
    auto const background = render::background_of(*call.map, drawing.overrides, drawing.format);
    return fmt::format("{} {} {} {} {} {} {},{},{},{} {}", state.digest.to_tag(), age,
                       settings.tile_px, settings.gutter_px, plan.canvas->name,
                       plan.canvas_options.gamma, background.red, background.green, background.blue,
                       background.alpha, *parameters);
}

std::optional<std::string> level_key(Call const& call, TileCache::Level const& level,
                                     Drawing const& drawing)
{
    bool const has_sld =
        call.parameters().first("SLD") != nullptr || call.parameters().first("SLD_BODY") != nullptr;
    if (!call.per_map || call.map_version.empty() || has_sld || !call.request.body.empty()) {
        return std::nullopt;
    }
    auto const parameters = kept_parameters(call);
    if (!parameters) {
        return std::nullopt;
    }
    auto key = fmt::format("{} {} {} {}", level.level, level.scale_denominator, drawing.format.name,
                           *parameters);
    for (auto const& choice : *drawing.overrides.layers) {
        key += choice.part.empty() ? "" : fmt::format(" {}:{}", choice.layer, choice.part);
    }
    return key;
}

} // namespace ms::ows::wms
