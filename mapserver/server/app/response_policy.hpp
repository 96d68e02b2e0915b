// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Applies HTTP headers to answers: validators, compression, CORS, caching.

#include "http/request.hpp"
#include "http/response.hpp"
#include "server/config/config.hpp"

#include <string>
#include <vector>

namespace ms::server {

/// Read once from the configuration.
struct ResponsePolicy {
    /// MS_CORS_ORIGINS: "https://maps.example https://other.example", or "*" for all origins.
    std::vector<std::string> origins;
    bool compresses = true; ///< MS_COMPRESSION
};

[[nodiscard]] ResponsePolicy policy_of(Config const& config);

/// Sets the entity tag of a complete answer (of its bytes, unless it has one already) and
/// compresses text for clients that accept it: the part that is the same for identical requests.
/// apply() does the rest.
void encode(ResponsePolicy const& policy, http::Request const& request, http::Response& response);

/// Sets the entity tag of a complete answer (of its bytes, unless it has one already), answers 304
/// if the client has it, compresses text for clients that accept it, keeps errors out of caches and
/// sets the CORS headers.
void apply(ResponsePolicy const& policy, http::Request const& request, http::Response& response);

/// The same for an answer whose body follows: without an entity tag, as its bytes are unknown.
/// \returns whether the body must be compressed (gzip); the head declares it then
[[nodiscard]] bool apply_to_head(ResponsePolicy const& policy, http::Request const& request,
                                 http::Response& head);

} // namespace ms::server
