// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Fetches the images of cascaded layers over HTTP (MS_CASCADE_HOSTS).

#include "server/remote/remote_hosts.hpp"
#include "source/remote/client.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace ms::server {

class TransferLoop; // server/remote/transfer_loop.hpp

/// Fetches from listed hosts with one thread that serves all requests; limits the concurrent
/// transfers per host, the others wait. Retries connections that fail before an answer, and
/// statuses 502, 503 and 504, once. Follows at most three redirections, to listed hosts, and sends
/// no password to another host. Caches answers as HTTP allows, revalidates by ETag or
/// Last-Modified, and merges equal concurrent requests.
class RemoteClient final : public source::remote::Client {
public:
    struct Limits {
        std::size_t connections_of_host = 8;
        std::size_t cache_bytes = std::size_t{64} << 20U; ///< 0: no cache
        std::size_t answer_bytes = std::size_t{32} << 20U;
    };

    /// \param hosts as of RemoteHosts
    RemoteClient(std::string_view hosts, Limits limits);
    ~RemoteClient() override; ///< requests on their way fail

    [[nodiscard]] bool allows(std::string const& url) const override;
    [[nodiscard]] std::unique_ptr<source::remote::Pending>
    start(source::remote::Request request) override;

    [[nodiscard]] std::size_t cached_bytes() const;

private:
    RemoteHosts m_hosts;
    std::size_t m_answer_bytes;
    std::shared_ptr<TransferLoop> m_loop;
};

/// With the hosts of a list, or null if it is empty: for programs without a CONFIG file.
[[nodiscard]] std::unique_ptr<RemoteClient> make_remote_client(std::string_view hosts,
                                                               RemoteClient::Limits limits = {});

} // namespace ms::server
