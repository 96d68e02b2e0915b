// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes how long an answer of another server may be reused (RFC 9111).

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace ms::server {

/// Headers of an answer that matter, as sent; empty: not there.
struct FreshnessHeaders {
    std::string cache_control;
    std::string expires;
    std::string date;
    std::string age;
    std::string etag;
    std::string last_modified;
    std::string vary;

    /// Takes a line "Name: value" if it is one of them; those longer than 1 KiB are ignored.
    void add(std::string_view line);
};

struct Freshness {
    bool may_be_kept = false;          ///< false: no-store, private, or Vary: *
    std::chrono::seconds fresh_for{0}; ///< 0: validated each time, by ETag or Last-Modified
};

/// RFC 9111, 4.2.1: s-maxage, max-age, Expires, in this order, minus the answer's age. `fallback`
/// applies to answers without any of them.
[[nodiscard]] Freshness freshness_of(FreshnessHeaders const& headers,
                                     std::optional<std::chrono::seconds> fallback);

} // namespace ms::server
