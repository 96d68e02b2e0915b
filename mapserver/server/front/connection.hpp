// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Serves one client's connection, from its first request to its last.

#include "server/front/held_bytes.hpp"
#include "server/front/reply.hpp"
#include "server/front/request_reader.hpp"
#include "server/front/routes.hpp"

#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace ms::server {

/// Timeouts of a client; slower ones are disconnected.
struct Patience {
    std::chrono::seconds idle{30};    ///< between requests
    std::chrono::seconds head{30};    ///< from the first byte of a request
    std::chrono::seconds body{120};   ///< from the end of the head
    std::chrono::seconds piece{30};   ///< for `piece_bytes` of an answer
    std::chrono::seconds goodbye{2};  ///< to close after us
    std::chrono::seconds stopping{5}; ///< for a request that has begun when the server ends
};

/// The state that connections share.
struct ConnectionSite {
    Routes& routes;
    HeldBytes& held;
    Patience patience{};
    RequestReader::Limits limits{};
};

/// Lives on one thread, that of its socket's context; it has no locks. Ends by itself, or at its
/// deadline, which close_if_late() checks.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    using Clock = std::chrono::steady_clock;
    enum class Phase : std::uint8_t {
        Idle,      ///< no byte of a request has arrived
        Receiving, ///< a part of one is
        Answering,
        Sending,
        Closing ///< or closed
    };

    Connection(boost::asio::ip::tcp::socket socket, ConnectionSite const& site);
    ~Connection();
    Connection(Connection const&) = delete;
    Connection& operator=(Connection const&) = delete;

    /// Serves until the end. The object must live until then.
    boost::asio::awaitable<void> serve();
    /// Answers that there is no room, and closes.
    boost::asio::awaitable<void> turn_away();

    [[nodiscard]] Phase phase() const noexcept { return m_phase; }
    /// When its present phase began.
    [[nodiscard]] Clock::time_point since() const noexcept { return m_since; }
    void close_if_late(Clock::time_point now);
    /// An idle one closes; others finish their request, and are given less time to send it.
    void finish_soon();
    /// Immediately; a partial answer is cut off so that the client notices.
    void abort();

private:
    template <typename T>
    using Task = boost::asio::awaitable<T>;
    struct Peer;

    void enter(Phase phase, std::chrono::seconds patience);
    Task<bool> read_request();
    Task<bool> receive_more();
    Task<Reply> ask();
    Task<void> refuse();
    Task<bool> send(Reply reply);
    Task<bool> send_file(Reply const& reply, std::string head);
    Task<bool> write_in_time(std::string_view head, std::string_view body, Reply const& reply);
    Task<bool> send_stream(Reply const& reply, std::string head);
    Task<StreamChannel::Piece> next_piece(StreamChannel& stream);
    Task<bool> write(std::string_view head, std::string_view body);
    Task<void> say_no();
    Task<void> say_goodbye();
    [[nodiscard]] Arrival arrival();
    [[nodiscard]] bool is_kept_alive() const noexcept;

    boost::asio::ip::tcp::socket m_socket;
    boost::asio::steady_timer m_wake; ///< cancelled when a stream has more
    ConnectionSite const& m_site;
    RequestReader m_reader;
    HeldBytes::Share m_held;
    std::shared_ptr<Peer> m_peer; ///< the part of the socket that other threads may use
    Phase m_phase = Phase::Idle;
    Clock::time_point m_since = Clock::now();
    Clock::time_point m_deadline = Clock::time_point::max();
    bool m_is_last = false; ///< no request follows the present one
};

} // namespace ms::server
