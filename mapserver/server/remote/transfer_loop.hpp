// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The thread that carries out the requests to other servers.

#include "base/deadline.hpp"
#include "base/lru_cache.hpp"
#include "server/remote/remote_hosts.hpp"
#include "server/remote/transfer.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace ms::server {

/// Equal requests at the same time are one transfer; answers are cached as HTTP allows.
class TransferLoop {
public:
    /// \param hosts must outlive the loop \param cache_bytes 0: nothing is cached
    /// \throws Error{Internal}
    TransferLoop(RemoteHosts const& hosts, std::size_t connections_of_host,
                 std::size_t cache_bytes);
    ~TransferLoop();
    TransferLoop(TransferLoop const&) = delete;
    TransferLoop& operator=(TransferLoop const&) = delete;

    /// A fresh answer, or a transfer that will deliver one.
    [[nodiscard]] std::pair<std::shared_ptr<source::remote::Answer const>, SharedTransfer>
    join(source::remote::Request request);
    /// \throws Error{Source} when it failed, Error{Limit} when the deadline has passed
    [[nodiscard]] std::shared_ptr<source::remote::Answer const> wait(Transfer const& transfer,
                                                                     Deadline const& deadline);
    /// Once for each join() that gave a transfer: one that nobody waits for is dropped.
    void leave(SharedTransfer const& transfer);

    [[nodiscard]] std::size_t cached_bytes() const;

private:
    using Multi = Handle<CURLM, curl_multi_cleanup>;

    [[nodiscard]] static Multi make_multi();
    void work();
    [[nodiscard]] int pause_ms() const;
    [[nodiscard]] bool take_arrived();
    void end_late_ones();
    void detach(Transfer& transfer);
    void begin(SharedTransfer const& transfer);
    void ended(CURL* curl, CURLcode result);
    void follow(SharedTransfer const& transfer, std::string const& url);
    void end(SharedTransfer const& transfer, std::string const& why);
    void fail(Transfer& transfer, std::string const& why);
    void finish(SharedTransfer const& transfer, source::remote::Answer answer);
    void forget(Transfer const& transfer);

    RemoteHosts const& m_hosts;
    mutable std::mutex m_mutex;
    std::condition_variable m_done;
    bool m_is_ending = false;
    std::deque<SharedTransfer> m_arrived;
    std::map<std::string, SharedTransfer, std::less<>> m_running; ///< by key
    LruCache<CachedAnswer> m_cache;
    Multi m_multi;
    std::vector<SharedTransfer> m_active; ///< of the thread
    std::thread m_thread;
};

} // namespace ms::server
