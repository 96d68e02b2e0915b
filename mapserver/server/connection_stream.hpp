// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A client's connection as the HTTP library reads it, with an end to what one request may send.

#include "server/head_check.hpp"

#include <atomic>
#include <httplib.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>

namespace ms::server {

/// What one request may take; beyond it, reading fails.
struct RequestBounds {
    std::size_t head_bytes = 64U << 10U; ///< request line and headers
    std::size_t body_bytes = 0;          ///< as they come: chunks with their sizes
    std::chrono::seconds head_time{30};
    std::chrono::seconds body_time{120};
    std::chrono::seconds idle_time{30}; ///< for the next byte, of reading or writing
    std::atomic<bool> const* is_stopping = nullptr; ///< then all ends within `stopping_time`
    std::chrono::seconds stopping_time{5};
};

/// The library grows a line until its end comes, and takes as many headers as do: it must not be
/// given more than is meant to fit. Serves one request after another; what a client sends ahead
/// waits for its turn.
class ConnectionStream final : public httplib::Stream {
public:
    /// \param socket connected; stays the caller's
    ConnectionStream(int socket, RequestBounds const& bounds) : m_socket(socket), m_bounds(bounds)
    {}

    /// Each request has the bounds anew.
    void begin_request();
    /// What has been read of the body; nothing while the head is not complete.
    [[nodiscard]] std::optional<std::size_t> body_taken() const;
    /// The status of a request that was cut off before the library could say anything about it:
    /// 414 and 431 too long, 400 malformed, 411 a body without a length. 0: nothing is wrong.
    [[nodiscard]] int refusal() const;
    /// Sends the answer to a request with a refusal(), instead of the library's.
    void refuse(std::string_view answer);
    /// Says that nothing follows, and lets the other side finish: closed with bytes unread, TCP
    /// would take back the answer that is on its way.
    void finish();
    /// Whether bytes come within a time, or are here already.
    [[nodiscard]] bool waits_for_us(std::chrono::milliseconds patience) const;

    [[nodiscard]] bool is_readable() const override;
    [[nodiscard]] bool is_writable() const override;
    /// \returns 0 at the end of the connection, -1 beyond the bounds
    ssize_t read(char* out, std::size_t size) override;
    ssize_t write(char const* bytes, std::size_t size) override;
    void get_remote_ip_and_port(std::string& ip, int& port) const override;
    void get_local_ip_and_port(std::string& ip, int& port) const override;
    [[nodiscard]] socket_t socket() const override { return m_socket; }

private:
    using Clock = std::chrono::steady_clock;

    ssize_t send_bytes(char const* bytes, std::size_t size);
    [[nodiscard]] bool is_too_much() const;
    [[nodiscard]] bool is_too_late();
    [[nodiscard]] bool fill();

    int m_socket;
    RequestBounds m_bounds;
    Clock::time_point m_begin = Clock::now();
    std::optional<Clock::time_point> m_stop_seen;
    bool m_is_head = true;
    bool m_is_answered = false;
    std::size_t m_taken = 0; ///< bytes of the head, or of the body
    HeadCheck m_head;
    std::array<char, 4096> m_buffer{};
    std::size_t m_first = 0; ///< of what is left in the buffer
    std::size_t m_end = 0;
};

} // namespace ms::server
