// SPDX-License-Identifier: MIT
#include "ows/wms/cascade.hpp"
#include "ows/common/substitutions.hpp"

#include "base/string.hpp"
#include "image/decode.hpp"
#include "ows/wms/drawing.hpp"
#include "ows/wms/layer_names.hpp"
#include "ows/wms/wms_exception.hpp"
#include "render/draw/cascade_view.hpp"
#include "render/plan/layer_plan.hpp"
#include "render/plan/plan.hpp"
#include "source/layer_error.hpp"
#include "source/remote/client.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ms::ows::wms {

namespace {

namespace remote = source::remote;
namespace other = source::wms;

constexpr std::size_t max_answer_bytes = std::size_t{4} << 20U;

[[noreturn]] void fail(mapfile::Layer const& layer, std::string const& url, std::string const& why)
{
    throw source::LayerError{
        ErrorKind::Source,
        fmt::format("layer \"{}\": {}: {}", layer.name, remote::place_of(url), why), layer.name,
        "its server cannot be reached, or answers with an error"};
}

bool is_exception(remote::Answer const& answer)
{
    return to_lower(answer.content_type).find("se_xml") != std::string::npos ||
           std::string_view{answer.body}.substr(0, 1024).find("ServiceException") !=
               std::string_view::npos;
}

std::shared_ptr<remote::Answer const> fetch(Call const& call, mapfile::Layer const& layer,
                                            std::string const& url)
{
    auto request = remote::request_of(*call.map, layer, "wms_", url);
    request.max_bytes = max_answer_bytes;
    try {
        auto const pending = remote::start(*call.map, layer, std::move(request), call.services);
        auto answer = pending->get(call.services.deadline);
        if (answer->status != 200 || is_exception(*answer)) {
            fail(layer, url,
                 fmt::format("status {}: {}", answer->status,
                             remote::redacted(remote::excerpt_of(answer->body), url)));
        }
        return answer;
    } catch (source::LayerError const&) {
        throw;
    } catch (Interrupted const&) {
        throw;
    } catch (Error const& error) {
        fail(layer, url, error.what());
    }
}

mapfile::Layer prepared(Call const& call, mapfile::Layer const& layer, render::Viewport const& view)
{
    std::vector<std::string> notes;
    return *render::prepared(*call.map, layer, view, substitutions(call.parameters()), notes).layer;
}

/// The layers of one server with their names together.
other::Server server_of(Call const& call, std::span<mapfile::Layer const> layers)
{
    auto server = other::server_of(*call.map, layers.front());
    for (auto const& layer : layers.subspan(1)) {
        auto const next = other::server_of(*call.map, layer);
        if (next.url != server.url || next.version != server.version) {
            throw WmsException{"LayerNotQueryable", in_feature_info,
                               "Requested WMS layer(s) are not queryable: type or connection "
                               "differ"};
        }
        server.names += ',' + next.names;
        server.style += ',' + next.style;
    }
    return server;
}

} // namespace

bool are_cascaded(mapfile::Map const& map, std::span<std::size_t const> layers)
{
    auto const count = std::ranges::count_if(
        layers, [&](std::size_t index) { return other::is_cascaded(map.layers[index]); });
    if (count > 0 && static_cast<std::size_t>(count) != layers.size()) {
        throw WmsException{"LayerNotQueryable", in_feature_info,
                           "Requested WMS layer(s) are not queryable: type or connection differ"};
    }
    return count > 0;
}

http::Response cascaded_feature_info(Call const& call, render::Viewport const& view,
                                     CascadedQuestion const& question)
{
    std::vector<mapfile::Layer> layers;
    for (auto const index : question.layers) {
        layers.push_back(prepared(call, call.map->layers[index], view));
    }
    auto const server = server_of(call, layers);
    auto const& layer = layers.front();
    auto const point = render::cascade_point(server, render::layer_crs(*call.map, layer, view),
                                             view, question.pixel);
    if (!point) {
        return http::text_response(200, "text/plain; charset=UTF-8", "");
    }
    bool const is_any = question.format.empty() || equals_ignoring_case(question.format, "MIME");
    auto const url = other::get_feature_info_url(
        server, point->requested,
        {point->x, point->y, question.feature_count, is_any ? "text/plain" : question.format});
    auto const answer = fetch(call, layer, url);
    auto const type = answer->content_type.empty() ? "text/plain" : answer->content_type;
    auto response = http::text_response(200, type, answer->body);
    response.headers.emplace_back("X-Content-Type-Options", "nosniff"); // foreign content
    return response;
}

image::Bitmap cascaded_legend(Call const& call, mapfile::Layer const& layer,
                              double scale_denominator)
{
    auto const own = prepared(call, layer, {});
    auto const server = other::server_of(*call.map, own);
    auto const url = other::get_legend_graphic_url(server, server.format, scale_denominator);
    auto const answer = fetch(call, own, url);
    constexpr std::size_t max_pixels = std::size_t{1} << 22U;
    try {
        return image::decode(
            {reinterpret_cast<std::uint8_t const*>(answer->body.data()), answer->body.size()},
            max_pixels);
    } catch (Error const& error) {
        fail(own, url, error.what());
    }
}

} // namespace ms::ows::wms
