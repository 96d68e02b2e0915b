// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The threads that run connections.

#include "server/front/connection.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <cstddef>
#include <memory>
#include <thread>
#include <unordered_set>
#include <vector>

namespace ms::server {

/// One thread with its connections. Functions are called on that thread unless stated otherwise.
class IoThread {
public:
    IoThread(ConnectionSite const& site, std::size_t max_connections);
    ~IoThread();
    IoThread(IoThread const&) = delete;
    IoThread& operator=(IoThread const&) = delete;

    [[nodiscard]] boost::asio::io_context& context() noexcept { return m_context; }

    /// Serves a new client. If there are too many, drops the connection that has been idle for
    /// longest, else the one whose request takes longest to arrive; if all are being answered, the
    /// new one.
    void admit(boost::asio::ip::tcp::socket socket);
    /// From any thread: accepts no more requests. The thread ends when no request is left.
    void finish_soon();
    /// From another thread: waits until the thread has ended; call finish_soon() first.
    void join();

private:
    void start(std::shared_ptr<Connection> const& connection, bool is_welcome);
    void look_at_clock();
    void close_late_ones();
    void end_if_done();
    [[nodiscard]] bool is_done() const noexcept;
    [[nodiscard]] bool make_room();

    ConnectionSite const& m_site;
    std::size_t m_max_connections;
    boost::asio::io_context m_context{1};
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> m_work;
    boost::asio::steady_timer m_clock;
    std::unordered_set<std::shared_ptr<Connection>> m_connections;
    std::size_t m_drops = 0; ///< of held bytes, at the previous tick
    bool m_trims_next = false;
    bool m_looks_at_clock = false;
    bool m_stops = false;
    std::jthread m_thread; ///< last: it uses the others
};

} // namespace ms::server
