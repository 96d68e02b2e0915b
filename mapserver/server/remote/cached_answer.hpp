// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers of other servers that may serve again.

#include "server/remote/http_freshness.hpp"
#include "source/remote/client.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace ms::server {

/// A cached answer, with the validators of its server.
struct CachedAnswer {
    std::shared_ptr<source::remote::Answer const> answer;
    std::string etag;
    std::string last_modified;
    std::chrono::steady_clock::time_point fresh_until;
};

/// All that an answer may depend on, in memory only; "" for requests whose answers are neither
/// shared nor cached.
[[nodiscard]] std::string key_of(source::remote::Request const& request);

/// What has come, as it may be cached. \param stale what is validated, or nullptr: a 304 renews
/// it
[[nodiscard]] CachedAnswer renewed(CachedAnswer const* stale, source::remote::Answer answer,
                                   FreshnessHeaders const& headers, Freshness const& freshness);

/// Whether it may answer another request.
[[nodiscard]] bool may_serve_again(CachedAnswer const& cached, Freshness const& freshness) noexcept;

} // namespace ms::server
