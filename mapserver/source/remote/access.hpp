// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads METADATA of a layer, and of WEB, about the access to another server.

#include "mapfile/model/map.hpp"
#include "source/remote/client.hpp"
#include "source/services.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ms::source::remote {

/// "<prefix><key>", else "ows_<key>" of METADATA; nullptr when it is not there or empty.
[[nodiscard]] std::string const* find_of(mapfile::StringMap const& metadata,
                                         std::string_view prefix, std::string_view key);

/// The same as a trimmed text; "" when it is not there.
[[nodiscard]] std::string value_of(mapfile::Layer const& layer, std::string_view prefix,
                                   std::string_view key);

/// \throws LayerError{BadMapfile} with the place of the layer
[[noreturn]] void fail(mapfile::Map const& map, mapfile::Layer const& layer,
                       std::string const& what);

/// A request to an address with what METADATA says of it: auth_username, auth_password, auth_type,
/// proxy_host, proxy_port, proxy_type, proxy_username, proxy_password, proxy_auth_type,
/// http_cookie, connectiontimeout, cache_seconds; those of the layer override those of WEB.
/// Passwords may be written as {...} (msencrypt). A user name in the URL is removed from it.
/// \param prefix "wms_" or "wfs_"
/// \throws LayerError{BadMapfile} naming the key with the invalid value
[[nodiscard]] Request request_of(mapfile::Map const& map, mapfile::Layer const& layer,
                                 std::string_view prefix, std::string const& url);

/// Puts a request on its way, with a time-out that leaves some of the request's time to draw the
/// rest of the map. \throws LayerError{BadMapfile} when this server does not fetch from there
[[nodiscard]] std::unique_ptr<Pending> start(mapfile::Map const& map, mapfile::Layer const& layer,
                                             Request request, Services const& services);

using Parameters = std::vector<std::pair<std::string, std::string>>;

/// An address with parameters in place of those of the same names that it has, case folded.
[[nodiscard]] std::string with_parameters(std::string_view url, Parameters const& parameters);

/// A server's error message, from a ServiceException or any other text: one line, shortened, for
/// the log.
[[nodiscard]] std::string excerpt_of(std::string_view body);

/// A server's text without the parameter values of its URL: they may be tokens, which some servers
/// repeat in their errors.
[[nodiscard]] std::string redacted(std::string text, std::string_view url);

/// The host of a URL: the part that may be logged. Some providers have the key in the path.
[[nodiscard]] std::string place_of(std::string_view url);

} // namespace ms::source::remote
