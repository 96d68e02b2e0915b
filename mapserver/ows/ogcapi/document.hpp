// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Common parts of OGC API documents: their links, and the map's metadata.

#include "ows/common/call.hpp"
#include "ows/ogcapi/request.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace ms::ows::ogcapi {

/// Its keys are sorted, as MapServer's are.
using Json = nlohmann::json;

/// A request whose format is known.
struct ApiRequest {
    Call const& call;
    Format format;

    [[nodiscard]] http::Request const& request() const noexcept { return call.request; }
    [[nodiscard]] mapfile::Map const& map() const noexcept { return *call.map; }
};

inline constexpr std::string_view json_type = "application/json";
inline constexpr std::string_view geojson_type = "application/geo+json";
inline constexpr std::string_view schema_type = "application/schema+json";
inline constexpr std::string_view html_type = "text/html";
inline constexpr std::string_view open_api_type = "application/vnd.oai.openapi+json;version=3.0";

/// oga_onlineresource, else MS_ONLINERESOURCE with the map's name and "/ogcapi", else where the
/// request came to. Without a slash at its end.
[[nodiscard]] std::string root_address(Call const& call);

[[nodiscard]] Json link(std::string_view relation, std::string const& href, std::string_view title,
                        std::string_view type);

/// Appends the links that oga_links, else ows_links, of a map or layer names: <key>_href, _title,
/// _type.
void append_own_links(Json& links, mapfile::StringMap const& metadata);

/// oga_<key>, else ows_<key>, else wfs_<key>, else nullptr: metadata of older services is reused.
[[nodiscard]] std::string const* find_text(mapfile::StringMap const& metadata,
                                           std::string_view key);

/// oga_<key>, else <older_key> of ows_ or wfs_, as MapServer reads descriptions and keywords; else
/// what find_text() finds of both.
[[nodiscard]] std::string const* find_text_or_older(mapfile::StringMap const& metadata,
                                                    std::string_view key,
                                                    std::string_view older_key);

/// Of the whole API: ows_title, else oga_title, in MapServer's order, else "MapServer OGC API".
[[nodiscard]] std::string title_of(mapfile::Map const& map);

/// Also where names are in other encodings than UTF-8.
[[nodiscard]] std::string to_text(Json const& value);

/// "&name=value" of oga_extra_params, else ows_extra_params, of the layer, else of the map: the end
/// of all links of the API.
/// \param layer nullptr: of the map
[[nodiscard]] std::string extra_parameters(mapfile::Map const& map, mapfile::Layer const* layer);

} // namespace ms::ows::ogcapi
