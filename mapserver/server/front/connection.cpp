// SPDX-License-Identifier: MIT
#include "server/front/connection.hpp"

#include "server/front/peer.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace ms::server {

namespace asio = boost::asio;

namespace {

using boost::system::error_code;

/// Chunk of an answer that is passed to the system at once, and of a file that is read at once.
constexpr std::size_t piece_bytes = 128U << 10U;
/// Read buffer of a thread for the bytes of clients.
constexpr std::size_t read_bytes = 16U << 10U;

// Every co_await is a separate statement: GCC 12 miscompiles those within conditions.

/// Errors are values here: a client that goes away is nothing exceptional.
auto into(error_code& error)
{
    return asio::redirect_error(asio::use_awaitable, error);
}

/// RFC 9112, 7.1; the last one ends the body.
std::string as_chunk(std::string bytes, bool is_last)
{
    std::string chunk;
    if (!bytes.empty()) {
        chunk = fmt::format("{:x}\r\n{}\r\n", bytes.size(), bytes);
    }
    return is_last ? std::move(chunk) + "0\r\n\r\n" : chunk;
}

/// Calls the handler on the thread of its executor, from wherever the reply comes. Copies share the
/// handler, which can only be moved.
template <typename Handler>
Routes::Take hand_over(asio::any_io_executor const& executor, Handler handler)
{
    auto const shared = std::make_shared<Handler>(std::move(handler));
    return [executor, shared](Reply reply) {
        asio::post(executor, [shared, reply = std::move(reply)]() mutable {
            Handler own{std::move(*shared)};
            own(std::move(reply));
        });
    };
}

} // namespace

/// Outlives the connection in requests that are still being answered.
struct Connection::Peer {
    std::string address;
    std::atomic<int> socket; ///< -1 once it must not be used any more

    [[nodiscard]] bool has_gone() const
    {
        auto const number = socket.load();
        return number < 0 || is_gone(number);
    }
};

Connection::Connection(asio::ip::tcp::socket socket, ConnectionSite const& site)
    : m_socket(std::move(socket)), m_wake(m_socket.get_executor()), m_site(site),
      m_reader(site.limits),
      m_held(site.held,
             [this] {
                 // The share, and so this call, ends before the object does.
                 asio::post(m_socket.get_executor(), [weak = weak_from_this()] {
                     if (auto const self = weak.lock()) {
                         self->abort();
                     }
                 });
             }),
      m_peer(std::make_shared<Peer>(address_of_peer(m_socket.native_handle()),
                                    m_socket.native_handle()))
{}

Connection::~Connection()
{
    m_peer->socket = -1;
}

void Connection::enter(Phase phase, std::chrono::seconds patience)
{
    m_since = Clock::now();
    m_phase = phase;
    m_deadline =
        patience == std::chrono::seconds::max() ? Clock::time_point::max() : m_since + patience;
}

void Connection::close_if_late(Clock::time_point now)
{
    if (now >= m_deadline) {
        abort();
    }
}

void Connection::abort()
{
    m_deadline = Clock::time_point::max();
    m_peer->socket = -1;
    error_code ignored;
    if (m_phase == Phase::Sending) { // a reset: the end alone could pass for the answer's
        m_socket.set_option(asio::socket_base::linger{true, 0}, ignored);
    }
    m_socket.close(ignored); // pending operations end with an error
    m_phase = Phase::Closing;
}

void Connection::finish_soon()
{
    m_is_last = true;
    if (m_phase == Phase::Idle) {
        abort();
    } else if (m_phase == Phase::Receiving) {
        m_deadline = std::min(m_deadline, Clock::now() + m_site.patience.stopping);
    }
}

bool Connection::is_kept_alive() const noexcept
{
    return m_reader.head().is_kept_alive && !m_is_last;
}

asio::awaitable<bool> Connection::receive_more()
{
    thread_local std::array<char, read_bytes> buffer;
    // The buffer is shared by the connections of this thread: no co_await while it holds bytes.
    error_code error;
    co_await m_socket.async_wait(asio::ip::tcp::socket::wait_read, into(error));
    if (error) {
        co_return false;
    }
    auto const count = m_socket.read_some(asio::buffer(buffer), error);
    if (error == asio::error::would_block) {
        co_return true;
    }
    if (error) {
        co_return false;
    }
    m_reader.take({buffer.data(), count});
    m_held.set(m_reader.held_bytes());
    co_return true;
}

/// \returns false: the connection has ended, or a request was refused
asio::awaitable<bool> Connection::read_request()
{
    using State = RequestReader::State;
    bool has_continued = false;
    enter(Phase::Idle, m_site.patience.idle);
    for (;;) {
        auto const state = m_reader.state();
        if (state == State::Complete || state == State::Refused) {
            break;
        }
        if (m_phase == Phase::Idle && m_reader.has_begun()) {
            enter(Phase::Receiving, m_is_last ? m_site.patience.stopping : m_site.patience.head);
        }
        if (state == State::Body && !has_continued) {
            has_continued = true;
            enter(Phase::Receiving, m_is_last ? m_site.patience.stopping : m_site.patience.body);
            if (m_reader.head().expects_continue) {
                co_await write("HTTP/1.1 100 Continue\r\n\r\n", {}); // a failure shows in reading
            }
        }
        bool const is_received = co_await receive_more();
        if (!is_received) {
            co_return false;
        }
    }
    if (m_reader.state() == State::Refused) {
        co_await refuse();
        co_return false;
    }
    co_return true;
}

/// The start of the next request is unknown.
asio::awaitable<void> Connection::refuse()
{
    m_is_last = true;
    co_await send(Routes::refusal(m_reader.refusal()));
}

Arrival Connection::arrival()
{
    return {.head = m_reader.head(),
            .body = m_reader.take_body(),
            .peer = m_peer->address,
            .is_abandoned = [peer = m_peer] { return peer->has_gone(); }};
}

asio::awaitable<Reply> Connection::ask()
{
    enter(Phase::Answering, std::chrono::seconds::max()); // the request has its own deadline
    m_held.set(0);
    co_return co_await asio::async_initiate<decltype(asio::use_awaitable), void(Reply)>(
        [this](auto handler) {
            m_site.routes.answer(arrival(), hand_over(m_socket.get_executor(), std::move(handler)));
        },
        asio::use_awaitable);
}

asio::awaitable<bool> Connection::write(std::string_view head, std::string_view body)
{
    std::array<asio::const_buffer, 2> const buffers{asio::buffer(head.data(), head.size()),
                                                    asio::buffer(body.data(), body.size())};
    error_code error;
    co_await asio::async_write(m_socket, buffers, into(error));
    co_return !error;
}

/// Piece by piece, as long as the client takes each of them in time.
asio::awaitable<bool> Connection::write_in_time(std::string_view head, std::string_view body,
                                                Reply const& reply)
{
    bool is_written = true;
    do {
        auto const piece = body.substr(0, piece_bytes);
        body.remove_prefix(piece.size());
        auto const begin = Clock::now();
        m_deadline = begin + m_site.patience.piece;
        is_written = co_await write(head, piece);
        if (is_written && reply.on_written) {
            reply.on_written(begin);
        }
        head = {};
        if (!reply.stream) {
            m_held.set(body.size());
        }
    } while (is_written && !body.empty());
    co_return is_written;
}

asio::awaitable<bool> Connection::send_file(Reply const& reply, std::string head)
{
    auto const size = reply.file->length();
    std::vector<char> buffer(std::min(size, piece_bytes));
    std::size_t sent = 0;
    while (sent < size) {
        auto const count = reply.file->read(sent, buffer.data(), buffer.size());
        if (count == 0) { // the file has shrunk
            abort();
            co_return false;
        }
        bool const is_written = co_await write_in_time(head, {buffer.data(), count}, reply);
        if (!is_written) {
            co_return false;
        }
        head.clear();
        sent += count;
    }
    co_return true;
}

asio::awaitable<StreamChannel::Piece> Connection::next_piece(StreamChannel& stream)
{
    m_deadline = Clock::time_point::max(); // the request has its own
    for (;;) {
        m_wake.expires_at(Clock::time_point::max());
        auto const wake = [executor = m_socket.get_executor(), weak = weak_from_this()] {
            asio::post(executor, [weak] {
                if (auto const self = weak.lock()) {
                    self->m_wake.cancel();
                }
            });
        };
        if (auto piece = stream.take(wake)) {
            co_return std::move(*piece);
        }
        error_code cancelled;
        co_await m_wake.async_wait(into(cancelled));
    }
}

/// In chunks; to clients that do not know them, up to the end of the connection.
asio::awaitable<bool> Connection::send_stream(Reply const& reply, std::string head)
{
    auto& stream = *reply.stream;
    bool const is_chunked = m_reader.head().is_http_1_1;
    auto state = StreamChannel::State::GoesOn;
    bool is_sent = true;
    while (is_sent && state == StreamChannel::State::GoesOn) {
        auto piece = co_await next_piece(stream);
        state = piece.state;
        if (state == StreamChannel::State::Aborted) {
            abort();
            co_return false;
        }
        if (is_chunked) {
            piece.bytes = as_chunk(std::move(piece.bytes), state != StreamChannel::State::GoesOn);
        }
        is_sent = co_await write_in_time(head, piece.bytes, reply);
        head.clear();
    }
    co_return is_sent;
}

asio::awaitable<bool> Connection::send(Reply reply)
{
    auto const taken = Clock::now() - m_since;
    enter(Phase::Sending, m_site.patience.piece);
    bool const is_chunked = reply.stream && m_reader.head().is_http_1_1;
    m_is_last = m_is_last || (reply.stream && !is_chunked);
    http::Framing framing{.is_chunked = is_chunked,
                          .connection = is_kept_alive() ? "keep-alive" : "close"};
    if (!reply.stream) {
        framing.length = reply.body_size();
    }
    auto head = http::http_head(*reply.response, framing);
    m_site.routes.log_access(m_peer->address, m_reader.head(), reply, taken);
    bool is_sent = false;
    auto const in_memory = reply.file ? reply.file->in_memory() : http::body_text(*reply.response);
    if (m_reader.head().method == "HEAD") {
        is_sent = co_await write(head, {});
    } else if (reply.stream) {
        is_sent = co_await send_stream(reply, std::move(head));
    } else if (in_memory.size() < reply.body_size()) {
        is_sent = co_await send_file(reply, std::move(head));
    } else {
        m_held.set(in_memory.size());
        is_sent = co_await write_in_time(head, in_memory, reply);
    }
    m_held.set(0);
    co_return is_sent;
}

/// Closes the sending side, and lets the client finish: if TCP closed with unread bytes, it would
/// discard the answer on its way.
asio::awaitable<void> Connection::say_goodbye()
{
    enter(Phase::Closing, m_site.patience.goodbye);
    error_code error;
    m_socket.shutdown(asio::ip::tcp::socket::shutdown_send, error);
    std::array<char, 1024> ignored{};
    while (!error) {
        co_await m_socket.async_read_some(asio::buffer(ignored), into(error));
    }
}

asio::awaitable<void> Connection::serve()
{
    error_code error;
    m_socket.non_blocking(true, error);
    m_socket.set_option(asio::ip::tcp::no_delay{true}, error);
    for (bool goes_on = co_await read_request(); goes_on;) {
        auto reply = co_await ask();
        goes_on = co_await send(std::move(reply));
        if (goes_on && is_kept_alive()) {
            m_reader.next();
            goes_on = co_await read_request();
        } else {
            goes_on = false;
        }
    }
    m_held.set(0);
    co_await say_goodbye();
    m_peer->socket = -1;
}

asio::awaitable<void> Connection::turn_away()
{
    m_is_last = true;
    enter(Phase::Answering, m_site.patience.goodbye); // at once: an idle one makes room for others
    return say_no();
}

asio::awaitable<void> Connection::say_no()
{
    co_await send(Routes::refusal(503));
    co_await say_goodbye();
}

} // namespace ms::server
