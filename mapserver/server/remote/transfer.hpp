// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// One request to another server, as curl carries it out.

#include "server/remote/cached_answer.hpp"
#include "server/remote/curl_handle.hpp"
#include "server/remote/http_freshness.hpp"
#include "server/remote/remote_hosts.hpp"
#include "source/remote/client.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace ms::server {

using HeaderList = Handle<curl_slist, curl_slist_free_all>;

/// What is above the line belongs to the loop's thread, the rest to its mutex.
struct Transfer {
    source::remote::Request request;
    std::chrono::steady_clock::time_point end;
    std::optional<CachedAnswer> stale; ///< revalidated
    CurlHandle curl;
    HeaderList sent_headers;
    FreshnessHeaders headers;
    BoundedBody body;
    bool was_retried = false;
    int redirections = 0;

    std::string key; ///< empty: neither shared nor cached
    std::size_t waiters = 1;
    bool is_done = false;
    std::shared_ptr<source::remote::Answer const> answer; ///< null: it failed
    std::string error;
};

using SharedTransfer = std::shared_ptr<Transfer>;

/// Gives it a handle that is ready to be sent. \param hosts must outlive the transfer
/// \throws Error{Internal}
void prepare(RemoteHosts const& hosts, Transfer& transfer);

/// To another address, which gets no password if it is another server's.
void redirect(Transfer& transfer, std::string const& url);

/// Whether a failure may have come from a connection that was idle too long.
[[nodiscard]] bool may_be_retried(CURLcode result);

/// Without addresses, which may hold tokens.
[[nodiscard]] std::string text_of(CURLcode result);

} // namespace ms::server
