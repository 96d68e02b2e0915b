// SPDX-License-Identifier: MIT
#include "ows/images/image_tag.hpp"

#include "base/file_stamp.hpp"
#include "http/entity_tag.hpp"
#include "render/plan/plan_state.hpp"
#include "source/registry.hpp"

#include <algorithm>

namespace ms::ows {

namespace {

using std::filesystem::path;

/// Fonts and images that the map refers to.
std::vector<path> assets_of(mapfile::Map const& map, render::PlanState const& plan)
{
    std::vector<path> assets;
    for (auto const& font : map.fonts) {
        assets.push_back(font.path);
    }
    for (auto const& symbol : map.symbols) {
        if (!symbol.image_path.empty()) {
            assets.push_back(symbol.image_path);
        }
    }
    if (!map.reference.image.empty()) {
        assets.push_back(map.origin.directory / map.reference.image);
    }
    if (!plan.furniture.legend) {
        return assets;
    }
    for (auto const& layer : map.layers) {
        for (auto const& class_ : layer.classes) {
            if (!class_.key_image.empty()) {
                assets.push_back(map.origin.directory / class_.key_image);
            }
        }
    }
    return assets;
}

/// A file that changed while the process was running may be cached in its old state.
bool is_settled(FileStamp const& stamp, Settings const& settings)
{
    auto const started = settings.started.time_since_epoch();
    return std::chrono::nanoseconds{stamp.status_nanoseconds} < started;
}

bool add_assets(Call const& call, render::PlanState const& plan, http::Digest& digest)
{
    for (auto const& asset : assets_of(*call.map, plan)) {
        auto const stamp = FileStamp::of(asset);
        if (stamp.is_known() && !is_settled(stamp, call.settings)) {
            return false;
        }
        digest.add(stamp.to_text());
    }
    return true;
}

/// Whether all of them report the version of their data.
bool add_layers(Call const& call, render::PlanState const& plan, http::Digest& digest)
{
    source::DataVersions own;
    auto& versions = call.services.versions != nullptr ? *call.services.versions : own;
    bool are_known = true;
    auto const add = [&](render::VectorStep const& step) {
        digest.add(step.part);
        if (are_known) {
            auto const source = source::open_source(*plan.map, step.layer, call.services);
            auto const version = source->version(versions);
            digest.add(version.value_or(""));
            are_known = version.has_value();
        }
    };
    std::ranges::for_each(plan.steps, add);
    for (auto const& mask : plan.masks) {
        if (mask.step) {
            add(*mask.step);
        }
    }
    return are_known;
}

} // namespace

bool may_have_state(Call const& call)
{
    auto const method = call.request.method;
    bool const is_reading = method == http::Method::Get || method == http::Method::Head;
    // The SLD of another server can change unnoticed.
    bool const has_remote_style = call.parameters().first("sld") != nullptr;
    return !call.map_version.empty() && is_reading && !has_remote_style;
}

std::optional<ImageState> image_state(Call const& call, render::Plan const& plan)
{
    if (!may_have_state(call)) {
        return std::nullopt;
    }
    ImageState state;
    state.digest.add(call.settings.software).add(call.map_version);
    if (!add_assets(call, plan.state(), state.digest)) {
        return std::nullopt;
    }
    state.is_known = add_layers(call, plan.state(), state.digest);
    return state;
}

std::optional<std::string> tag_of(Call const& call, ImageState const& state)
{
    if (!state.is_known) {
        return std::nullopt;
    }
    auto digest = state.digest;
    digest.add(call.request.path_info);
    for (auto const& [name, value] : call.parameters().entries()) {
        digest.add(name).add(value);
    }
    return digest.to_tag();
}

std::optional<std::string> image_tag(Call const& call, render::Plan const& plan)
{
    auto const state = image_state(call, plan);
    return state ? tag_of(call, *state) : std::nullopt;
}

std::optional<http::Response> not_modified(Call const& call, std::optional<std::string> const& tag,
                                           std::string const& type)
{
    if (!tag || call.request.if_none_match.empty() ||
        !http::names_tag(call.request.if_none_match, *tag)) {
        return std::nullopt;
    }
    http::Response response;
    response.status = 304;
    response.content_type = type;
    response.headers.emplace_back("ETag", *tag);
    return response;
}

void set_validator(http::Response& response, std::optional<std::string> const& tag,
                   bool is_incomplete)
{
    if (is_incomplete) {
        response.headers.emplace_back("Cache-Control", "no-store");
    } else if (tag) {
        response.headers.emplace_back("ETag", *tag);
    }
}

} // namespace ms::ows
