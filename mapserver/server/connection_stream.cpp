// SPDX-License-Identifier: MIT
#include "server/connection_stream.hpp"

#include "server/peer.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace ms::server {

namespace {

bool is_ready(int socket, short events, std::chrono::milliseconds patience)
{
    pollfd waiting{.fd = socket, .events = events, .revents = 0};
    int result = 0;
    do {
        result = poll(&waiting, 1, static_cast<int>(patience.count()));
    } while (result < 0 && errno == EINTR);
    return result > 0;
}

} // namespace

void ConnectionStream::begin_request()
{
    m_begin = Clock::now();
    m_is_head = true;
    m_is_answered = false;
    m_taken = 0;
    m_head = {};
}

bool ConnectionStream::waits_for_us(std::chrono::milliseconds patience) const
{
    return m_first < m_end || is_ready(m_socket, POLLIN, patience);
}

std::optional<std::size_t> ConnectionStream::body_taken() const
{
    return m_is_head ? std::nullopt : std::optional{m_taken};
}

void ConnectionStream::finish()
{
    shutdown(m_socket, SHUT_WR);
    auto const patience = Clock::now() + std::chrono::seconds{2};
    while (Clock::now() < patience && is_ready(m_socket, POLLIN, std::chrono::milliseconds{100})) {
        if (recv(m_socket, m_buffer.data(), m_buffer.size(), MSG_DONTWAIT) <= 0) {
            return;
        }
    }
}

bool ConnectionStream::is_too_much() const
{
    return m_taken >= (m_is_head ? m_bounds.head_bytes : m_bounds.body_bytes);
}

bool ConnectionStream::is_too_late()
{
    if (m_bounds.is_stopping != nullptr && m_bounds.is_stopping->load()) {
        m_stop_seen = m_stop_seen.value_or(Clock::now());
        if (Clock::now() - *m_stop_seen >= m_bounds.stopping_time) {
            return true;
        }
    }
    auto const time = m_is_head ? m_bounds.head_time : m_bounds.head_time + m_bounds.body_time;
    return Clock::now() - m_begin >= time;
}

bool ConnectionStream::is_readable() const
{
    return waits_for_us(m_bounds.idle_time);
}

bool ConnectionStream::is_writable() const
{
    return is_ready(m_socket, POLLOUT, m_bounds.idle_time);
}

/// Waits in short steps: a request's time may end meanwhile. Looked at here alone: the library
/// reads a head byte by byte, which takes no time as long as they are in the buffer.
bool ConnectionStream::fill()
{
    auto const patience = Clock::now() + m_bounds.idle_time;
    while (!is_ready(m_socket, POLLIN, std::chrono::milliseconds{500})) {
        if (is_too_late() || Clock::now() >= patience) {
            return false;
        }
    }
    if (is_too_late()) {
        return false;
    }
    ssize_t count = 0;
    do {
        count = recv(m_socket, m_buffer.data(), m_buffer.size(), 0);
    } while (count < 0 && errno == EINTR);
    m_first = 0;
    m_end = static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    return count >= 0;
}

int ConnectionStream::refusal() const
{
    if (m_is_answered || !m_is_head) {
        return 0;
    }
    if (m_taken < m_bounds.head_bytes) {
        return m_head.refusal();
    }
    return m_head.is_in_request_line() ? 414 : 431;
}

ssize_t ConnectionStream::read(char* out, std::size_t size)
{
    if (is_too_much() || (m_is_head && m_head.refusal() != 0) || (m_first == m_end && !fill())) {
        return -1;
    }
    auto const most = m_is_head ? std::size_t{1} : m_bounds.body_bytes - m_taken;
    auto const count = std::min({size, m_end - m_first, most});
    std::copy_n(m_buffer.data() + m_first, count, out);
    m_first += count;
    m_taken += count;
    if (m_is_head && count == 1) {
        auto const step = m_head.take(*out);
        if (step == HeadCheck::Step::Refused) {
            return -1;
        }
        if (step == HeadCheck::Step::End) {
            m_is_head = false;
            m_taken = 0;
        }
    }
    return static_cast<ssize_t>(count);
}

ssize_t ConnectionStream::write(char const* bytes, std::size_t size)
{
    // The library answers a head that it could not read with a status and no word.
    return refusal() == 0 ? send_bytes(bytes, size) : static_cast<ssize_t>(size);
}

void ConnectionStream::refuse(std::string_view answer)
{
    while (!answer.empty()) {
        auto const count = send_bytes(answer.data(), answer.size());
        if (count <= 0) {
            return;
        }
        answer.remove_prefix(static_cast<std::size_t>(count));
    }
}

ssize_t ConnectionStream::send_bytes(char const* bytes, std::size_t size)
{
    if (!is_ready(m_socket, POLLOUT, m_bounds.idle_time)) {
        return -1;
    }
    ssize_t count = 0;
    do {
        count = send(m_socket, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    } while (count < 0 && errno == EINTR);
    m_is_answered = m_is_answered || count > 0;
    return count < 0 && errno == EAGAIN ? 0 : count;
}

void ConnectionStream::get_remote_ip_and_port(std::string& ip, int& port) const
{
    auto const end = remote_end(m_socket);
    ip = end.address;
    port = end.port;
}

void ConnectionStream::get_local_ip_and_port(std::string& ip, int& port) const
{
    auto const end = local_end(m_socket);
    ip = end.address;
    port = end.port;
}

} // namespace ms::server
