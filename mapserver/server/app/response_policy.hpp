// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What HTTP expects of an answer besides what it says: validators, compression, who may read it.

#include "http/request.hpp"
#include "http/response.hpp"
#include "server/config/config.hpp"

#include <string>
#include <vector>

namespace ms::server {

/// Read once from the configuration.
struct ResponsePolicy {
    /// MS_CORS_ORIGINS: "https://maps.example https://other.example", or "*" for everybody.
    std::vector<std::string> origins;
    bool compresses = true; ///< MS_COMPRESSION
};

[[nodiscard]] ResponsePolicy policy_of(Config const& config);

/// Gives a complete answer its entity tag (of its bytes, unless it has one already) and compresses
/// text for those who take it: what is the same for all who ask the same. apply() does the rest.
void encode(ResponsePolicy const& policy, http::Request const& request, http::Response& response);

/// Gives a complete answer its entity tag (of its bytes, unless it has one already), answers 304
/// when the client has it, compresses text for those who take it, keeps errors out of caches and
/// tells browsers which pages may read it.
void apply(ResponsePolicy const& policy, http::Request const& request, http::Response& response);

/// The same for an answer whose body follows: without an entity tag, as nobody knows the bytes.
/// \returns whether the body is to be compressed (gzip); the head says so then
[[nodiscard]] bool apply_to_head(ResponsePolicy const& policy, http::Request const& request,
                                 http::Response& head);

} // namespace ms::server
